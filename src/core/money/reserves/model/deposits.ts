import { addDays, formatDate } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'

/** The fields of a due deposit that decide its state. */
export type DueDeposit = { dueOn: string; amount: number; received: number; waivedOn: string | null }

/**
 * The state of a deposit: waived, fully received, partly received, overdue after the days of grace, or due.
 */
export type DepositState = 'Waived' | 'Received' | 'Short' | 'Overdue' | 'Due'

/**
 * The state of a deposit on a day. It is short once part of it was received, overdue if nothing was
 * received within the days of grace.
 */
export function getDepositState(
  { dueOn, amount, received, waivedOn }: DueDeposit,
  today: string,
  graceDays: number,
): DepositState {
  if (waivedOn !== null) return 'Waived'
  if (toCents(received) >= toCents(amount)) return 'Received'
  if (received > 0) return 'Short'
  return today > addDays(dueOn, graceDays) ? 'Overdue' : 'Due'
}

/** The unpaid part of a deposit, in dollars. */
export const getOpenAmount = ({ amount, received, waivedOn }: DueDeposit): number =>
  waivedOn === null ? fromCents(Math.max(0, toCents(amount) - toCents(received))) : 0

/**
 * Describes which unpaid deposits an amount in dollars covers, oldest first. Lowers the `open` dollars in
 * `owed`, so that a second amount covers the remainder.
 */
export function describeCoverage(owed: { dueOn: string; open: number }[], amount: number): string {
  let remaining = toCents(amount)
  const coveredDays: string[] = []
  for (const due of owed) {
    const open = toCents(due.open)
    if (open === 0) continue
    if (remaining === 0) break
    const coveredCents = Math.min(remaining, open)
    remaining -= coveredCents
    due.open = fromCents(open - coveredCents)
    const day = formatDate(due.dueOn, 'MM/DD/YYYY')
    coveredDays.push(coveredCents === open ? day : `part of ${day}`)
  }
  if (coveredDays.length === 0) return 'Nothing is due; it counts for deposits to come.'
  const text = `Covers what was due ${coveredDays.join(', ')}.`
  return remaining > 0 ? `${text} The rest counts for deposits to come.` : text
}
