import {
  amount,
  type Expression,
  type Figure,
  getFigureCents,
  lesser,
  minus,
  notAbove,
  notBelowZero,
  over,
  percent,
  plain,
  plus,
  times,
  wholeDollars,
} from '#engines/worksheet/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { createFormFigure, formatPartCode, type PartCode, partCodes, partLabels, sumLabels } from './form.ts'

/**
 * The methods of computing a property's yearly right. The last method earns none, so all surplus goes to
 * residual receipts.
 */
export const methods = ['Percent of equity', 'Twice the GNMA yield', 'None: nonprofit owner'] as const
const NONPROFIT = methods[2]

/** The input for computing the right of a year. Rates are percents. */
export type Basis = {
  method: string
  /** Percent of equity a year, or the yield of thirty-year GNMA securities, which counts twice. */
  rate: number
  developmentCost: number
  mortgagePrincipal: number
  improvements: number
}

type Costs = Pick<Basis, 'developmentCost' | 'mortgagePrincipal' | 'improvements'>
/** Converts the figures of a basis to cents. */
export const convertCostsToCents = ({ developmentCost, mortgagePrincipal, improvements }: Costs): Costs => ({
  developmentCost: toCents(developmentCost),
  mortgagePrincipal: toCents(mortgagePrincipal),
  improvements: toCents(improvements),
})

/**
 * Returns the formula of equity, with figures in cents: development cost less original mortgages, plus
 * approved improvements and the principal paid since. `set` and `paid` describe the sources. Source: 4 CSR
 * 170-4.200(3); domain 6.3.
 */
export function buildEquityExpression(
  { developmentCost, mortgagePrincipal, improvements }: Costs,
  principalPaid: number,
  { set, paid }: { set: string | null; paid: string | null } = { set: null, paid: null },
): Expression {
  const cost = amount('Development cost', developmentCost, { called: 'development cost', from: set })
  const mortgages = amount('Mortgages, original principal', mortgagePrincipal, {
    called: 'mortgages',
    from: set,
  })
  return plus(
    minus(cost, mortgages),
    amount('Approved improvements', improvements, { called: 'improvements', from: set }),
    amount('Principal paid to date', principalPaid, { called: 'principal paid', from: paid }),
  )
}

/** Returns the equity of a year as a figure for formulas. */
export const buildEquityFigure = (value: number | Expression, from: string | null = null): Figure => ({
  ...createFormFigure('Equity', 'of the year', value, from),
  called: 'equity',
})

/** Computes equity in cents. */
export const getEquity = (costs: Costs, principalPaid: number): number =>
  getFigureCents(buildEquityExpression(costs, principalPaid))

/** Returns the percent of equity that a year earns. */
export const computeSurplusCashRate = ({ method, rate }: Pick<Basis, 'method' | 'rate'>): number =>
  method === NONPROFIT ? 0 : method === methods[1] ? 2 * rate : rate

/**
 * B2a: returns the formula of the amount that a year earns: equity × rate × months ÷ 12, to the whole
 * dollar, halves up (domain 6.5). Negative equity earns nothing. `rate` is a percent with up to four
 * decimals.
 */
export const buildEarnedExpression = (equity: Figure, rate: Expression, months: Expression): Expression =>
  notBelowZero(wholeDollars(over(times(equity, rate, months), plain(12))))

/** B2a: computes the amount that a year earns, in cents. */
export const computeEarned = (equity: number, rate: number, months: number): number =>
  getFigureCents(buildEarnedExpression(buildEquityFigure(equity), percent(rate), plain(months)))

/** Returns a line of part B as a figure for formulas. */
export const buildPartFigure = (
  code: PartCode,
  value: number | Expression,
  from: string | null = null,
): Figure => createFormFigure(formatPartCode(code), partLabels[code], value, from)

/**
 * Computes the lines of part B: B1 surplus cash, not below 0; B3 = B2a + B2b − B2c; B4 the lesser of both,
 * never negative; B5 the cash that remains. Overdrawn rights do not add to the cash. Source: domain 6.2;
 * HUD-93486; 4 CSR 170-4.200.
 */
export function computePartB(
  surplus: Figure,
  b2a: Figure,
  b2b: Figure,
  b2c: Figure,
): Record<PartCode, Figure> {
  const b1 = buildPartFigure('b1', notBelowZero(surplus))
  const b3 = buildPartFigure('b3', minus(plus(b2a, b2b), b2c))
  return {
    b1,
    b2a,
    b2b,
    b2c,
    b3,
    b4: buildPartFigure('b4', notBelowZero(lesser(b1, b3))),
    b5: buildPartFigure('b5', notAbove(notBelowZero(minus(b1, b3)), b1)),
  }
}

/** The amounts of part B, in cents. */
export type Computation = Record<PartCode, number>
type PartBInput = { surplus: number; earned: number; accrued: number; paid: number }

/** Computes part B from the amounts earned, accrued and paid, in cents. */
export function getComputation({ surplus, earned, accrued, paid }: PartBInput): Computation {
  const [b2a, b2b, b2c] = [
    buildPartFigure('b2a', earned),
    buildPartFigure('b2b', accrued),
    buildPartFigure('b2c', paid),
  ]
  const lines = computePartB(createFormFigure('(c)', sumLabels.c, surplus), b2a, b2b, b2c)
  return Object.fromEntries(partCodes.map((code) => [code, getFigureCents(lines[code])])) as Computation
}

/** Converts part B to dollars. */
export const convertToDollars = (parts: Computation): Computation =>
  Object.fromEntries(partCodes.map((code) => [code, fromCents(parts[code])])) as Computation

/**
 * Returns the formula of the amount that can still be requested on a statement: B4 less approved and
 * pending amounts. Arguments in dollars.
 */
export const buildAvailableExpression = (b4: number, approved: number, pending: number): Expression =>
  notBelowZero(
    minus(
      amount('B4', toCents(b4)),
      amount('approved', toCents(approved)),
      amount('asked for in other requests that are open', toCents(pending)),
    ),
  )

/** Computes the amount that can still be requested on a statement, in dollars. */
export const getAvailable = (b4: number, approved: number, pending = 0): number =>
  fromCents(getFigureCents(buildAvailableExpression(b4, approved, pending)))
