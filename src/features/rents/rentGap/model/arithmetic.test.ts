import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { sumMoney, toCents } from '#kernel/model/money.ts'
import {
  computeMonthlyGap,
  computeRentGapAmount,
  countMonthParts,
  getChargeableRent,
  getRentGapMonths,
  getSpanWithin,
  PARTS_OF_MONTH,
} from './arithmetic.ts'

const year = { from: '2026-01-01', to: '2026-12-31' }
const rent = { approvedRent: 688, utilityAllowance: 92, programMax: 1188 }

test('domain 15.2: a gap of 688 − 640 = 48 a month is 576 a year, and 5,760 for ten households', () => {
  const anyGap = computeMonthlyGap(rent, 640)
  const amount = computeRentGapAmount(anyGap, countMonthParts(year))
  expect([anyGap, amount, sumMoney(Array.from({ length: 10 }, () => amount))]).toEqual([48, 576, 5760])
})

test.each([
  [
    'what the program’s limit leaves beside the utilities counts where it is less',
    { ...rent, programMax: 760 },
    668,
  ],
  ['no limit: the approved rent', { ...rent, programMax: null }, 688],
  ['the lesser of both', rent, 688],
])('domain 15.2: %s', (_, charged, expected) => {
  expect(getChargeableRent(charged)).toBe(expected)
  expect(computeMonthlyGap(charged, expected)).toBe(0)
  expect(computeMonthlyGap(charged, expected + 50)).toBe(0)
  expect(computeMonthlyGap(charged, expected - 0.01)).toBe(0.01)
})

test.each([
  ['moves out on September 10: eight months and 10 of 30 days', '2020-01-01', '2026-09-10', 8.3333, 400],
  ['moved in on February 15: 14 of 28 days and ten months', '2026-02-15', null, 10.5, 504],
  ['one day of January', '2020-01-01', '2026-01-01', 0.0323, 1.55],
  ['moved out on the last day', '2020-01-01', '2026-12-31', 12, 576],
] as const)('domain 15.3, proration by days: %s', (_, movedIn, movedOut, months, amount) => {
  const anySpan = getSpanWithin(year, movedIn, movedOut)
  const parts = anySpan ? countMonthParts(anySpan) : 0
  expect([getRentGapMonths(parts), computeRentGapAmount(48, parts)]).toEqual([months, amount])
})

test('a household that lived there on no day of the period has no span', () => {
  expect(getSpanWithin(year, '2020-01-01', '2025-12-31')).toBeNull()
  expect(getSpanWithin(year, '2027-01-01', null)).toBeNull()
})

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 800 }))
  .map(([start, length]) => ({
    from: addDays('2024-01-01', start),
    to: addDays('2024-01-01', start + length),
  }))
const anyGap = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100)

test('proration: whole months are whole, no day is counted twice or left out, and the amount is exact to half a cent', () => {
  fc.assert(
    fc.property(anySpan, fc.nat(), anyGap, (item, index, monthly) => {
      const days = daysBetween(item.from, item.to) + 1
      const parts = countMonthParts(item)
      // The parts of two adjacent spans add up to those of the whole span.
      const middle = addDays(item.from, index % days)
      const remaining = middle < item.to ? countMonthParts({ from: addDays(middle, 1), to: item.to }) : 0
      expect(countMonthParts({ from: item.from, to: middle }) + remaining).toBe(parts)
      // A day is at most the share of a 28-day month and at least that of a 31-day month.
      expect(parts).toBeGreaterThanOrEqual((days * PARTS_OF_MONTH) / 31)
      expect(parts).toBeLessThanOrEqual((days * PARTS_OF_MONTH) / 28)
      const exact = BigInt(toCents(monthly)) * BigInt(parts)
      const off =
        2n * (exact - BigInt(toCents(computeRentGapAmount(monthly, parts))) * BigInt(PARTS_OF_MONTH))
      expect(off >= -BigInt(PARTS_OF_MONTH) && off < BigInt(PARTS_OF_MONTH)).toBe(true)
    }),
  )
  for (const full of ['2024', '2025', '2026'])
    expect(countMonthParts({ from: `${full}-01-01`, to: `${full}-12-31` })).toBe(12 * PARTS_OF_MONTH)
})
