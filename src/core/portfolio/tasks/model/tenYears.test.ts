import { expect, test } from 'vitest'
import { Schedule } from './frequency.ts'
import { listTaskDates } from './rules.ts'
import { type DueRules, dueRuleSettings } from './settings.ts'
import { TaskType } from './taskTypes.ts'

/**
 * Checks ten years of compliance due dates against a second computation with JavaScript dates, written only
 * from the text of domain 3.2.
 */

const rules = Object.fromEntries(
  Object.entries(dueRuleSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as DueRules
const [FIRST, LAST] = [2026, 2035]
const years = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)

const formatDate = (date: Date): string => date.toISOString().slice(0, 10)
const holidays = new Set(
  years.flatMap((year) => [`${year}-01-01`, `${year}-02-10`, `${year}-07-31`, `${year + 1}-01-01`]),
)

/** Returns the day, or the next day on which offices are open. */
function getNextOpenDay(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  while (date.getUTCDay() % 6 === 0 || holidays.has(formatDate(date))) date.setUTCDate(date.getUTCDate() + 1)
  return formatDate(date)
}

const dueDates = (taskTypeId: number, frequency: number) =>
  listTaskDates(
    { taskTypeId, frequency, fiscalYearEndMonth: 12 },
    `${FIRST}-01-01`,
    `${LAST + 1}-01-01`,
    rules,
    holidays,
  )
    .filter(({ periodEnd }) => periodEnd <= `${LAST}-12-31`)
    .map(({ dueDate }) => dueDate)

const months = years.flatMap((year) => Array.from({ length: 12 }, (_, index) => [year, index + 1] as const))

test('domain 17: for ten years, a month of occupancy is due by the 10th of the next month', () => {
  const expected = months.map(([year, month]) => getNextOpenDay(year, month + 1, 10))
  expect(expected).toHaveLength(120)
  expect(dueDates(TaskType.Occupancy, Schedule.Monthly)).toEqual(expected)
})

test('domain 18: for ten years, a quarter of utility allowances is due by the last day of the next month', () => {
  const expected = years.flatMap((year) => [3, 6, 9, 12].map((month) => getNextOpenDay(year, month + 2, 0)))
  expect(expected).toHaveLength(40)
  expect(dueDates(TaskType.UtilityAllowance, Schedule.Quarterly)).toEqual(expected)
})

test('domain 23, 24: for ten years, Exhibit Z is due by January 31 and a compliance form 30 days after its year', () => {
  expect(dueDates(TaskType.ExhibitZ, Schedule.Yearly)).toEqual(
    years.map((year) => getNextOpenDay(year + 1, 1, 31)),
  )
  expect(dueDates(TaskType.Exhibit, Schedule.Yearly)).toEqual(
    years.map((year) => getNextOpenDay(year + 1, 1, 30)),
  )
})
