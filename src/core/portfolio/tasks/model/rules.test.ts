import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveToBusinessDay } from '#core/platform/holidays/model/index.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { Schedule } from './frequency.ts'
import {
  getDashboardMonths,
  getFilingObstacles,
  getPeriodLabel,
  getTaskDays,
  listTaskDates,
  type PeriodKind,
} from './rules.ts'
import { type DueRules, dueRuleSettings } from './settings.ts'
import { TaskType, taskTypes } from './taskTypes.ts'

const rules = Object.fromEntries(
  Object.entries(dueRuleSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as DueRules
const none: ReadonlySet<string> = new Set()

/** Returns the dates of the single task of the period that contains `from`. */
const getDates = (taskTypeId: number, frequency: number, from: string, fiscalYearEndMonth = 12) => {
  const [first] = listTaskDates(
    { taskTypeId, frequency, fiscalYearEndMonth },
    from,
    '2030-12-31',
    rules,
    none,
  )
  return first && [first.periodStart, first.periodEnd, first.windowOpen, first.dueDate]
}

test('the dashboard covers twelve consecutive months that end with the next one, also over the turn of a year', () => {
  const months = getDashboardMonths('2026-03-31')
  expect(months).toHaveLength(12)
  expect([months.at(0), months.at(8), months.at(10), months.at(-1)]).toEqual([
    '2025-05-01',
    '2026-01-01',
    '2026-03-01',
    '2026-04-01',
  ])
})

describe('domain 3.2: when each kind of task is due', () => {
  test.each([
    [
      'Occupancy by the 10th of the next month',
      TaskType.Occupancy,
      0,
      '2025-04-01',
      12,
      ['2025-04-01', '2025-04-30', '2025-05-01', '2025-05-12'],
    ],
    [
      'TCAP by the 25th',
      TaskType.TCAP,
      0,
      '2025-01-01',
      12,
      ['2025-01-01', '2025-01-31', '2025-02-01', '2025-02-25'],
    ],
    [
      'utility allowance by the end of the month after the quarter',
      TaskType.UtilityAllowance,
      1,
      '2025-05-01',
      12,
      ['2025-04-01', '2025-06-30', '2025-07-01', '2025-07-31'],
    ],
    [
      'AFS 90 days after the fiscal year',
      TaskType.AFS,
      2,
      '2025-01-01',
      12,
      ['2025-01-01', '2025-12-31', '2026-01-01', '2026-03-31'],
    ],
    [
      'AFS of a year that ends in June',
      TaskType.AFS,
      2,
      '2025-01-01',
      6,
      ['2024-07-01', '2025-06-30', '2025-07-01', '2025-09-29'],
    ],
    [
      'AFS of a year that ends on a leap day',
      TaskType.AFS,
      2,
      '2024-01-01',
      2,
      ['2023-03-01', '2024-02-29', '2024-03-01', '2024-05-29'],
    ],
    [
      'budget on 15 November before',
      TaskType.Budget,
      2,
      '2027-01-01',
      12,
      ['2027-01-01', '2027-12-31', '2026-09-16', '2026-11-16'],
    ],
    [
      'budget of another year 45 days before',
      TaskType.Budget,
      2,
      '2026-01-01',
      6,
      ['2025-07-01', '2026-06-30', '2025-03-18', '2025-05-19'],
    ],
    [
      'Exhibit Z by 31 January',
      TaskType.ExhibitZ,
      2,
      '2025-01-01',
      6,
      ['2025-01-01', '2025-12-31', '2026-01-01', '2026-02-02'],
    ],
    [
      'rent increase from 1 October to 31 December',
      TaskType.RentIncrease,
      2,
      '2026-01-01',
      12,
      ['2026-01-01', '2026-12-31', '2025-10-01', '2025-12-31'],
    ],
    [
      'rent increase in the three months before another year',
      TaskType.RentIncrease,
      2,
      '2026-01-01',
      6,
      ['2025-07-01', '2026-06-30', '2025-04-01', '2025-06-30'],
    ],
  ] as const)('%s', (_, type, frequency, from, fiscalYearEnd, expected) => {
    expect(getDates(type, frequency, from, fiscalYearEnd)).toEqual(expected)
  })
})

const day = fc.integer({ min: 0, max: 9000 }).map((count) => addDays('2010-01-01', count))

test('due dates roll forward over weekends and holidays to the next open day', () => {
  fc.assert(
    fc.property(day, fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }), (due, holidayOffsets) => {
      const holidays = new Set(holidayOffsets.map((count) => addDays(due, count)))
      const rolled = moveToBusinessDay(due, holidays)
      const isClosed = (text: string) =>
        holidays.has(text) || [0, 6].includes(new Date(`${text}T00:00:00Z`).getUTCDay())
      expect(isClosed(rolled)).toBe(false)
      expect(rolled >= due).toBe(true)
      for (let between = due; between < rolled; between = addDays(between, 1))
        expect(isClosed(between)).toBe(true)
    }),
  )
})

const layout: fc.Arbitrary<PeriodKind> = fc
  .constantFrom(
    ...taskTypes.flatMap(({ taskTypeId, frequencies }) =>
      frequencies.map((frequency) => ({ taskTypeId, frequency })),
    ),
  )
  .chain((kind) =>
    fc.integer({ min: 1, max: 12 }).map((fiscalYearEndMonth) => ({ ...kind, fiscalYearEndMonth })),
  )

test('periods follow each other without gap or overlap, and each can be filed before it is due', () => {
  fc.assert(
    fc.property(layout, day, fc.integer({ min: 0, max: 1500 }), (kind, from, span) => {
      const taskDateses = listTaskDates(kind, from, addDays(from, span), rules, none)
      for (const [index, taskDates] of taskDateses.entries()) {
        const next = taskDateses[index + 1]
        if (next) expect(next.periodStart).toBe(addDays(taskDates.periodEnd, 1))
        expect(taskDates.windowOpen <= taskDates.dueDate).toBe(true)
        expect(taskDates.windowOpen <= addDays(from, span)).toBe(true)
        const length = daysBetween(taskDates.periodStart, taskDates.periodEnd) + 1
        const [minimum, maximum] =
          kind.frequency === Schedule.Monthly
            ? [28, 31]
            : kind.frequency === Schedule.Quarterly
              ? [90, 92]
              : [365, 366]
        expect(length >= minimum && length <= maximum).toBe(true)
      }
    }),
  )
})

test('a period is labeled by its month, quarter or year', () => {
  expect(getPeriodLabel('2024-02-01', '2024-02-29')).toBe('February 2024')
  expect(getPeriodLabel('2025-07-01', '2025-09-30')).toBe('Quarter 3 of 2025')
  expect(getPeriodLabel('2025-01-01', '2025-12-31')).toBe('2025')
  expect(getPeriodLabel('2024-07-01', '2025-06-30')).toBe('year to 06/30/2025')
})

test('the days in a setting are read and other text is ignored', () => {
  expect(getTaskDays('30, 7, 1')).toEqual([30, 7, 1])
  expect(getTaskDays('never')).toEqual([])
})

test('all reasons that prevent filing a module are listed together', () => {
  const filing = {
    moduleId: TaskType.AFS,
    monitored: false,
    units: 12,
    unitThreshold: 13,
    required: null,
    requirementReason: null,
    mayWrite: false,
  }
  expect(getFilingObstacles(filing)).toHaveLength(3)
  expect(getFilingObstacles({ ...filing, monitored: true, mayWrite: true, units: 13 })).toEqual([])
  expect(getFilingObstacles({ ...filing, monitored: true, mayWrite: true, required: true })).toEqual([])
  expect(getFilingObstacles({ ...filing, monitored: true, mayWrite: true, required: false })).toEqual([
    'The agency has exempted this property from AFS.',
  ])
})
