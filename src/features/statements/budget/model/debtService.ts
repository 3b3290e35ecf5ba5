import { fromCents } from '#kernel/model/money.ts'

/** The interest and principal of a loan in a year by its terms, in cents. */
export type LoanService = { name: string; isFirst: boolean; interest: number; principal: number }

/**
 * Sums the debt service by account, in dollars: interest and principal of the first mortgage, and of all
 * other loans (domain 4.4).
 */
export function sumDebtService(loans: readonly LoanService[]): Record<string, number> {
  const sum = (first: boolean, part: 'interest' | 'principal') =>
    fromCents(
      loans.filter(({ isFirst }) => isFirst === first).reduce((cents, serviced) => cents + serviced[part], 0),
    )
  const lines = {
    6820: sum(true, 'interest'),
    6825: sum(false, 'interest'),
    B110: sum(true, 'principal'),
    B120: sum(false, 'principal'),
  }
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount > 0))
}
