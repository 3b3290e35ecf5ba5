import type { YearBooks } from './books.ts'

/** The deliberate faults of some statements, named after the rule that they violate. */
export const faults = ['unbalanced', 'reserve', 'signTurned', 'swapped', 'deposits'] as const
export type Fault = (typeof faults)[number]

/** Returns the amounts of a year with a fault, in cents by account. */
export function addFault({ amounts }: YearBooks, fault: Fault): Record<string, number> {
  const getAmount = (code: string) => amounts[code] ?? 0
  const changes: Record<Fault, Record<string, number>> = {
    // The bank charges at the end of the year were forgotten.
    unbalanced: { 1120: getAmount('1120') + 124_000 },
    // A release that the bank paid after the year's end, booked before it: reserve and cash are both off.
    reserve: { 1320: getAmount('1320') - 250_000, 1120: getAmount('1120') + 250_000 },
    signTurned: { 1495: -getAmount('1495') },
    // Two digits of the insurance are swapped: 27 for 72.
    swapped: { 6720: getAmount('6720') + 450_000 },
    // Tenant deposits were spent: the cash in trust does not cover the liability.
    deposits: {
      1191: Math.round(getAmount('1191') * 0.6),
      1120: getAmount('1120') + getAmount('1191') - Math.round(getAmount('1191') * 0.6),
    },
  }
  return { ...amounts, ...changes[fault] }
}
