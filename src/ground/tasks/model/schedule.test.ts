import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskRangeFault } from '#ui/form/validation.ts'
import { daysOfSpan, type Span, scheduleFaults, tidySpan } from './schedule.ts'

const span: Span = {
  taskTypeId: 6,
  frequency: 0,
  startYear: 2024,
  startMonth: 3,
  startQuarterQuarterId: null,
  endYear: 2024,
  endMonth: 3,
  endQuarterQuarterId: null,
}
const fieldsOf = (change: Partial<Span>) => scheduleFaults({ ...span, ...change }).map((fault) => fault.field)
const quarterly = { frequency: 1, startMonth: null, endMonth: null }
const yearly = { ...quarterly, frequency: 2 }

test('VAL-15 the vectors of the specification', () => {
  expect(fieldsOf({})).toEqual([])
  expect(fieldsOf({ startMonth: 12, endYear: 2025, endMonth: 1 })).toEqual([])
  expect(fieldsOf({ ...quarterly, startQuarterQuarterId: 2, endQuarterQuarterId: 2 })).toEqual([])
  expect(fieldsOf({ ...quarterly, startQuarterQuarterId: 4, endYear: 2025, endQuarterQuarterId: 1 })).toEqual([])
  expect(fieldsOf({ ...yearly, startYear: 2025 })).toEqual(['endYear'])
})

test('VAL-15 what is missing is named: the month or quarter of the schedule, and of its end when it has one', () => {
  expect(fieldsOf({ startMonth: null })).toEqual(['startMonth'])
  expect(fieldsOf({ ...quarterly })).toEqual(['startQuarterQuarterId', 'endQuarterQuarterId'])
  expect(fieldsOf({ endYear: null, endMonth: null })).toEqual([])
  expect(fieldsOf({ startYear: null, taskTypeId: 99 })).toEqual(['taskTypeId', 'startYear'])
})

test('VAL-15 what the form says of a range, the server says too', () => {
  const year = fc.integer({ min: 2000, max: 2004 })
  const month = fc.integer({ min: 1, max: 12 })
  const quarter = fc.integer({ min: 1, max: 4 })
  const spans = fc.record({
    taskTypeId: fc.constant(6),
    frequency: fc.integer({ min: 0, max: 2 }),
    startYear: year,
    startMonth: month,
    startQuarterQuarterId: quarter,
    endYear: year,
    endMonth: month,
    endQuarterQuarterId: quarter,
  })
  fc.assert(
    fc.property(spans, (one) => {
      expect(scheduleFaults(one).length === 0).toBe(taskRangeFault({ ...one, schedule: one.frequency }) === true)
    }),
  )
})

test('SHP-05 what a schedule does not use is not kept', () => {
  const full = { ...span, startQuarterQuarterId: 1, endQuarterQuarterId: 2, endYear: null }
  expect(tidySpan(full)).toEqual({ ...span, endYear: null, endMonth: null })
  expect(daysOfSpan({ ...span, endMonth: 4 })).toEqual({ startsOn: '2024-03-01', endsOn: '2024-04-30' })
})
