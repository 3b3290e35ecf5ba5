import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromCents, parseMoney } from '#kernel/model/money.ts'
import { getVectors } from '#tests/vectors.ts'
import {
  fillFromRight,
  maxLength,
  messages,
  requiredAnswer,
  requiredChoice,
  requiredChoices,
  requiredDate,
  requiredDollars,
  requiredMoney,
  requiredText,
  type Verdict,
  widgetDate,
} from './validation.ts'

describe('required fields', () => {
  test('VAL-01 an empty text is refused, and a text of spaces is valid', () => {
    for (const empty of ['', null, undefined]) expect(requiredText(empty)).toBe('*Field is required')
    expect([requiredText('a'), requiredText(' ')]).toEqual([true, true])
  })

  test('VAL-02 an empty date is refused', () => {
    for (const empty of ['', null, undefined]) expect(requiredDate(empty)).toBe('Required')
    expect(requiredDate('2024-03-07')).toBe(true)
  })

  test('VAL-03 No is an answer, and a missing answer is refused', () => {
    for (const empty of ['', null, undefined] as const) expect(requiredAnswer(empty)).toBe('Required')
    expect([requiredAnswer(false), requiredAnswer(true)]).toEqual([true, true])
  })

  test('VAL-04 a missing choice is refused, and the choice 0 is valid', () => {
    for (const empty of ['', null, undefined]) expect(requiredChoice(empty)).toBe('Required')
    expect([requiredChoice(0), requiredChoice({ id: 0, label: 'Roof' })]).toEqual([true, true])
  })

  test('VAL-05 an empty list of choices is refused', () => {
    for (const empty of [[], null, undefined]) expect(requiredChoices(empty)).toBe('Required')
    expect(requiredChoices([0])).toBe(true)
  })
})

describe('required amounts', () => {
  type MoneyInput = { value: string | number; requirePositive?: boolean; requireNegative?: boolean }

  test.each(getVectors<MoneyInput, Verdict>('VAL-06'))(
    'VAL-06 $input gives $expected',
    ({ input, expected }) => {
      expect(requiredMoney(input.value, input)).toBe(expected)
    },
  )

  test('VAL-06 zero and negative amounts are valid unless a positive amount is required', () => {
    expect([requiredMoney(0), requiredMoney('(5)'), requiredMoney(0.01, { requirePositive: true })]).toEqual([
      true,
      true,
      true,
    ])
    expect(requiredMoney(null)).toBe('*Field is required')
  })

  test('VAL-07 a positive amount is refused if a negative amount is required', () => {
    expect(requiredMoney(0.01, { requireNegative: true })).toBe('*Negative or Zero Amount is required')
    expect(requiredMoney(-0.01, { requireNegative: true })).toBe(true)
    expect(requiredMoney('', { requireNegative: true })).toBe('*Field is required')
  })

  test.each(getVectors<string | number, Verdict>('VAL-08'))(
    'VAL-08 $input gives $expected',
    ({ input, expected }) => {
      expect(requiredDollars(input)).toBe(expected)
    },
  )
})

describe('text and dates', () => {
  test.each(getVectors<{ text: string; n: number }, Verdict>('VAL-09'))(
    'VAL-09 $input gives $expected',
    (vector) => {
      expect(maxLength(vector.input.text, vector.input.n)).toBe(vector.expected)
    },
  )

  test('VAL-09 one character too many is refused', () => {
    expect(maxLength('abcdef', 5)).toBe('Text cannot exceed 5 characters.')
    expect(maxLength(null, 5)).toBe(true)
  })

  test.each(getVectors<string, boolean>('VAL-11'))(
    'VAL-11 the date box accepts $input: $expected',
    (vector) => {
      expect(widgetDate(vector.input)).toBe(vector.expected || messages.notADate)
    },
  )

  test('VAL-11 an empty date box is valid', () => {
    expect([widgetDate(''), widgetDate(null)]).toEqual([true, true])
  })
})

describe('typed digits', () => {
  test.each(getVectors<string, string>('VAL-13'))(
    'VAL-13 "$input" fills to "$expected"',
    ({ input, expected }) => {
      expect(fillFromRight(input)).toBe(expected)
    },
  )

  test.each(getVectors<string, string>('VAL-14'))(
    'VAL-14 "$input" fills to "$expected"',
    ({ input, expected }) => {
      expect(fillFromRight(input, { whole: true })).toBe(expected)
    },
  )

  test('VAL-13 VAL-14 signs, separators and leading zeros are handled', () => {
    expect([fillFromRight('-5'), fillFromRight('-'), fillFromRight('1,234.5'), fillFromRight('0')]).toEqual([
      '-0.05',
      '-',
      '123.45',
      '0.00',
    ])
    expect([fillFromRight('007', { whole: true }), fillFromRight('000', { whole: true })]).toEqual(['7', '0'])
  })

  test('VAL-13 VAL-14 the digits are the cents or the dollars, whether typed one by one or at once', () => {
    const arbitrary = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 13 })
      .map((list) => list.join(''))
    fc.assert(
      fc.property(arbitrary, (digits) => {
        expect(parseMoney(fillFromRight(digits))).toBe(fromCents(Number(digits)))
        expect(Number(fillFromRight(digits, { whole: true }))).toBe(Number(digits))
        expect([...digits].reduce((text, digit) => fillFromRight(text + digit), '')).toBe(
          fillFromRight(digits),
        )
      }),
    )
  })
})
