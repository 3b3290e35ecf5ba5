/** How a property's yearly right is reckoned; the last earns none, and all surplus goes to residual receipts. */
export const methods = ['Percent of equity', 'Twice the GNMA yield', 'None: nonprofit owner'] as const
const NONPROFIT = methods[2]

/** What the right of a year is reckoned from; rates in percent points. */
export type Basis = {
  method: string
  /** Percent of equity a year, or the yield of thirty-year GNMA securities, which counts twice. */
  rate: number
  developmentCost: number
  mortgagePrincipal: number
  improvements: number
}

/**
 * Equity in cents: what the development cost, less the mortgages it was built with, plus approved improvements, plus the
 * principal paid since. Source: 4 CSR 170-4.200(3); domain 6.3.
 */
export const equityOf = (
  { developmentCost, mortgagePrincipal, improvements }: Omit<Basis, 'method' | 'rate'>,
  principalPaid: number,
): number => developmentCost - mortgagePrincipal + improvements + principalPaid

/** The percent points of equity that a year earns. */
export const rateOf = ({ method, rate }: Pick<Basis, 'method' | 'rate'>): number =>
  method === NONPROFIT ? 0 : method === methods[1] ? 2 * rate : rate

/**
 * B2a: what a year earns, in cents: equity × rate × months ÷ 12, to the whole dollar, halves up (domain 6.5); nothing of
 * negative equity. `rate` in percent points with up to four decimals.
 */
export function earnedOf(equity: number, rate: number, months: number): number {
  if (equity <= 0 || rate <= 0 || months <= 0) return 0
  // Reckoned in whole numbers: cents × ten-thousandths of a point × months, in units of a dollar.
  const whole = BigInt(equity) * BigInt(Math.round(rate * 10_000)) * BigInt(months)
  const unit = 100n * 12n * 100n * 10_000n
  return Number((2n * whole + unit) / (2n * unit)) * 100
}

/** Part B of the form, in cents. */
export type Computation = {
  b1: number
  b2a: number
  b2b: number
  b2c: number
  b3: number
  b4: number
  b5: number
}
type Given = { surplus: number; earned: number; accrued: number; paid: number }

/**
 * Part B: B1 surplus cash, not below 0; B3 = B2a + B2b − B2c; B4 the lesser of both, never negative; B5 what is left of the
 * cash. Rights that are overdrawn make no more cash than there is. Source: domain 6.2; HUD-93486; 4 CSR 170-4.200.
 */
export function computationOf({ surplus, earned, accrued, paid }: Given): Computation {
  const b1 = Math.max(0, surplus)
  const b3 = earned + accrued - paid
  const rights = Math.max(0, b3)
  return {
    b1,
    b2a: earned,
    b2b: accrued,
    b2c: paid,
    b3,
    b4: Math.min(b1, rights),
    b5: Math.max(0, b1 - rights),
  }
}

/** What may still be asked for on a statement, in cents: B4 less what was approved and what is asked for already. */
export const availableOf = (b4: number, approved: number, pending: number): number =>
  Math.max(0, b4 - approved - pending)
