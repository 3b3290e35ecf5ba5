import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { darkColors, lightColors, type SchemeColors, shades } from './palette.ts'

/**
 * Mantine with the portal's colors. By default Mantine fails WCAG 2.1 AA in both schemes; all corrections are
 * here and in `theme.css`, so that screens do not need any.
 *
 * Variables for style sheets: `--color-surface`, `--color-hover`, `--color-selected`, `--color-border`,
 * `--color-strong-border`, `--color-input`, `--color-filled` (under white text), and for each tone
 * `--tone-<name>-text`, `-fill` and `-line`.
 */

const toneVariables = (tones: SchemeColors['tones']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tones).flatMap(([name, tone]) => [
      [`--tone-${name}-text`, tone.text],
      [`--tone-${name}-fill`, tone.fill],
      [`--tone-${name}-line`, tone.line],
    ]),
  )

const schemeVariables = (colors: SchemeColors, filled: string): Record<string, string> => ({
  '--mantine-color-text': colors.text,
  '--mantine-color-body': colors.body,
  '--mantine-color-dimmed': colors.dimmed,
  '--mantine-color-placeholder': colors.placeholder,
  '--mantine-color-error': colors.error,
  '--mantine-color-anchor': colors.anchor,
  '--mantine-color-default': colors.input,
  '--mantine-color-default-hover': colors.hover,
  '--mantine-color-default-color': colors.text,
  '--mantine-color-default-border': colors.strongBorder,
  '--mantine-color-disabled': colors.hover,
  '--mantine-color-disabled-color': colors.dimmed,
  '--mantine-color-disabled-border': colors.border,
  '--color-surface': colors.surface,
  '--color-hover': colors.hover,
  '--color-selected': colors.selected,
  '--color-border': colors.border,
  '--color-strong-border': colors.strongBorder,
  '--color-input': colors.input,
  '--color-filled': filled,
  ...toneVariables(colors.tones),
})

/** Provides our colors as CSS variables, for each scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables(lightColors, shades.blue[8]),
  dark: schemeVariables(darkColors, shades.blue[7]),
})

// The text of tinted and outlined buttons has the tested text color of the tone, because Mantine's own shades
// are too pale.
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const name = input.color ?? input.theme.primaryColor
  if (!(name in lightColors.tones)) return resolved
  const color = `var(--tone-${name}-text)`
  const fill = `var(--tone-${name}-fill)`
  const line = `1px solid var(--tone-${name}-line)`
  if (input.variant === 'light') return { background: fill, hover: fill, color, border: line }
  if (input.variant === 'outline')
    return { background: 'transparent', hover: fill, color, border: `1px solid ${color}` }
  if (input.variant === 'subtle' || input.variant === 'transparent')
    return { ...resolved, hover: fill, color }
  return resolved
}

/**
 * The Mantine theme: dense and flat, with small corners and our blue. A test checks the contrasts of
 * `palette.ts`.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  colors: shades,
  black: lightColors.text,
  autoContrast: true,
  variantColorResolver,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "Inter, 'Inter Fallback', 'Segoe UI', Roboto, sans-serif",
  // Text is small, because people read many rows, but never below 11 px.
  fontSizes: { xs: '0.78125rem', sm: '0.8125rem', md: '0.875rem' },
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm', variant: 'light' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
    Pagination: {
      defaultProps: { getControlProps: (control: string) => ({ 'aria-label': `${control} page` }) },
    },
    Stepper: { defaultProps: { allowNextStepsSelect: false } },
  },
})
