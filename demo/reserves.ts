import { PropertyStatus } from '#ground/lookups/model/index.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { between } from './chance.ts'
import type { Property, ReserveAccount, ReserveEntry } from './types.ts'

/** The reserves open with what stood in them at the end of this day. */
export const openingDay = '2026-06-30'

/** Interest and deposit on the first of each month, up to a day, as the portal itself posts them. */
function entriesUntil(day: string, openingCents: number, depositCents: number, rate: number): ReserveEntry[] {
  const entries: ReserveEntry[] = []
  const post = (entry: Omit<ReserveEntry, 'amount' | 'request' | 'note'>, cents: number): void => {
    entries.push({ ...entry, amount: fromCents(cents), request: null, note: null })
  }
  post({ day: openingDay, kind: 'Opening balance' }, openingCents)
  let balance = openingCents
  for (let first = addDays(openingDay, 1); first <= day; first = addMonths(first, 1)) {
    const interest = Math.round((balance * rate) / 1200)
    if (interest > 0) post({ day: first, kind: 'Interest' }, interest)
    post({ day: first, kind: 'Deposit' }, depositCents)
    balance += interest + depositCents
  }
  return entries
}

/**
 * The invented replacement reserve of a property in operation, as it stands on a day; null for any other.
 * Deposits of $25 to $35 a unit and month; some accounts begin below the usual minimum a unit, so that it shows.
 */
export function inventReserve(property: Property, day: string): ReserveAccount | null {
  if (property.status !== PropertyStatus.Active) return null
  const key = property.source
  const deposit = toCents(between(`deposit ${key}`, 25, 35) * property.totalUnits)
  const opening = toCents(between(`opening ${key}`, 550, 2900) * property.totalUnits + between(`odd ${key}`, 0, 99))
  const rate = between(`interest ${key}`, 2, 10) / 4
  return {
    openedOn: openingDay,
    monthlyDeposit: fromCents(deposit),
    annualInterestRate: rate,
    entries: entriesUntil(day, opening, deposit, rate),
  }
}
