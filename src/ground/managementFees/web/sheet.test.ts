import { expect, test } from 'vitest'
import { cellsOf, changesOf, columnsOf, type FeeType, linesOf, type Max } from './sheet.ts'

const types: FeeType[] = [
  { managementFeeTypeId: 1, name: 'Per occupied unit', basis: 'Occupied unit month' },
  { managementFeeTypeId: 3, name: 'Percent', basis: 'Percent of collected rent' },
]
const max = (year: number, managementFeeTypeId: number, value: Partial<Max>): Max => ({
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
const maxima = [max(2023, 1, { amount: 45, source: 'Published' }), max(2023, 3, { percent: 7 })]
const lines = linesOf(maxima, 2024)

test('a line for each year and the next, the newest first; a column for each type', () => {
  expect(lines.map((line) => line.label)).toEqual(['2025', '2024', '2023'])
  expect(columnsOf(types).map((column) => [column.label, column.kind])).toEqual([
    ['Per occupied unit', 'money'],
    ['Percent', 'percent'],
    ['Raised by OCAF', 'percent'],
    ['Source', 'text'],
  ])
})

test('cells hold dollars or points by the type; what was not typed is no change', () => {
  const cells = cellsOf(maxima, types, lines)
  expect(cells['2023']).toEqual({ 'type 1': 45, 'type 3': 7, ocaf: null, source: 'Published' })
  expect(changesOf(cells, maxima, types)).toEqual([])
})

test('a typed cell is added, changed or removed', () => {
  const cells = cellsOf(maxima, types, lines)
  const typed = {
    ...cells,
    '2024': { ...cells['2024'], 'type 1': 47.34 },
    '2023': { ...cells['2023'], 'type 1': 46, 'type 3': null },
  }
  expect(
    changesOf(typed, maxima, types).map(({ year, present, value }) => [year, present?.managementFeeMaxId, value]),
  ).toEqual([
    [2023, 20_231, 46],
    [2023, 20_233, null],
    [2024, undefined, 47.34],
  ])
})
