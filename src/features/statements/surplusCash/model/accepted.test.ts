import { expect, test } from 'vitest'
import { getChangedParts } from './accepted.ts'
import { findComputationFindings } from './findings.ts'
import type { ComputationView } from './views.ts'

const accepted = {
  b1: 200_000,
  b2a: 90_000,
  b2b: 229_366,
  b2c: 153_500,
  b3: 165_866,
  b4: 165_866,
  b5: 34_134,
}

test('CDS-F8, domain 47.5: an accepted year reports what it would be today after something was undone', () => {
  const today = { ...accepted, b2c: 0, b3: 319_366, b4: 200_000, b5: 0 }
  expect(getChangedParts(accepted, { ...accepted })).toBeNull()
  expect(getChangedParts(accepted, today)).toEqual(today)
  const view = {
    ...accepted,
    since: today,
    approved: 79_500,
    paidDeclared: null,
    overpaid: 0,
    basis: {},
    figure: null,
  }
  const getFindingTexts = (overrides: object) =>
    findComputationFindings({ ...view, ...overrides } as unknown as ComputationView).flatMap(
      ({ id, words }) => (id === 'CDS-F8' ? [words] : []),
    )
  expect(getFindingTexts({})).toEqual([
    'It shows what the statement was accepted on. Something was undone since; today it would come to B2c $0.00, B3 $319,366.00, B4 $200,000.00, B5 $0.00.',
  ])
  expect(getFindingTexts({ since: null })).toEqual([])
})
