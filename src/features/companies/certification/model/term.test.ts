import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween } from '#kernel/model/dates.ts'
import { getCertificationStart, getExpiry } from './term.ts'

const arbitraryDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const arbitraryMonths = fc.integer({ min: 1, max: 120 })

describe('the last day of a term', () => {
  test.each([
    ['2026-03-01', 24, '2028-02-29'],
    ['2026-03-01', 12, '2027-02-28'],
    ['2026-11-16', 24, '2028-11-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-30', 1, '2026-02-28'],
    ['2026-01-29', 1, '2026-02-28'],
    ['2026-01-28', 1, '2026-02-27'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-01-01', 12, '2026-12-31'],
  ])('%s and %i months: %s', (start, term, end) => expect(getExpiry(start, term)).toBe(end))

  test('the day after a term has the same number as its first day, or is the first of a month without that day', () => {
    fc.assert(
      fc.property(arbitraryDay, arbitraryMonths, (start, term) => {
        const next = addDays(getExpiry(start, term), 1)
        const anniversary = addMonths(start, term)
        expect(next).toBe(anniversary.slice(8) === start.slice(8) ? anniversary : addDays(anniversary, 1))
        if (anniversary.slice(8) !== start.slice(8)) expect(next.slice(8)).toBe('01')
      }),
    )
  })

  test('a longer term ends later, and a later start never ends a term earlier', () => {
    fc.assert(
      fc.property(arbitraryDay, arbitraryMonths, fc.integer({ min: 0, max: 800 }), (start, term, ahead) => {
        expect(getExpiry(start, term + 1) > getExpiry(start, term)).toBe(true)
        expect(getExpiry(addDays(start, ahead), term) >= getExpiry(start, term)).toBe(true)
      }),
    )
  })
})

describe('the first day of a certification', () => {
  test.each([
    ['2026-11-16', null, '2026-11-16'],
    ['2026-11-16', '2026-11-15', '2026-11-16'],
    ['2026-11-16', '2026-11-16', '2026-11-17'],
    ['2026-11-16', '2028-02-28', '2028-02-29'],
    ['2026-11-16', '2026-12-31', '2027-01-01'],
  ])(
    'a certification decided on %s, with a current one until %s, starts on %s',
    (decidedOn, running, start) => expect(getCertificationStart(decidedOn, running)).toBe(start),
  )

  test('consecutive renewals leave no gap and do not overlap', () => {
    fc.assert(
      fc.property(arbitraryDay, fc.array(arbitraryMonths, { minLength: 1, maxLength: 8 }), (first, terms) => {
        let covered = 0
        let running: string | null = null
        for (const term of terms) {
          const start: string = getCertificationStart(first, running)
          const end = getExpiry(start, term)
          expect(end >= start).toBe(true)
          covered += daysBetween(start, end) + 1
          running = end
        }
        expect(covered).toBe(daysBetween(first, running!) + 1)
      }),
    )
  })
})
