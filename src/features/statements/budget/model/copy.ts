import { raiseByPercent } from './worksheet.ts'

/**
 * Whether an account does not rise with prices: interest and mortgage insurance (68…), and principal,
 * deposits and other needs of a budget (B…).
 */
const isFixed = (code: string) => code.startsWith('68') || code.startsWith('B')

/**
 * Computes a proposed column from last year's amounts. Every line is raised by `percent` to the whole
 * dollar. Gross potential rent is that of the approved `rents` if known, vacancies keep their share of it,
 * and fixed accounts are unchanged (domain 9.5). Dollars by account.
 */
export function computeProposedFromLast(
  current: Readonly<Record<string, number | null>>,
  percent: number,
  rents: number | null,
): Record<string, number> {
  const currentPotential = current[5120] ?? 0
  const potential = rents === null || rents === 0 ? currentPotential : Math.round(rents)
  return Object.fromEntries(
    Object.entries(current).flatMap(([code, amount]) => {
      if (amount === null) return []
      if (code === '5120') return [[code, potential]]
      if (code.startsWith('52') && currentPotential !== 0)
        return [[code, Math.round((amount * potential) / currentPotential)]]
      return [[code, isFixed(code) ? amount : raiseByPercent(amount, percent)]]
    }),
  )
}
