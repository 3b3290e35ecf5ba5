import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { formatFileSize, formatNumber, formatPercent, formatPhone, plural, roundToStep } from './formats.ts'

describe('formats', () => {
  test.each(getVectors<number, string>('FMT-03'))(
    'FMT-03 $input shows as $expected',
    ({ input, expected }) => {
      expect(formatNumber(input)).toBe(expected)
    },
  )

  const steps = getVectors<{ value: number; step: number | string }, string>('FMT-04')
  test.each(steps)('FMT-04 $input.value by $input.step is $expected', ({ input, expected }) => {
    const step = typeof input.step === 'number' ? input.step : undefined
    expect(roundToStep(input.value, step)).toBe(expected)
  })

  test('FMT-04 a step that is not above 0 is refused', () => {
    for (const step of [0, -1, Number.NaN]) expect(() => roundToStep(5, step)).toThrow(RangeError)
  })

  test.each(getVectors<number, string>('FMT-07'))(
    'FMT-07 fraction $input shows as $expected',
    ({ input, expected }) => {
      expect(formatPercent(input)).toBe(expected)
    },
  )

  test('FMT-07 large, negative and very small fractions are rounded to two decimals', () => {
    expect([12.5, -0.0525, 0.00285, -0.000001].map(formatPercent)).toEqual([
      '1250.00%',
      '-5.25%',
      '0.29%',
      '0.00%',
    ])
  })

  test('FMT-03 FMT-07 a missing number is shown as an empty text', () => {
    for (const nothing of [null, undefined, Number.NaN]) {
      expect([formatNumber(nothing), formatPercent(nothing), formatFileSize(nothing)]).toEqual(['', '', ''])
    }
    expect(formatNumber(-0)).toBe('0')
  })

  test.each([
    ['5735550100', '(573) 555-0100'],
    ['1-573-555-0100', '(573) 555-0100'],
    ['+1 (573) 555.0100', '(573) 555-0100'],
    ['573-555-0100 x12', '573-555-0100 x12'],
    [' 555-0100 ', '555-0100'],
    [null, ''],
  ])('phone %j shows as %j', (text, expected) => {
    expect(formatPhone(text)).toBe(expected)
  })

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 KB'],
    [14_541, '14.2 KB'],
    [1_048_575, '1 MB'],
    [3_145_728, '3 MB'],
    [5 * 1024 ** 4, '5 TB'],
  ])('%d bytes show as %s', (bytes, expected) => {
    expect(formatFileSize(bytes)).toBe(expected)
  })

  test('a count has its noun in singular or plural', () => {
    const texts = [0, 1, 1200].map((count) => plural(count, 'property', 'properties'))
    expect(texts).toEqual(['0 properties', '1 property', '1,200 properties'])
  })
})
