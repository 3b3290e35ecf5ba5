import { expect, test } from 'vitest'
import { contrast, darkColors, lightColors, type SchemeColors, shades } from './palette.ts'

const schemes: [string, SchemeColors, string][] = [
  ['light', lightColors, shades.blue[8]],
  ['dark', darkColors, shades.blue[7]],
]

test('the contrast of black and white is 21, and of a color with itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#1d5596', '#1d5596')).toBe(1)
})

for (const [name, colors] of schemes) {
  test(`every text of the ${name} scheme is readable (AA, 4.5:1) on every background`, () => {
    const faults: string[] = []
    for (const text of ['text', 'dimmed', 'anchor', 'error', 'placeholder'] as const) {
      for (const ground of ['body', 'surface', 'hover', 'input'] as const) {
        const ratio = contrast(colors[text], colors[ground])
        if (ratio < 4.5) faults.push(`${text} on ${ground} is ${ratio.toFixed(2)}`)
      }
    }
    for (const text of ['text', 'anchor'] as const) {
      const ratio = contrast(colors[text], colors.selected)
      if (ratio < 4.5) faults.push(`${text} on selected is ${ratio.toFixed(2)}`)
    }
    expect(faults).toEqual([])
  })

  test(`every tone of the ${name} scheme is readable on its fill and on every background`, () => {
    const faults: string[] = []
    for (const [tone, { text, fill }] of Object.entries(colors.tones)) {
      for (const ground of [fill, colors.body, colors.surface, colors.hover]) {
        const ratio = contrast(text, ground)
        if (ratio < 4.5) faults.push(`${tone} on ${ground} is ${ratio.toFixed(2)}`)
      }
    }
    expect(faults).toEqual([])
  })

  test(`edges of inputs in the ${name} scheme have a contrast of 3:1`, () => {
    for (const ground of [colors.body, colors.surface, colors.input]) {
      expect(contrast(colors.strongBorder, ground)).toBeGreaterThanOrEqual(3)
    }
  })
}

test('white text is readable on filled buttons of both schemes, also under the pointer', () => {
  const faults: string[] = []
  for (const color of ['blue', 'red', 'green'] as const) {
    for (const shade of [7, 8, 9] as const) {
      const ratio = contrast('#ffffff', shades[color][shade])
      if (ratio < 4.5) faults.push(`${color} ${shade} is ${ratio.toFixed(2)}`)
    }
  }
  expect(faults).toEqual([])
})
