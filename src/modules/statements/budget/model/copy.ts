import { inflated } from './worksheet.ts'

/**
 * What does not follow prices: interest and mortgage insurance, principal, deposits and what else a budget
 * needs beyond.
 */
const fixed = (code: string) => code.startsWith('68') || code.startsWith('B')

/**
 * A proposed column from last year’s: every line raised by a percent to the whole dollar, gross potential
 * rent that of the approved rents where they are known, vacancies their part of it (domain 9.5). Dollars by
 * account.
 */
export function proposedFromLast(
  current: Readonly<Record<string, number | null>>,
  percent: number,
  rents: number | null,
): Record<string, number> {
  const before = current[5120] ?? 0
  const potential = rents === null || rents === 0 ? before : Math.round(rents)
  return Object.fromEntries(
    Object.entries(current).flatMap(([code, amount]) => {
      if (amount === null) return []
      if (code === '5120') return [[code, potential]]
      if (code.startsWith('52') && before !== 0) return [[code, Math.round((amount * potential) / before)]]
      return [[code, fixed(code) ? amount : inflated(amount, percent)]]
    }),
  )
}
