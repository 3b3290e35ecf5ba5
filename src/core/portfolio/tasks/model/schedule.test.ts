import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { Schedule, scheduleLabels } from './frequency.ts'
import { clearUnusedFields, getScheduleFaults, getSpanDays, type ScheduleSpan } from './schedule.ts'

const span: ScheduleSpan = {
  taskTypeId: 6,
  frequency: 0,
  startYear: 2024,
  startMonth: 3,
  startQuarterQuarterId: null,
  endYear: 2024,
  endMonth: 3,
  endQuarterQuarterId: null,
}
const getFields = (change: Partial<ScheduleSpan>) =>
  getScheduleFaults({ ...span, ...change }).map((fault) => fault.field)
const quarterly = { frequency: 1, startMonth: null, endMonth: null }

test('ST-03 the schedules have the specified numbers and labels', () => {
  expect(Schedule).toEqual({ Monthly: 0, Quarterly: 1, Yearly: 2 })
  expect(scheduleLabels[Schedule.Quarterly]).toBe('Quarterly')
})

type Range = Partial<ScheduleSpan> & { schedule: keyof typeof Schedule }
test.each(getVectors<Range, string>('VAL-15'))('VAL-15 $input is $expected', ({ input, expected }) => {
  const { schedule, ...range } = input
  const unset = { startMonth: null, endMonth: null, taskTypeId: 6 }
  const faults = getFields({ ...unset, ...range, frequency: Schedule[schedule] })
  expect(faults).toEqual(expected === 'valid' ? [] : ['endYear'])
})

test('VAL-15 a missing month or quarter of the start, or of the end if there is one, is a fault of its field', () => {
  expect(getFields({ startMonth: null })).toEqual(['startMonth'])
  expect(getFields({ ...quarterly })).toEqual(['startQuarterQuarterId', 'endQuarterQuarterId'])
  expect(getFields({ endYear: null, endMonth: null })).toEqual([])
  expect(getFields({ startYear: null, taskTypeId: 99 })).toEqual(['taskTypeId', 'startYear'])
})

test('VAL-15 an end is refused exactly if it is before the start, in months, quarters or years', () => {
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
    fc.property(spans, (item) => {
      const parts = [
        [item.startMonth, item.endMonth],
        [item.startQuarterQuarterId, item.endQuarterQuarterId],
        [0, 0],
      ]
      const [from, to] = parts[item.frequency]!
      const ends = item.endYear * 12 + to! < item.startYear * 12 + from!
      expect(getFields(item)).toEqual(ends ? ['endYear'] : [])
    }),
  )
})

test('SHP-05 fields that the schedule’s frequency does not use are cleared', () => {
  const full = { ...span, startQuarterQuarterId: 1, endQuarterQuarterId: 2, endYear: null }
  expect(clearUnusedFields(full)).toEqual({ ...span, endYear: null, endMonth: null })
  expect(getSpanDays({ ...span, endMonth: 4 })).toEqual({ startsOn: '2024-03-01', endsOn: '2024-04-30' })
})
