import { addDays } from '#kernel/model/dates.ts'
import { getSampleData, SampleRow } from '../model/calls.ts'
import { declareFixedList } from '../model/fixedList.ts'

const COUNT = 3000
const FIRST_DAY = '2010-01-04'
const MAX_CENTS = 5_000_000

const pickLabel = (labels: readonly string[], index: number): string => labels[index % labels.length] ?? ''

const namesBegin = ['Sample', 'Example', 'Trial', '1st', 'Model', 'Pattern', 'Test', 'Draft']
const namesEnd = ['Court', 'Manor', 'Place', 'Village', 'Gardens']
const cities = ['Columbia', 'Joplin', 'Rolla', 'Sedalia', 'Hannibal', 'Kirksville']
const statuses = ['Not Submitted', 'Submitted', 'Under Review', 'Reviewed', 'Approved', 'Rejected']

/**
 * Creates an invented row, always the same for an index. The factors have no common divisor, so that the
 * fields vary independently.
 */
function createSampleRow(index: number): SampleRow {
  const openingDay = addDays(FIRST_DAY, (index * 1021) % 6000)
  return {
    id: index + 1,
    name: `${pickLabel(namesBegin, index)} ${pickLabel(namesEnd, index)} ${index + 1}`,
    city: pickLabel(cities, index),
    units: 8 + ((index * 7) % 120),
    status: pickLabel(statuses, index),
    opened: openingDay,
    changed: `${addDays(openingDay, index % 90)}T${String(8 + (index % 10)).padStart(2, '0')}:${String((index * 13) % 60).padStart(2, '0')}:00.000Z`,
    amount: (((index * 7919) % MAX_CENTS) + 12_345) / 100,
    active: index % 3 !== 0,
    remark:
      index % 5 === 0
        ? 'A remark that is longer than its column is wide, so that it breaks into lines and its row grows.'
        : null,
  }
}

/** The invented rows for /GridSample. */
export const sampleData = declareFixedList({
  path: getSampleData.path,
  label: 'Sample data',
  key: 'id',
  rows: Array.from({ length: COUNT }, (_, index) => createSampleRow(index)),
  row: SampleRow,
  access: getSampleData.access,
})
