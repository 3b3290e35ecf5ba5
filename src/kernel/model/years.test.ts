import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, getYearNumber, monthEnd } from './dates.ts'
import { endsWith, getFiscalYear, getLength, isWeekYear, monthsIn, weekYearFrom } from './years.ts'

describe('domain 48.5: a year of 52 or 53 weeks counts as one year', () => {
  test.each([
    ['2024-12-30', '2025-12-28', 2025, 12],
    ['2024-12-29', '2026-01-03', 2025, 12],
    ['2025-12-29', '2027-01-03', 2026, 12],
    ['2024-07-01', '2025-06-29', 2025, 6],
    ['2024-06-30', '2025-07-05', 2025, 6],
  ])('%s to %s has twelve months and is %i', (first, last, year, endMonth) => {
    const span = { first, last }
    expect([isWeekYear(span), monthsIn(span), getFiscalYear(span)]).toEqual([true, 12, year])
    expect(endsWith(span, endMonth)).toBe(true)
  })

  test('a year of weeks that ends near December has the number of the year with most of its days', () => {
    const starts = fc.record({
      year: fc.integer({ min: 1990, max: 2100 }),
      shift: fc.integer({ min: -6, max: 6 }),
      weeks: fc.constantFrom(52, 53),
    })
    fc.assert(
      fc.property(starts, ({ year, shift, weeks }) => {
        const last = addDays(`${year}-12-31`, shift)
        const span = { first: addDays(last, 1 - weeks * 7), last }
        const inYear = Array.from({ length: getLength(span) }, (_, index) =>
          getYearNumber(addDays(span.first, index)),
        )
        const count = inYear.filter((number) => number === year).length
        expect(count).toBeGreaterThan(getLength(span) / 2)
        expect([getFiscalYear(span), monthsIn(span), endsWith(span, 12)]).toEqual([year, 12, true])
      }),
    )
  })

  test('any other period has the number of the year in which it ends, and its months are counted', () => {
    const spans = fc.record({
      year: fc.integer({ min: 1990, max: 2100 }),
      month: fc.integer({ min: 1, max: 12 }),
      months: fc.integer({ min: 1, max: 18 }),
    })
    fc.assert(
      fc.property(spans, ({ year, month, months }) => {
        const last = monthEnd(`${year}-${String(month).padStart(2, '0')}-01`)
        const span = { first: addMonths(`${last.slice(0, 8)}01`, 1 - months), last }
        expect([getFiscalYear(span), monthsIn(span), endsWith(span, month)]).toEqual([year, months, true])
      }),
    )
  })

  test('the next year of weeks ends as near as possible to the fiscal year end', () => {
    expect(weekYearFrom('2025-12-29', '2026-12-31')).toEqual({ first: '2025-12-29', last: '2027-01-03' })
    expect(weekYearFrom('2025-12-30', '2026-12-31')).toEqual({ first: '2025-12-30', last: '2026-12-28' })
    expect(weekYearFrom('2026-03-01', '2026-12-31')).toBeNull()
  })
})
