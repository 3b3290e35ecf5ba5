/**
 * Every color of the kit, as data, so that a test can prove the contrast of each pair (WCAG 2.1 AA) in both
 * schemes. `theme.ts` turns them into CSS variables; style sheets name the variables, never a color.
 */

/** The colors a chip, button, notice or banner may have. */
export type ToneName = 'gray' | 'blue' | 'green' | 'yellow' | 'red' | 'violet'

/** The colors of a chip: its text, its fill, and the line around it. */
type Tone = { text: string; fill: string; line: string }

/** The colors of one scheme. */
export type SchemeColors = {
  body: string
  surface: string
  hover: string
  selected: string
  text: string
  dimmed: string
  placeholder: string
  anchor: string
  error: string
  border: string
  strongBorder: string
  input: string
  tones: Record<ToneName, Tone>
}

/** The light scheme. */
export const lightColors: SchemeColors = {
  body: '#ffffff',
  surface: '#f6f8fa',
  hover: '#eef2f6',
  selected: '#e3edf8',
  text: '#17202b',
  dimmed: '#525d6b',
  placeholder: '#626d7b',
  anchor: '#1d5596',
  error: '#a92820',
  border: '#d7dde4',
  strongBorder: '#7a8593',
  input: '#ffffff',
  tones: {
    gray: { text: '#3d4754', fill: '#eceff3', line: '#cfd6de' },
    blue: { text: '#16457c', fill: '#e3edf8', line: '#bcd3ed' },
    green: { text: '#1a5a2a', fill: '#e2f3e6', line: '#b5dcbf' },
    yellow: { text: '#684800', fill: '#fdf1cf', line: '#ecd591' },
    red: { text: '#8c1d17', fill: '#fce8e6', line: '#f0bfba' },
    violet: { text: '#523388', fill: '#efe9f9', line: '#d6c8ee' },
  },
}

/** The dark scheme. */
export const darkColors: SchemeColors = {
  body: '#171b21',
  surface: '#1d222a',
  hover: '#262c35',
  selected: '#1b3654',
  text: '#dde2e9',
  dimmed: '#a3adba',
  placeholder: '#98a3b1',
  anchor: '#93c0f2',
  error: '#f3a49d',
  border: '#353d49',
  strongBorder: '#7d8999',
  input: '#1d222a',
  tones: {
    gray: { text: '#cdd4dd', fill: '#2f3741', line: '#465160' },
    blue: { text: '#b4d4f7', fill: '#1b3654', line: '#2f5784' },
    green: { text: '#a9dcb3', fill: '#1c3c26', line: '#32603f' },
    yellow: { text: '#f0d389', fill: '#443511', line: '#6b5520' },
    red: { text: '#f6b6b0', fill: '#51211e', line: '#7d3732' },
    violet: { text: '#d5c5f3', fill: '#382d54', line: '#574783' },
  },
}

type Shades = [string, string, string, string, string, string, string, string, string, string]

/**
 * Ten shades of each color of filled buttons and marks. White text is used on shade 8 (light scheme) and 7
 * (dark scheme).
 */
export const shades: Record<'blue' | 'red' | 'green' | 'gray' | 'dark', Shades> = {
  blue: [
    '#eef5fc',
    '#dbe9f8',
    '#b7d3f1',
    '#8fbaea',
    '#6aa1de',
    '#4a88cd',
    '#3573b9',
    '#2764a8',
    '#1d5596',
    '#16457c',
  ],
  red: [
    '#fdf0ef',
    '#fbe0de',
    '#f6bfbb',
    '#ef9a94',
    '#e6736b',
    '#d9534a',
    '#cc4038',
    '#bd342c',
    '#a92820',
    '#8c1d17',
  ],
  green: [
    '#eef8f0',
    '#dcf0e0',
    '#b8e0c1',
    '#8fcd9d',
    '#66b878',
    '#46a25b',
    '#338d48',
    '#287a3c',
    '#1e6830',
    '#165325',
  ],
  gray: [
    '#f6f8fa',
    '#eef2f6',
    '#e4e9ee',
    '#d7dde4',
    '#c3cbd4',
    '#9ba6b3',
    '#7a8593',
    '#525d6b',
    '#36404c',
    '#17202b',
  ],
  dark: [
    '#dde2e9',
    '#c3cbd5',
    '#a3adba',
    '#98a3b1',
    '#353d49',
    '#262c35',
    '#1d222a',
    '#171b21',
    '#12161b',
    '#0d1014',
  ],
}

const channel = (hex: string, index: number): number => {
  const value = Number.parseInt(hex.slice(index, index + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/**
 * Computes the WCAG 2.1 contrast ratio of two colors (`#rrggbb`), from 1 to 21.
 */
export function contrast(text: string, other: string): number {
  const [low = 0, high = 0] = [luminance(text), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
