import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumMoney } from '#kernel/model/money.ts'
import { sumDebtService } from './debtService.ts'

test('the first mortgage and all other loans have separate accounts, and accounts without an amount are left out', () => {
  const loans = [
    { name: 'First mortgage', isFirst: true, interest: 4_104_000, principal: 3_456_000 },
    { name: 'Second mortgage', isFirst: false, interest: 600_000, principal: 0 },
  ]
  expect(sumDebtService(loans)).toEqual({ 6820: 41_040, 6825: 6000, B110: 34_560 })
  expect(sumDebtService([])).toEqual({})
})

test('the amounts by account add up to the interest and principal of all loans', () => {
  const cents = fc.integer({ min: 0, max: 1e11 })
  const loan = fc.record({ name: fc.string(), isFirst: fc.boolean(), interest: cents, principal: cents })
  fc.assert(
    fc.property(fc.array(loan, { maxLength: 8 }), (loans) => {
      const total = loans.reduce((sum, item) => sum + item.interest + item.principal, 0)
      expect(Math.round(sumMoney(Object.values(sumDebtService(loans))) * 100)).toBe(total)
    }),
  )
})
