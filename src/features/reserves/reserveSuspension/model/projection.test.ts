import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '#kernel/model/dates.ts'
import { projectBalance } from './projection.ts'

const account = { balance: 120_000, monthlyDeposit: 1200, units: 48 }

test('domain 12.3: the balance grows except in the suspended months', () => {
  const months = projectBalance('2026-11-22', { account, startMonth: '2027-01-01', endMonth: '2027-02-01' })
  expect(
    months.map(({ month, suspended, withDeposits: going, inTerm }) => [month, suspended, going, inTerm]),
  ).toEqual([
    ['2026-11-01', 120_000, 120_000, false],
    ['2026-12-01', 121_200, 121_200, false],
    ['2027-01-01', 121_200, 122_400, true],
    ['2027-02-01', 121_200, 123_600, true],
    ['2027-03-01', 122_400, 124_800, false],
  ])
  expect(months[0]?.perUnit).toBe(2500)
})

test('a suspension lowers the final balance by exactly one deposit for each suspended month', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000 }).map((amount) => amount / 100)
  fc.assert(
    fc.property(cents, cents, fc.nat(12), fc.nat(24), (balance, monthlyDeposit, ahead, length) => {
      const startMonth = addMonths('2026-12-01', ahead)
      const inputs = {
        account: { balance, monthlyDeposit, units: 48 },
        startMonth,
        endMonth: addMonths(startMonth, length),
      }
      const last = projectBalance('2026-11-22', inputs).at(-1)!
      expect(Math.round((last.withDeposits - last.suspended) * 100)).toBe(
        Math.round(monthlyDeposit * 100) * (length + 1),
      )
    }),
  )
})
