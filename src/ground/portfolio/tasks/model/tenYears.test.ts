import { expect, test } from 'vitest'
import { Schedule } from './frequency.ts'
import { layOut } from './rules.ts'
import { type DueRules, dueRuleSettings } from './settings.ts'
import { TaskType } from './taskTypes.ts'

/**
 * Ten years of what companies file for compliance, each due date worked out a second time on the calendar of
 * the language itself, from the words of domain 3.2 alone.
 */

const rules = Object.fromEntries(
  Object.entries(dueRuleSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as DueRules
const [FIRST, LAST] = [2026, 2035]
const years = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)

const written = (date: Date): string => date.toISOString().slice(0, 10)
const holidays = new Set(
  years.flatMap((year) => [`${year}-01-01`, `${year}-02-10`, `${year}-07-31`, `${year + 1}-01-01`]),
)

/** The day itself, or the next one on which offices are open. */
function open(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  while (date.getUTCDay() % 6 === 0 || holidays.has(written(date))) date.setUTCDate(date.getUTCDate() + 1)
  return written(date)
}

const dueDates = (taskTypeId: number, frequency: number) =>
  layOut(
    { taskTypeId, frequency, fiscalYearEndMonth: 12 },
    `${FIRST}-01-01`,
    `${LAST + 1}-01-01`,
    rules,
    holidays,
  )
    .filter(({ periodEnd }) => periodEnd <= `${LAST}-12-31`)
    .map(({ dueDate }) => dueDate)

const months = years.flatMap((year) => Array.from({ length: 12 }, (_, index) => [year, index + 1] as const))

test('domain 17: a month of occupancy is due by the 10th of the next one, over ten years', () => {
  const expected = months.map(([year, month]) => open(year, month + 1, 10))
  expect(expected).toHaveLength(120)
  expect(dueDates(TaskType.Occupancy, Schedule.Monthly)).toEqual(expected)
})

test('domain 18: a quarter of utility allowances is due by the last day of the month after it, over ten years', () => {
  const expected = years.flatMap((year) => [3, 6, 9, 12].map((month) => open(year, month + 2, 0)))
  expect(expected).toHaveLength(40)
  expect(dueDates(TaskType.UtilityAllowance, Schedule.Quarterly)).toEqual(expected)
})

test('domain 23, 24: Exhibit Z is due by 31 January and a compliance form 30 days after its year, over ten years', () => {
  expect(dueDates(TaskType.ExhibitZ, Schedule.Yearly)).toEqual(years.map((year) => open(year + 1, 1, 31)))
  expect(dueDates(TaskType.Exhibit, Schedule.Yearly)).toEqual(years.map((year) => open(year + 1, 1, 30)))
})
