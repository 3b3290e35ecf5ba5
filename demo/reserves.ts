import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { between, chance, pick } from './chance.ts'
import type { Property, ReserveAccount, ReserveEntry } from './types.ts'

/** The day whose closing balances are the opening balances of the reserves. */
export const openingDay = '2026-06-30'

type Terms = { kind: string; openingCents: number; depositCents: number; rate: number }

/**
 * An account up to a day: interest on the first of each month as the portal itself posts it, what fell due on
 * it, and what came in for it within the week. Of the newest deposit a few are late and a few are short.
 */
function accountUntil(
  day: string,
  key: string,
  { kind, openingCents, depositCents, rate }: Terms,
): ReserveAccount {
  const account: ReserveAccount = {
    kind,
    openedOn: openingDay,
    monthlyDeposit: fromCents(depositCents),
    annualInterestRate: rate,
    dues: [],
    entries: [],
  }
  const post = (entryDay: string, entryKind: ReserveEntry['kind'], cents: number): void => {
    account.entries.push({
      day: entryDay,
      kind: entryKind,
      amount: fromCents(cents),
      request: null,
      note: null,
    })
  }
  post(openingDay, 'Opening balance', openingCents)
  for (let first = addDays(openingDay, 1); first <= day; first = addMonths(first, 1)) {
    post(first, 'Interest', 0)
    if (depositCents === 0) continue
    const newest = addMonths(first, 1) > day
    const late = newest && chance(`late ${key}`, 1)
    const cents = late ? 0 : newest && chance(`short ${key}`, 1) ? Math.round(depositCents / 2) : depositCents
    account.dues.push({ day: first, amount: fromCents(depositCents), received: fromCents(cents) })
    if (cents === 0) continue
    const received = addDays(first, between(`received ${first} ${key}`, 0, 6))
    post(received < day ? received : first, 'Deposit', cents)
  }
  settleInterest(account)
  return account
}

/**
 * Works out the interest of every month on the balance before it, releases taken off; a month without has no
 * line.
 */
export function settleInterest(account: ReserveAccount): void {
  account.entries.sort((a, b) => a.day.localeCompare(b.day))
  let balance = 0
  let day = ''
  let before = 0
  for (const entry of account.entries) {
    if (entry.day > day) before = balance
    day = entry.day
    if (entry.kind === 'Interest')
      entry.amount = fromCents(Math.round((before * account.annualInterestRate) / 1200))
    balance += toCents(entry.amount)
  }
  account.entries = account.entries.filter(({ kind, amount }) => kind !== 'Interest' || amount > 0)
}

/**
 * The invented replacement reserve of a property in operation, as it stands on a day; null for any other.
 * Deposits of $25 to $35 a unit and month; some accounts begin below the usual minimum a unit, so that it
 * shows.
 */
export function inventReserve(property: Property, day: string): ReserveAccount | null {
  if (property.status !== PropertyStatus.Active) return null
  const key = property.source
  return accountUntil(day, key, {
    kind: 'Replacement reserve',
    depositCents: toCents(between(`deposit ${key}`, 25, 35) * property.totalUnits),
    openingCents: toCents(
      between(`opening ${key}`, 550, 2900) * property.totalUnits + between(`odd ${key}`, 0, 99),
    ),
    rate: between(`interest ${key}`, 2, 10) / 4,
  })
}

const furtherKinds = [
  'Operating reserve',
  'Operating reserve',
  'Special-needs housing reserve',
  'Interior-painting reserve',
  'Rent-up reserve',
  'Transition reserve',
  'Developer-fee reserve',
] as const

/** The further reserve that one property in ten has; painting is the one that is deposited to each month. */
export function inventOtherReserves(property: Property, day: string): ReserveAccount[] {
  const key = `other reserve ${property.source}`
  if (property.reserve === null || !chance(key, 10)) return []
  const kind = pick(`kind of ${key}`, furtherKinds)
  const account = accountUntil(day, key, {
    kind,
    depositCents: kind === 'Interior-painting reserve' ? toCents(5 * property.totalUnits) : 0,
    openingCents: toCents(between(`opening ${key}`, 300, 900) * property.totalUnits),
    rate: between(`interest ${key}`, 2, 8) / 4,
  })
  return [account]
}
