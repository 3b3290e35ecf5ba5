import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Derivation } from '#engines/worksheet/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { computePrintedFormula } from '#tests/printedFormula.ts'
import { convertToDollars, getComputation, methods } from './computation.ts'
import { deriveInterimLine, derivePart, deriveSurplusLine } from './derivations.ts'
import { lineCodes, partCodes, surplusLines } from './form.ts'
import { getInterimFigures, getInterimPeriods, getInterimView } from './interim.ts'
import {
  findBasis,
  getSurplusCashRights,
  type StoredPayment,
  type StoredRight,
  type YearFacts,
} from './rights.ts'
import { computeSurplus } from './surplus.ts'
import type { ComputationView, SurplusLineView, SurplusView } from './views.ts'

const basis = {
  distributionBasisId: 1,
  propertyId: 1,
  fromYear: 2024,
  firstYearMonths: 12,
  rate: 8,
  method: methods[0] as (typeof methods)[number],
  developmentCost: 2_900_000,
  mortgagePrincipal: 2_450_000,
  improvements: 0,
  rateApproval: null,
  source: null,
  setById: 1,
  setAt: '2024-02-01T10:00:00Z',
  setByName: 'Ann Lee',
}
const makeRight = (year: number, more: Partial<StoredRight>): StoredRight => ({
  yearlyDistributionsAccruedId: year,
  year,
  months: 12,
  equity: null,
  rate: null,
  earned: 0,
  typed: true,
  note: null,
  ...more,
})
const makePayment = (year: number, paid: number): StoredPayment => ({
  year,
  paid,
  distributionRequestId: null,
  paidOn: `${year}-06-30`,
})
type ComputationInput = {
  bases: (typeof basis)[]
  facts: YearFacts[]
  accruals: StoredRight[]
  payments: StoredPayment[]
  surplus: number
}
const period = { year: 2025, periodEnd: '2025-12-31' }

/** Builds the computation of 2025 from stored data, the way the server does. */
function getView({ bases, facts, accruals, payments, surplus }: ComputationInput): ComputationView {
  const years = getSurplusCashRights(bases, facts, accruals, payments, period.year)
  const { earned, paid, balance, equity, rate, principalPaid } = years.at(-1) ?? {
    earned: 0,
    paid: 0,
    balance: 0,
    equity: null,
    rate: null,
    principalPaid: 0,
  }
  const accrued = toCents(balance) - toCents(earned) + toCents(paid)
  const parts = getComputation({ surplus, earned: toCents(earned), paid: toCents(paid), accrued })
  return {
    ...period,
    months: 12,
    surplus: fromCents(surplus),
    surplusReviewed: false,
    principalPaid: null,
    basis: findBasis(bases, period.year),
    principal: principalPaid,
    equity,
    rate,
    years,
    ...convertToDollars(parts),
  } as ComputationView
}
const maple = { bases: [basis], facts: [], accruals: [], payments: [], surplus: 39_670_00 }

/** Evaluates a formula in words with its figures, in cents. */
function evaluateDerivation({ formula, parts }: Derivation): number {
  const label = formula!.slice(2)
  const figures = parts.map((part) => ({ ...part, name: part.account.code || part.account.name }))
  const [phrase = '', ...limits] = label.split(/, |(?= and not above)/)
  const filled = [...figures, { name: 'equity', cents: figures[0]?.cents ?? 0 }]
    .toSorted((item, other) => other.name.length - item.name.length)
    .reduce((text, { name, cents }) => text.replaceAll(name, String(cents).replace('-', '−')), phrase)
  const lesser = /^the lesser of (\S+) and (\S+)$/.exec(filled)
  const summed = figures.reduce((sum, { sign, cents }) => sum + sign * cents, 0)
  const percents = filled.replace(/([\d.]+)%/g, '($1 ÷ 100)')
  const first = lesser
    ? Math.min(computePrintedFormula(lesser[1]!)!, computePrintedFormula(lesser[2]!)!)
    : /^[−\d(]/.test(percents)
      ? computePrintedFormula(percents)!
      : summed
  return limits.reduce((value, limit) => {
    if (limit === 'to the whole dollar')
      return (Math.sign(value) * Math.round(Math.abs(value) / 100) || 0) * 100
    return limit === 'not below 0' ? Math.max(0, value) : Math.min(value, figures[0]!.cents)
  }, first)
}

const cents = fc.integer({ min: -90_000_000, max: 90_000_000 })
const amount = fc.integer({ min: 0, max: 90_000_000 }).map(fromCents)
const books = fc.record({
  surplus: cents,
  bases: fc.array(
    fc.record({
      fromYear: fc.constantFrom(2022, 2025, 2026),
      firstYearMonths: fc.integer({ min: 1, max: 12 }),
      method: fc.constantFrom(...methods),
      rate: fc.integer({ min: 0, max: 80_000 }).map((number) => number / 10_000),
      developmentCost: amount,
      mortgagePrincipal: amount,
      improvements: amount,
    }),
    { maxLength: 2 },
  ),
  facts: fc.array(
    fc
      .record({
        year: fc.constantFrom(2023, 2024, 2025),
        from: fc.constantFrom('01', '08'),
        mortgages: fc.option(amount),
        principalPaid: fc.option(amount),
      })
      .map(({ year, from: getSource, ...more }) => ({
        year,
        periodStart: `${year}-${getSource}-01`,
        periodEnd: `${year}-12-31`,
        ...more,
      })),
    { maxLength: 2 },
  ),
  accruals: fc.uniqueArray(
    fc
      .record({
        year: fc.constantFrom(2023, 2025, 2026),
        typed: fc.boolean(),
        equity: fc.option(cents.map(fromCents)),
        earned: amount,
      })
      .map(({ year, ...more }) => makeRight(year, more)),
    { selector: (storedRight) => storedRight.year },
  ),
  payments: fc.array(
    fc
      .tuple(fc.constantFrom(2023, 2025, 2026), cents.map(fromCents))
      .map(([year, paid]) => makePayment(year, paid)),
    { maxLength: 4 },
  ),
})
const fillBases = (
  generatedBooks: Omit<ComputationInput, 'bases'> & { bases: Partial<typeof basis>[] },
): ComputationInput => ({
  ...generatedBooks,
  bases: generatedBooks.bases.map((base) => ({ ...basis, ...base })),
})
const expectConsistent = (derived: Derivation | null) =>
  derived?.formula &&
  expect([derived.account.code, evaluateDerivation(derived)]).toEqual([derived.account.code, derived.cents])

test('CDS-B1 to CDS-B5 and CDS-E: for any data, evaluating a formula gives its figure', () => {
  fc.assert(
    fc.property(books, (generatedBooks) => {
      const view = getView(fillBases(generatedBooks))
      for (const code of [...partCodes, 'equity'] as const) {
        const derived = derivePart(view, code)
        expect(derived.cents).toBe(toCents(view[code] ?? 0))
        if (code !== 'equity' || view.basis) expectConsistent(derived)
      }
    }),
  )
})

test('CDS-I: evaluating the formulas of parts A and B as of an interim day gives their figures', () => {
  fc.assert(
    fc.property(
      books,
      fc.nat(2),
      fc.array(amount, { minLength: 13, maxLength: 13 }),
      (generatedBooks, periodIndex, draft) => {
        const books = fillBases(generatedBooks)
        const day = getInterimPeriods({ ...books, ...period })[periodIndex]!
        const lines = lineCodes.map((lineCode, index) => ({
          lineCode,
          amount: draft[index]!,
          description: null,
        }))
        const view = getInterimView(getView(books), day, lines)
        const figures = getInterimFigures(lines)
        for (const code of ['(c)', 'b1', 'b2a', 'b2b', 'b2c', 'b3', 'b4'])
          expectConsistent(deriveInterimLine(view, code, figures, null))
        expect(deriveInterimLine(view, 'b2a', figures, null)?.cents).toBe(toCents(view.b2a))
      },
    ),
  )
})

test('CDS-B5: overdrawn rights do not add to the cash, and the formula says so', () => {
  const view = getView({ ...maple, accruals: [makeRight(2025, {})], payments: [makePayment(2025, 200_000)] })
  expect([view.b1, view.b3, view.b5]).toEqual([39_670, -164_000, 39_670])
  expect(derivePart(view, 'b5').formula).toBe('= B1 − B3, not below 0 and not above B1')
})

test('CDS-B2a: negative equity earns nothing, and the formula says so', () => {
  const view = getView({ ...maple, bases: [{ ...basis, mortgagePrincipal: 3_000_000 }] })
  expect([view.equity, view.b2a]).toEqual([-100_000, 0])
  expect(derivePart(view, 'b2a').formula).toBe('= equity × 8% × 12 ÷ 12, to the whole dollar, not below 0')
})

test('CDS-E: equity set by hand for its year is not a sum of the basis', () => {
  const view = getView({
    ...maple,
    accruals: [makeRight(2025, { equity: 400_000, earned: 32_000, note: 'Board of 2024' })],
  })
  expect(derivePart(view, 'equity')).toMatchObject({
    cents: 400_000_00,
    formula: null,
    parts: [],
    from: 'set by hand: Board of 2024',
  })
})

test('CDS-I: the right of an interim day shows the months it was computed by', () => {
  const next = { ...basis, fromYear: 2026, firstYearMonths: 5 }
  const [, , nine] = getInterimPeriods({ bases: [next], facts: [], accruals: [], payments: [], ...period })
  expect([nine?.months, nine?.right.months, nine?.right.earned]).toEqual([9, 5, 15_000])
})

test('SUR-A: a figure the reviewer did not change comes from the person who submitted it', () => {
  const origins = { submittedAmount: { by: 1, at: '2026-03-01T12:00:00Z' } }
  const lines = surplusLines.map(({ code: lineCode }) => ({
    lineCode,
    submittedAmount: lineCode === 'A6' ? 1200 : null,
    reviewAmount: null,
    origins,
    submitted: lineCode === 'A6' ? 1200 : 0,
  })) as unknown as SurplusLineView[]
  const view = { accounts: {}, lines, people: { 1: 'Ann Lee' }, year: 2025 } satisfies Parameters<
    typeof deriveSurplusLine
  >[0]
  const figures = getInterimFigures([{ lineCode: 'A6', amount: 1200, description: null }])
  const getSource = (column: 'submittedAmount' | 'reviewAmount') =>
    deriveSurplusLine(view, 'A6', figures, column)?.from
  expect(getSource('submittedAmount')).toBe('typed by Ann Lee, 03/01/2026')
  expect(getSource('reviewAmount')).toBe('typed by Ann Lee, 03/01/2026')
})

test('SUR-A: for any lines, evaluating the formulas of part A gives their figures', () => {
  const accounts: SurplusView['accounts'] = {}
  fc.assert(
    fc.property(fc.array(cents, { minLength: 13, maxLength: 13 }), (amounts) => {
      const figures = Object.fromEntries(
        lineCodes.map((code, index) => [code, amounts[index]!]),
      ) as Parameters<typeof computeSurplus>[0]
      const sums = computeSurplus(figures)
      for (const name of ['a', 'b', 'c'] as const) {
        const derived = deriveSurplusLine(
          { accounts, lines: [], people: {}, year: 2025 },
          `(${name})`,
          figures,
          'submittedAmount',
        )!
        expect(derived.cents).toBe(sums[name])
        expect(derived.parts.reduce((sum, part) => sum + part.sign * part.cents, 0)).toBe(sums[name])
      }
    }),
  )
})
