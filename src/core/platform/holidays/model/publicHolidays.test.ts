import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from '#ui/table/csv.ts'
import { getPublicHolidays } from './publicHolidays.ts'

const published = parseCsv(
  readFileSync(join(import.meta.dirname, '../../../../../demo/data/federal-holidays.csv'), 'utf8'),
).rows.map(({ values }) => ({ holidayDate: values.observed_date!, name: values.name! }))

test('the federal holidays of 2010 to 2035 equal the published ones', () => {
  const years = [...new Set(published.map((item) => Number(item.holidayDate.slice(0, 4))))]
  expect(years.length).toBeGreaterThan(20)
  const wrong = years.flatMap((year) => {
    const days = (all: typeof published) =>
      all.filter((item) => item.holidayDate.startsWith(`${year}-`)).map((item) => item.holidayDate)
    const [ours, theirs] = [days(getPublicHolidays(year)), days(published)]
    return ours.join() === theirs.join() ? [] : [{ year, ours, theirs }]
  })
  expect(wrong).toEqual([])
})

test('Missouri observes two additional days', () => {
  const more = getPublicHolidays(2027, { state: 'MO' }).filter(
    (publicHoliday) =>
      !getPublicHolidays(2027).some((other) => other.holidayDate === publicHoliday.holidayDate),
  )
  expect(more).toEqual([
    { holidayDate: '2027-02-12', name: "Lincoln's Birthday" },
    { holidayDate: '2027-05-07', name: "Truman's Birthday" },
  ])
})

test('the agency of another state observes no holiday of Missouri', () => {
  expect(getPublicHolidays(2027, { state: 'IL' })).toEqual(getPublicHolidays(2027))
})

test('no holiday is observed on a weekend or twice, and all are within the year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1990, max: 2200 }), fc.constantFrom('MO', 'IL', null), (year, state) => {
      const days = getPublicHolidays(year, { state }).map((publicHoliday) => publicHoliday.holidayDate)
      expect(new Set(days).size).toBe(days.length)
      for (const day of days) {
        expect(day.startsWith(`${year}-`)).toBe(true)
        expect([0, 6]).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay())
      }
    }),
  )
})
