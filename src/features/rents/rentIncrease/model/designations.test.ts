import { expect, test } from 'vitest'
import { type CheckedRent, findRentsAboveDesignations } from './designations.ts'

/**
 * HUD's figures of the sample county at 50 percent. For three persons, 60 percent is 47,520, so two
 * bedrooms may rent at 1,188.
 */
const figures = {
  countyName: 'Boone County',
  incomeYear: 2026,
  incomes: [30800, 35200, 39600, 44000, 47520, 51040, 54560, 58080],
  fairMarketYear: null,
  fairMarket: [],
}
const rent = (units: number, gross: number | null, more: Partial<CheckedRent> = {}): CheckedRent => ({
  projectRoomTypeId: 2,
  bedrooms: 2,
  units,
  gross,
  market: false,
  ...more,
})
const makeDesignation = (percent: number, units: number, projectRoomTypeId = 2) => ({
  projectRoomTypeId,
  percent,
  units,
})

test('AIT domain 34: rents above the designations of their units are blocked, rents within them are not', () => {
  const findExcess = (rents: CheckedRent[], designations: Parameters<typeof findRentsAboveDesignations>[1]) =>
    findRentsAboveDesignations(rents, designations, figures)
  expect(findExcess([rent(10, 1188)], [makeDesignation(60, 10)])).toEqual([null])
  expect(findExcess([rent(10, 1188.01)], [makeDesignation(60, 10)])).toEqual([
    '10 units of this type would rent at $1,188.01 gross or more, but none is designated for that (average income).',
  ])
  // For three persons, 50 percent is 39,600, or 990 a month. Four units at 1,100 need four with a higher
  // designation.
  expect(findExcess([rent(6, 990), rent(4, 1100)], [makeDesignation(50, 6), makeDesignation(60, 4)])).toEqual(
    [null, null],
  )
  expect(findExcess([rent(6, 990), rent(4, 1100)], [makeDesignation(50, 7), makeDesignation(60, 3)])).toEqual(
    [
      null,
      '4 units of this type would rent at $1,100.00 gross or more, but only 3 are designated for that (average income).',
    ],
  )
  expect(findExcess([rent(4, 1100)], [makeDesignation(60, 9, 3)])).toEqual([
    'designate the units of this type first; the property averages incomes.',
  ])
  expect(findExcess([rent(4, 5000, { market: true }), rent(1, null)], [])).toEqual([null, null])
  expect(findExcess([rent(4, 5000)], null)).toEqual([null])
})
