import { fromCents, toCents } from '#kernel/model/money.ts'

/**
 * Returns the balance per unit in dollars, rounded to the cent with halves away from zero, or 0 if the
 * property has no units.
 */
export function computePerUnit(balance: number, units: number): number {
  if (units <= 0) return 0
  const cents = toCents(balance)
  return fromCents(Math.sign(cents) * Math.round(Math.abs(cents) / units))
}

/** Whether a balance in dollars is below the minimum per unit times the number of units. */
export const isBelowMinimum = (balance: number, units: number, rules: { minimumPerUnit: number }): boolean =>
  toCents(balance) < toCents(rules.minimumPerUnit) * units
