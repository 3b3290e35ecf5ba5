import { expect, test } from 'vitest'
import {
  type FeeType,
  getMaximaCells,
  getMaximaChanges,
  getMaximaColumns,
  getMaximaLines,
  type Max,
} from './sheet.ts'

const types: FeeType[] = [
  { managementFeeTypeId: 1, name: 'Per occupied unit', basis: 'Occupied unit month' },
  { managementFeeTypeId: 3, name: 'Percent', basis: 'Percent of collected rent' },
]
const createMax = (year: number, managementFeeTypeId: number, value: Partial<Max>): Max => ({
  managementFeeMaxId: year * 10 + managementFeeTypeId,
  year,
  managementFeeTypeId,
  amount: null,
  percent: null,
  ocafPercent: null,
  effectiveDate: `${year}-01-01`,
  source: null,
  ...value,
})
const maxima = [
  createMax(2023, 1, { amount: 45, source: 'Published' }),
  createMax(2023, 3, { percent: 7 }),
  { ...createMax(2023, 1, { amount: 46 }), managementFeeMaxId: 9, effectiveDate: '2023-07-01' },
]
const lines = getMaximaLines(maxima, 2024)

test('the worksheet has a line for each day on which maxima begin, latest first, and a column for each type', () => {
  expect(lines.map((line) => line.label)).toEqual(['2025', '2024', 'from 07/01/2023', '2023'])
  expect(getMaximaColumns(types).map((column) => [column.label, column.kind])).toEqual([
    ['Per occupied unit', 'money'],
    ['Percent', 'percent'],
    ['Raised by OCAF', 'percent'],
    ['Source', 'text'],
  ])
})

test('cells contain dollars or percent by type, and unchanged cells give no changes', () => {
  const cells = getMaximaCells(maxima, types, lines)
  expect(cells['2023-01-01']).toEqual({ 'type 1': 45, 'type 3': 7, ocaf: null, source: 'Published' })
  expect(getMaximaChanges(cells, maxima, types)).toEqual([])
})

test('edited cells give an addition, a change or a removal', () => {
  const cells = getMaximaCells(maxima, types, lines)
  const draft = {
    ...cells,
    '2024-01-01': { ...cells['2024-01-01'], 'type 1': 47.34 },
    '2023-07-01': { ...cells['2023-07-01'], 'type 1': 46.5 },
    '2023-01-01': { ...cells['2023-01-01'], 'type 1': 44, 'type 3': null },
  }
  expect(
    getMaximaChanges(draft, maxima, types).map(({ day, present, value }) => [
      day,
      present?.managementFeeMaxId,
      value,
    ]),
  ).toEqual([
    ['2024-01-01', undefined, 47.34],
    ['2023-07-01', 9, 46.5],
    ['2023-01-01', 20_231, 44],
    ['2023-01-01', 20_233, null],
  ])
})
