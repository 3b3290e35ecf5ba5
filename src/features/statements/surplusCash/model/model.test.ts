import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import {
  computeEarned,
  computeSurplusCashRate,
  getAvailable,
  getComputation,
  getEquity,
  methods,
} from './computation.ts'
import { lineCodes, surplusLines } from './form.ts'
import { countEarningMonths, type Period } from './rightMonths.ts'
import { getSurplusCashRights, type StoredPayment, type StoredRight } from './rights.ts'
import {
  checkSurplusRows,
  computeSurplus,
  findSurplusFindings,
  getPrefilledFigures,
  getReviewedFigures,
  getSubmittedFigures,
  getSurplusTies,
  type SurplusRow,
} from './surplus.ts'

const makeBalanceSheet =
  (figures: Readonly<Record<string, number>>): ReadCents =>
  (code) =>
    toCents(figures[code] ?? 0)
const maple = makeBalanceSheet({
  1110: 300,
  1120: 58_420,
  1191: 16_800,
  1135: 1980,
  1125: 4000,
  1320: 62_400,
  2131: 3420,
  2110: 11_860,
  2120: 2810,
  2123: 1500,
  2210: 1140,
  2191: 15_900,
})
const row = (lineCode: string, more: Partial<SurplusRow> = {}): SurplusRow => ({
  lineCode,
  description: null,
  submittedAmount: null,
  reviewAmount: null,
  reviewerComment: null,
  ...more,
})
const delinquent = [row('A6', { submittedAmount: 1200 })]

test('SUR-A, domain 5.4: Maple Grove has 77,500 cash, 37,830 obligations and 39,670 surplus cash', () => {
  const figures = getSubmittedFigures(delinquent, maple)
  expect(computeSurplus(figures)).toEqual({ a: 77_500_00, b: 37_830_00, c: 39_670_00 })
  expect([figures.A1, figures.A2, figures.A10]).toEqual([75_520_00, 1980_00, 4310_00])
  expect(surplusLines.map((line) => line.code)).toEqual([...lineCodes])
})

test('SUR-A: the reviewer’s amount replaces the submitted one, and entity cash and reserves never count', () => {
  const reviewed = getReviewedFigures([...delinquent, row('A7', { reviewAmount: 12_000 })], maple)
  expect(computeSurplus(reviewed).c).toBe(39_530_00)
  expect(
    getPrefilledFigures(makeBalanceSheet({ 1125: 9, 1310: 9, 1320: 9, 1330: 9, 1340: 9, 2330: 9 })),
  ).toEqual(getPrefilledFigures(() => 0))
})

test('SUR-T1: an entered line is compared with the balance sheet, and a reserve counted as cash is named', () => {
  const [cash, ...tieds] = getSurplusTies(
    [row('A1', { submittedAmount: 75_520 + 62_400 })],
    maple,
    1,
    '/afs/view/2025/1',
  )
  expect(cash).toMatchObject({ id: 'SUR-T1', agrees: false, difference: 62_400_00, stops: false })
  expect(cash?.hint).toContain('1320')
  expect(tieds.map((tie) => [tie.id, tie.agrees])).toEqual(
    ['SUR-T2', 'SUR-T4', 'SUR-T7', 'SUR-T10', 'SUR-T11', 'SUR-T12'].map((id) => [id, true]),
  )
})

test('SUR-F1 and SUR-F2, domain 5.5: a deficiency and underfunded tenant deposits are findings', () => {
  expect(findSurplusFindings(getSubmittedFigures(delinquent, maple), maple)).toEqual([])
  const short = makeBalanceSheet({ 1120: 200, 1191: 900, 2191: 1000, 2110: 50 })
  expect(findSurplusFindings(getSubmittedFigures([], short), short).map((finding) => finding.id)).toEqual([
    'SUR-F2',
  ])
  const broke = makeBalanceSheet({ 1191: 900, 2191: 1000 })
  expect(findSurplusFindings(getSubmittedFigures([], broke), broke).map((finding) => finding.words)).toEqual([
    expect.stringContaining('Deficiency of $100.00'),
    expect.stringContaining('short by $100.00: $900.00 is held in trust (1191), $1,000.00 is owed (2191)'),
  ])
})

test.each([
  ['236 excess income due HUD', { 2115: 100 }, 'A13', '2115'],
  ['payables of construction and improvements', { 2111: 60, 2112: 40 }, 'A7', '2111, 2112'],
  ['interest on other loans', { 2133: 60, 2134: 40 }, 'A4', '2133, 2134'],
  ['property taxes above the escrow', { 2150: 500, 1310: 400 }, 'A10', '2150 (above the escrow of 1310)'],
  ['notes due', { 2160: 100 }, 'A8', '2160'],
] as const)('SUR-F3 warns of %s until the form names it', (_, owed, line, codes) => {
  const read = makeBalanceSheet({ 1120: 9000, 2110: 50, 2131: 20, ...owed })
  const [warned] = findSurplusFindings(getSubmittedFigures([], read), read)
  expect(warned?.words).toContain(`$100.00 more in ${codes} than the form names`)
  const amount = getSubmittedFigures([], read)[line] / 100 + 100
  expect(
    findSurplusFindings(getSubmittedFigures([row(line, { submittedAmount: amount })], read), read),
  ).toEqual([])
})

test('SUR-F3 does not warn of property taxes covered by the escrow', () => {
  const read = makeBalanceSheet({ 1120: 9000, 2150: 400, 1310: 400 })
  expect(findSurplusFindings(getSubmittedFigures([], read), read)).toEqual([])
})

test('SUR-1 and SUR-2: amounts must not be negative, and other amounts need a description', () => {
  expect(
    checkSurplusRows([row('A5', { submittedAmount: -1 }), row('A13', { submittedAmount: 5 }), row('A3')]),
  ).toMatchObject([{ field: 'lines.4.submittedAmount' }, { field: 'lines.12.description' }])
  expect(
    checkSurplusRows([row('A13', { submittedAmount: 5, description: 'Next month’s principal' })]),
  ).toEqual([])
})

const basis = {
  method: methods[0],
  rate: 8,
  developmentCost: toCents(2_900_000),
  mortgagePrincipal: toCents(2_450_000),
  improvements: 0,
}

test('CDS-B2a, domain 6.4: equity of 511,600 earns 40,928 at 8 percent, and 18,500 from before less 12,000 paid leave 47,428', () => {
  const equity = getEquity(basis, toCents(61_600))
  expect(equity).toBe(511_600_00)
  const earned = computeEarned(equity, computeSurplusCashRate(basis), 12)
  expect(earned).toBe(40_928_00)
  const amounts = { earned, accrued: 18_500_00, paid: 12_000_00 }
  expect(getComputation({ surplus: 39_670_00, ...amounts })).toEqual({
    b1: 39_670_00,
    b2a: 40_928_00,
    b2b: 18_500_00,
    b2c: 12_000_00,
    b3: 47_428_00,
    b4: 39_670_00,
    b5: 0,
  })
  expect(getComputation({ surplus: 55_000_00, ...amounts })).toMatchObject({ b4: 47_428_00, b5: 7572_00 })
})

test.each([
  ['whole dollars, halves up', 10_006_25, 8, 12, 801_00],
  ['just below a half', 10_006_24, 8, 12, 800_00],
  ['a first year of five months', 511_600_00, 8, 5, 17_053_00],
  [
    'twice a yield of 2.125 percent',
    100_000_00,
    computeSurplusCashRate({ method: methods[1], rate: 2.125 }),
    12,
    4250_00,
  ],
  ['a nonprofit owner', 511_600_00, computeSurplusCashRate({ method: methods[2], rate: 8 }), 12, 0],
  ['negative equity', -1_000_00, 8, 12, 0],
])('CDS-B2a, domain 6.5: %s', (_, equity, rate, months, earned) => {
  expect(computeEarned(equity, rate, months)).toBe(earned)
})

test('CDS-B4 and CDS-B5: a deficiency makes nothing available, a nonprofit deposits all, and overdrawn rights add no cash', () => {
  const amounts = { earned: 100, accrued: 0, paid: 0 }
  expect(getComputation({ surplus: -500, ...amounts })).toMatchObject({ b1: 0, b4: 0, b5: 0 })
  expect(getComputation({ surplus: 900, earned: 0, accrued: 0, paid: 0 })).toMatchObject({ b4: 0, b5: 900 })
  expect(getComputation({ surplus: 900, earned: 100, accrued: 0, paid: 300 })).toMatchObject({
    b3: -200,
    b4: 0,
    b5: 900,
  })
})

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 })
const paid = fc.integer({ min: 0, max: 1_000_000_00 })

test('CDS-B4: available is never more than the cash or the rights, and B4 and B5 add up to B1', () => {
  fc.assert(
    fc.property(cents, paid, cents, paid, (surplus, earned, accrued, out) => {
      const { b1, b3, b4, b5 } = getComputation({ surplus, earned, accrued, paid: out })
      expect(b4).toBeGreaterThanOrEqual(0)
      expect(b4).toBeLessThanOrEqual(Math.max(0, surplus))
      expect(b4).toBeLessThanOrEqual(Math.max(0, b3))
      expect(b4 + b5).toBe(b1)
    }),
  )
})

test('SUR-A: cash less obligations is exact to the cent for any figures', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 13, maxLength: 13 }), (amounts) => {
      const figures = Object.fromEntries(
        lineCodes.map((code, index) => [code, amounts[index]!]),
      ) as Parameters<typeof computeSurplus>[0]
      const { a, b, c } = computeSurplus(figures)
      expect(a + b).toBe(amounts.reduce((sum, number) => sum + number, 0))
      expect(c).toBe(a - b)
    }),
  )
})

const wholeYear = (year: number) => ({ year, periodStart: `${year}-01-01`, periodEnd: `${year}-12-31` })
const bases = [{ ...basisInDollars(), fromYear: 2023, firstYearMonths: 5 }]
function basisInDollars() {
  return {
    method: methods[0],
    rate: 8,
    developmentCost: 2_900_000,
    mortgagePrincipal: 2_450_000,
    improvements: 0,
  }
}
const right = (year: number, more: Partial<StoredRight>): StoredRight => ({
  yearlyDistributionsAccruedId: year,
  year,
  months: 12,
  equity: null,
  rate: null,
  earned: 0,
  typed: false,
  note: null,
  ...more,
})
const payment = (year: number, paid: number, distributionRequestId: number | null = null): StoredPayment => ({
  year,
  paid,
  distributionRequestId,
  paidOn: `${year}-06-30`,
})

test('CDS-B2b, domain 6.4: unpaid rights carry over from year to year; once 39,670 is paid, 7,758 is left', () => {
  const facts = [{ ...wholeYear(2025), mortgages: 2_388_400, principalPaid: null }]
  const rows = [right(2023, { typed: true }), right(2024, { typed: true, earned: 18_500 })]
  const payments = [payment(2025, 12_000), payment(2026, 39_670, 9)]
  const years = getSurplusCashRights(bases, facts, rows, payments, 2025)
  expect(years.map(({ year, earned, paid, balance }) => [year, earned, paid, balance])).toEqual([
    [2023, 0, 0, 0],
    [2024, 18_500, 0, 18_500],
    [2025, 40_928, 12_000, 47_428],
  ])
  expect(years[2]).toMatchObject({ equity: 511_600, rate: 8, principalPaid: 61_600 })
  // In the next year, after the request was paid, 7,758 of the balance is left from earlier years.
  const next = getSurplusCashRights(bases, facts, rows, payments, 2026)[3]!
  expect(next.balance - next.earned).toBe(7758)
})

test('CDS-3, domain 6.5: years without a statement earn too, the first one by its months, and a new basis applies from its year', () => {
  const refinanced = {
    ...basisInDollars(),
    mortgagePrincipal: 2_800_000,
    fromYear: 2026,
    firstYearMonths: 12,
  }
  const facts = [{ ...wholeYear(2024), mortgages: null, principalPaid: 10_000 }]
  const years = getSurplusCashRights([...bases, refinanced], facts, [], [], 2026)
  expect(years.map(({ year, months, equity, earned }) => [year, months, equity, earned])).toEqual([
    [2023, 5, 450_000, 15_000],
    [2024, 12, 460_000, 36_800],
    [2025, 12, 460_000, 36_800],
    [2026, 12, 110_000, 8800],
  ])
  expect(getSurplusCashRights([], [], [], [], 2026)).toEqual([])
  expect(
    getSurplusCashRights([], [], [right(2025, { typed: true, earned: 100 })], [], 2026).at(-1),
  ).toMatchObject({ balance: 100 })
})

test('CDS-B2b: for any amounts, the last balance is all that was earned less all that was paid', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 }).map((number) => number / 100)
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 30 }), (years) => {
      const rows = years.map(([earned], index) => right(2000 + index, { typed: true, earned }))
      const payments = years.map(([, paid], index) => payment(2000 + index, paid))
      const last = getSurplusCashRights([], [], rows, payments, 2000 + years.length - 1).at(-1)!
      const sum = (column: 0 | 1) => years.reduce((cents, year) => cents + toCents(year[column]), 0)
      expect(toCents(last.balance)).toBe(sum(0) - sum(1))
    }),
  )
})

test('DSR-1: available is B4 less approved and requested amounts, and never below 0', () => {
  expect(getAvailable(39_670_00, 20_000_00, 5_000_00)).toBe(14_670_00)
  expect(getAvailable(10, 20, 0)).toBe(0)
})

test('domain 47.3: payments, repayments and reversals never change what a year earns', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100)
  const paidIn = fc.tuple(
    fc.integer({ min: 2020, max: 2030 }),
    amount,
    fc.option(fc.integer({ min: 1, max: 3 })),
  )
  const facts = [{ ...wholeYear(2025), mortgages: 2_388_400, principalPaid: null }]
  const earned = (payments: StoredPayment[]) =>
    new Map(
      getSurplusCashRights(bases, facts, [], payments, 2028).map((surplusCashRight) => [
        surplusCashRight.year,
        surplusCashRight.earned,
      ]),
    )
  const earnedWithout = earned([])
  fc.assert(
    fc.property(fc.array(paidIn, { maxLength: 20 }), (all) => {
      const payments = all.map(([year, paid, request]) => payment(year, paid, request))
      const earnedWith = earned(payments)
      for (const [year, cents] of earnedWith) expect(cents).toBe(earnedWithout.get(year) ?? 0)
      const last = getSurplusCashRights(bases, facts, [], payments, 2028).at(-1)!
      const out = payments.reduce(
        (sum, storedPayment) => sum + (storedPayment.year <= 2028 ? toCents(storedPayment.paid) : 0),
        0,
      )
      const due = [...earnedWithout.values()].reduce((sum, dollars) => sum + toCents(dollars), 0)
      expect(toCents(last.balance)).toBe(due - out)
    }),
  )
})

test('domain 47.2: if the fiscal year end changes, each calendar month earns once', () => {
  const period = (year: number, periodStart: string, periodEnd: string) => ({ year, periodStart, periodEnd })
  const months = (periods: Period[], first: number, through: number) =>
    [...countEarningMonths(periods, first, through)].toSorted()
  // The year end moves from December to June, by a short period of six months or a long one of eighteen.
  const until = period(2024, '2024-01-01', '2024-12-31')
  const short = [until, period(2025, '2025-01-01', '2025-06-30'), period(2026, '2025-07-01', '2026-06-30')]
  expect(months(short, 2024, 2026)).toEqual([
    [2024, 12],
    [2025, 6],
    [2026, 12],
  ])
  const long = [until, period(2026, '2025-01-01', '2026-06-30')]
  expect(months(long, 2024, 2027)).toEqual([
    [2024, 12],
    [2025, 0],
    [2026, 18],
    [2027, 12],
  ])
  // 511,600 × 8 % × 18 ÷ 12.
  const facts = long.map((item) => ({ ...item, mortgages: null, principalPaid: 61_600 }))
  const fullYearBases = [{ ...basisInDollars(), fromYear: 2024, firstYearMonths: 12 }]
  expect(
    getSurplusCashRights(fullYearBases, facts, [], [], 2026).map(({ year, earned }) => [year, earned]),
  ).toEqual([
    [2024, 40_928],
    [2025, 0],
    [2026, 61_392],
  ])
})

test('domain 47.2: for any filed periods no calendar month earns twice, and consecutive years leave none out', () => {
  const day = (month: number, last: boolean) => {
    const monthText = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
    return last ? `${monthText}-28` : `${monthText}-01`
  }
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 18 }), fc.boolean()), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 11 }), (periodLengths, start) => {
      let month = 2015 * 12 + start
      const firstMonth = month
      const all = periodLengths.map(([length]) => {
        const statementPeriod = { periodStart: day(month, false), periodEnd: day(month + length - 1, true) }
        month += length
        return { ...statementPeriod, year: Number(statementPeriod.periodEnd.slice(0, 4)) }
      })
      const periods = all.filter(({ year }, index) => all.findIndex((item) => item.year === year) === index)
      const [first, last] = [periods[0]!.year, periods.at(-1)!.year]
      const sum = [...countEarningMonths(periods, first, last).values()].reduce(
        (total, number) => total + number,
        0,
      )
      expect(sum).toBeLessThanOrEqual(12 * (last + 1) - firstMonth)
      if (periods.length === all.length) expect(sum).toBe(month - firstMonth)
    }),
  )
})

test('SUR-F3, Trust 2.6: overdraft, payables to HUD and other current liabilities are warned about unless A13 includes them', () => {
  const read = (code: string) => ({ 2105: 500_00, 2116: 40_00 })[code] ?? 0
  const describeFindings = (a13: number) =>
    findSurplusFindings({ ...getSubmittedFigures([], () => 0), A13: a13 }, read).map(
      ({ id, words }) => `${id} ${words}`,
    )
  expect(describeFindings(0)).toEqual([
    expect.stringMatching(/^SUR-F3 The balance sheet owes \$540\.00 more in 2105, 2116 than the form names/),
  ])
  expect(describeFindings(540_00).filter((text) => text.startsWith('SUR-F3'))).toEqual([])
})
