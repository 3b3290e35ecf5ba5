import { describe, expect, test } from 'vitest'
import { dayForKey, getCalendarWeeks, getWeekdayIndex } from './calendar.ts'
import { dayText, settledDay } from './date.tsx'
import { settledNumber } from './number.tsx'
import { findMatchingOptions, findMeantOption, nextUsable } from './options.ts'
import { remaining } from './text.tsx'

describe('the date box', () => {
  test.each([
    ['03152026', '2026-03-15'],
    ['3/5/2026', '2026-03-05'],
    [' 03/15/2026 ', '2026-03-15'],
    ['2026-03-15', '2026-03-15'],
    ['10/3/26', '2026-10-03'],
    ['1-5-27', '2027-01-05'],
    ['1-5-2027', '2027-01-05'],
    ['7/4/76', '1976-07-04'],
    ['2/29/26', '2/29/26'],
    ['02/31/2026', '02/31/2026'],
    ['tomorrow', 'tomorrow'],
    ['  ', null],
  ])('VAL-10 typed %s means %s', (input, meaning) => {
    expect(settledDay(input)).toBe(meaning)
  })

  test('VAL-10 shows a day as MM/DD/YYYY, and other text as typed', () => {
    expect([dayText('2026-03-05'), dayText('02/31/2026'), dayText('2026-02-31'), dayText(null)]).toEqual([
      '03/05/2026',
      '02/31/2026',
      '2026-02-31',
      '',
    ])
  })
})

describe('the calendar', () => {
  test('a month is shown in whole weeks from Sunday', () => {
    const february = getCalendarWeeks('2026-02-10')
    expect(february).toHaveLength(4)
    expect([february[0]?.[0], february[3]?.[6]]).toEqual(['2026-02-01', '2026-02-28'])
    const march = getCalendarWeeks('2025-03-31')
    expect([march.length, march[0]?.[0], march[5]?.[6]]).toEqual([6, '2025-02-23', '2025-04-05'])
    expect(getWeekdayIndex('2026-11-21')).toBe(6)
  })

  test.each([
    ['ArrowLeft', false, '2024-02-28'],
    ['ArrowDown', false, '2024-03-07'],
    ['Home', false, '2024-02-25'],
    ['End', false, '2024-03-02'],
    ['PageDown', false, '2024-03-29'],
    ['PageUp', true, '2023-02-28'],
  ])('%s moves the focus to another day', (key, shift, day) => {
    expect(dayForKey(key, '2024-02-29', shift)).toBe(day)
  })

  test('other keys do not move the focus', () => {
    expect(dayForKey('a', '2024-02-29', false)).toBeNull()
  })
})

describe('the searchable choice', () => {
  const options = [
    { value: 1, label: 'Ace Plumbing' },
    { value: 2, label: 'Best Roofing' },
    { value: 3, label: 'Roofing Plus', disabled: true },
    { value: 4, label: 'Plumb Line' },
  ]

  test('finds the typed text anywhere in a label, and lists labels that begin with it first', () => {
    expect(findMatchingOptions(options, 'plumb').listed.map((option) => option.value)).toEqual([4, 1])
    expect(findMatchingOptions(options, ' ').listed).toHaveLength(4)
  })

  test('lists at most a hundred options and returns how many more match', () => {
    const many = Array.from({ length: 130 }, (_, value) => ({ value, label: `Property ${value}` }))
    expect([findMatchingOptions(many, 'prop').listed.length, findMatchingOptions(many, 'prop').more]).toEqual(
      [100, 30],
    )
  })

  test('a typed text chooses the option with that label, or the only one that matches', () => {
    expect(findMeantOption(options, 'best roofing')?.value).toBe(2)
    expect(findMeantOption(options, 'roof')?.value).toBe(2)
    expect(findMeantOption(options, 'plumb')).toBeUndefined()
    expect(findMeantOption(options, '')).toBeUndefined()
  })

  test('arrow keys skip disabled options and continue from the last to the first', () => {
    expect([nextUsable(options, -1, 1), nextUsable(options, 1, 1), nextUsable(options, 0, -1)]).toEqual([
      0, 3, 3,
    ])
    expect(nextUsable([{ value: 1, label: 'x', disabled: true }], -1, 1)).toBe(-1)
    expect(nextUsable([], -1, 1)).toBe(-1)
  })
})

test('the number box reads numbers and leaves other text unchanged', () => {
  expect(['1,234.5', '-3', '', '.5', '12 apples'].map(settledNumber)).toEqual([
    1234.5,
    -3,
    null,
    0.5,
    '12 apples',
  ])
})

test('VAL-09 the counter says how many characters are left or too many', () => {
  expect([remaining('abcd', 5), remaining(null, 5), remaining('abcdefg', 5)]).toEqual([
    '1 character left',
    '5 characters left',
    '2 characters too many',
  ])
})
