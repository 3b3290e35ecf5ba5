import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { repeats, scheduleTypes } from './entities.ts'
import { getLastDue, getNextDue, type Rhythm, readRhythm } from './schedule.ts'

const rhythm = (date: string, repeat: Rhythm['repeat'], type: Rhythm['type'] = 'Calendar day'): Rhythm => ({
  date,
  repeat,
  type,
})
const DAYS = 800

/** Returns the days on which a rhythm becomes due, found by checking every day. */
function dueDays(rhythm: Rhythm, from: string, days: number, holidays: string[] = []): string[] {
  const dueDates = new Set<string>()
  for (let count = 0; count <= days; count += 1) {
    const due = getLastDue(rhythm, addDays(from, count), holidays)
    if (due && due >= from) dueDates.add(due)
  }
  return [...dueDates]
}

describe('when a mail is due', () => {
  test('monthly from the 31st is due at the end of shorter months and on the 31st of longer ones', () => {
    expect(dueDays(rhythm('2027-10-31', 'Monthly'), '2027-10-01', 160)).toEqual([
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ])
  })

  test('quarterly from November 30 is due on the last day of February and on the 30th of May and August', () => {
    expect(dueDays(rhythm('2026-11-30', 'Quarterly'), '2026-11-01', 310)).toEqual([
      '2026-11-30',
      '2027-02-28',
      '2027-05-30',
      '2027-08-30',
    ])
  })

  test.each([
    [{ type: 0, repeat: true }, ['Monthly', 'Calendar day']],
    [{ type: 1 }, ['Quarterly', 'Calendar day']],
    [{ type: '2', repeat: true }, ['Yearly', 'Calendar day']],
    [{ type: 'quarterly', repeat: 'quarterly' }, ['Quarterly', 'Calendar day']],
    [{ type: 'Yearly', repeat: false }, ['Once', 'Calendar day']],
    [{ type: 'business DAY', repeat: 'Weekly' }, ['Weekly', 'Business day']],
    [{ repeat: 'daily' }, ['Daily', 'Calendar day']],
    [{ type: 3, repeat: true }, [undefined, undefined]],
    [{ type: 'Never', repeat: 'Weekly' }, ['Weekly', undefined]],
  ])('ENT-18 a schedule sent as %j is read as %j', (payload, [repeat, type]) => {
    expect(readRhythm(payload)).toEqual({ repeat, type })
  })

  test('yearly from a leap day is due on February 28 in common years and on the 29th in the next leap year', () => {
    const leap = rhythm('2024-02-29', 'Yearly')
    expect(['2025-03-01', '2027-12-31', '2028-03-01'].map((day) => getLastDue(leap, day))).toEqual([
      '2025-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  test('a schedule without repetition is due once, on its date', () => {
    const once = rhythm('2026-05-10', 'Once')
    expect([
      getLastDue(once, '2026-05-09'),
      getLastDue(once, '2030-01-01'),
      getNextDue(once, '2026-05-10'),
    ]).toEqual([null, '2026-05-10', null])
    expect(getNextDue(once, '2026-05-09')).toBe('2026-05-10')
  })

  test('a business day is not on a weekend or holiday, but the last day of the month may be', () => {
    // Christmas Day of 2026 is a Friday.
    const friday = rhythm('2026-12-25', 'Once', 'Business day')
    expect(getLastDue(friday, '2026-12-31', ['2026-12-25'])).toBe('2026-12-28')
    expect(dueDays(rhythm('2027-01-15', 'Monthly', 'Last day of the month'), '2027-01-01', 70)).toEqual([
      '2027-01-31',
      '2027-02-28',
    ])
  })

  const day = fc.integer({ min: 0, max: DAYS }).map((count) => addDays('2026-01-01', count))
  const any = fc.record({
    date: day,
    repeat: fc.constantFrom(...repeats),
    type: fc.constantFrom(...scheduleTypes),
  })

  test('the last due day is not in the future, the next one is, and there is none between', () => {
    fc.assert(
      fc.property(any, day, (sample, today) => {
        const [last, next] = [getLastDue(sample, today), getNextDue(sample, today)]
        if (last) expect(last <= today).toBe(true)
        if (!next) return
        expect(next > today).toBe(true)
        const between = Math.min(daysBetween(today, next), 40)
        for (let count = 1; count < between; count += 1)
          expect(getLastDue(sample, addDays(today, count))).toBe(last)
        expect(getLastDue(sample, next)).toBe(next)
      }),
    )
  })

  test('the last due day of a repeating schedule is at most one period ago', () => {
    const longest = { Daily: 3, Weekly: 9, Monthly: 33, Quarterly: 95, Yearly: 398, Once: 0 }
    fc.assert(
      fc.property(
        any.filter((item) => item.repeat !== 'Once' && item.type !== 'Last day of the month'),
        day,
        (sample, today) => {
          const last = getLastDue(sample, today)
          if (last) expect(daysBetween(last, today)).toBeLessThanOrEqual(longest[sample.repeat])
        },
      ),
    )
  })
})
