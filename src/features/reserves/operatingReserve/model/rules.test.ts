import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getReviewType } from '#features/shared/invoicedItems/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { computeNeed, computeVacancyLoss, getRequestWarnings } from './rules.ts'

const figures = { currentPayables: 22_400, dueWithinMonth: 9_100, cashAvailable: 18_600 }

test('domain 13.3: payables 22,400 + due within 30 days 9,100 - cash 18,600 = need 12,900', () => {
  expect(computeNeed(figures)).toBe(12_900)
  expect(getRequestWarnings(figures, 15_000, 54_000)).toEqual([
    'The figures support $12,900.00; $15,000.00 is requested.',
  ])
  expect(getRequestWarnings(figures, 12_900, 12_900)).toEqual([])
  expect(getRequestWarnings(figures, 12_900, 12_899.99)).toEqual([
    'The total of $12,900.00 is above the reserve balance of $12,899.99.',
  ])
  expect(computeNeed({ ...figures, cashAvailable: null })).toBeNull()
})

test('domain 13.3: five vacant units at $665.00 cost $3,325.00 a month', () => {
  expect(computeVacancyLoss(5, 665)).toBe(3325)
  expect([computeVacancyLoss(null, 665), computeVacancyLoss(5, null), computeVacancyLoss(0, 665)]).toEqual([
    null,
    null,
    0,
  ])
})

const cents = fc.integer({ min: 0, max: 100_000_000 })

test('the need equals payables plus due amounts less cash, exact to the cent and never negative', () => {
  fc.assert(
    fc.property(cents, cents, cents, (owed, due, cash) => {
      const need = computeNeed({
        currentPayables: fromCents(owed),
        dueWithinMonth: fromCents(due),
        cashAvailable: fromCents(cash),
      })
      expect(need).toBe(fromCents(Math.max(0, owed + due - cash)))
    }),
  )
})

test('the kind of decision on an item follows from its claimed and approved amounts', () => {
  expect([
    getReviewType(100, null),
    getReviewType(100, 100),
    getReviewType(100, 0),
    getReviewType(100, 99.99),
  ]).toEqual([null, 1, 2, 3])
})
