import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { drawBetween, drawChance, drawChoice } from './chance.ts'
import type { Property, ReserveAccount, ReserveEntry } from './types.ts'

/** The day before the ledgers begin. Its closing balances are their opening balances. */
export const OPENING_DAY = '2026-06-30'

/** The terms of an account. Amounts are in cents, and the rate is in percent a year. */
type AccountTerms = { kind: string; openingCents: number; depositCents: number; rate: number }

/**
 * Invents a reserve account and its entries up to a day: on the first of each month the interest and the
 * deposit due, and within a week the deposit received. In the latest month, one account in a hundred has a
 * late deposit and one in a hundred a short one.
 */
function inventAccount(
  day: string,
  key: string,
  { kind, openingCents, depositCents, rate }: AccountTerms,
): ReserveAccount {
  const account: ReserveAccount = {
    kind,
    openedOn: OPENING_DAY,
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
  post(OPENING_DAY, 'Opening balance', openingCents)
  for (let monthStart = addDays(OPENING_DAY, 1); monthStart <= day; monthStart = addMonths(monthStart, 1)) {
    // The amount is computed at the end.
    post(monthStart, 'Interest', 0)
    if (depositCents === 0) continue
    const isLatestMonth = addMonths(monthStart, 1) > day
    const isLate = isLatestMonth && drawChance(`late ${key}`, 1)
    const isShort = isLatestMonth && drawChance(`short ${key}`, 1)
    let cents = isShort ? Math.round(depositCents / 2) : depositCents
    if (isLate) cents = 0
    account.dues.push({ day: monthStart, amount: fromCents(depositCents), received: fromCents(cents) })
    if (cents === 0) continue
    const receivedOn = addDays(monthStart, drawBetween(`received ${monthStart} ${key}`, 0, 6))
    post(receivedOn < day ? receivedOn : monthStart, 'Deposit', cents)
  }
  computeInterestEntries(account)
  return account
}

/**
 * Computes the interest entries from the balance at the start of each day, and removes those of zero. It
 * changes and sorts the account in place. Run it again after releases were added.
 */
export function computeInterestEntries(account: ReserveAccount): void {
  account.entries.sort((a, b) => a.day.localeCompare(b.day))
  let balance = 0
  let day = ''
  let balanceBeforeDay = 0
  for (const entry of account.entries) {
    if (entry.day > day) balanceBeforeDay = balance
    day = entry.day
    if (entry.kind === 'Interest')
      entry.amount = fromCents(Math.round((balanceBeforeDay * account.annualInterestRate) / 1200))
    balance += toCents(entry.amount)
  }
  account.entries = account.entries.filter(({ kind, amount }) => kind !== 'Interest' || amount > 0)
}

/**
 * Invents the replacement reserve of a property up to a day. Null if the property is not active. Deposits
 * are $25 to $35 a unit and month. Some accounts start below the usual minimum per unit, so that users can
 * see the warning.
 */
export function inventReserve(property: Property, day: string): ReserveAccount | null {
  if (property.status !== PropertyStatus.Active) return null
  const key = property.source
  return inventAccount(day, key, {
    kind: 'Replacement reserve',
    depositCents: toCents(drawBetween(`deposit ${key}`, 25, 35) * property.totalUnits),
    openingCents: toCents(
      drawBetween(`opening ${key}`, 550, 2900) * property.totalUnits + drawBetween(`odd ${key}`, 0, 99),
    ),
    rate: drawBetween(`interest ${key}`, 2, 10) / 4,
  })
}

/** The kinds of the other reserves. A kind that is listed twice is twice as likely. */
const furtherKinds = [
  'Operating reserve',
  'Operating reserve',
  'Special-needs housing reserve',
  'Interior-painting reserve',
  'Rent-up reserve',
  'Transition reserve',
  'Developer-fee reserve',
] as const

/**
 * Invents the other reserve accounts of a property. One property in ten has one. Only the painting reserve
 * has monthly deposits.
 */
export function inventOtherReserves(property: Property, day: string): ReserveAccount[] {
  const key = `other reserve ${property.source}`
  if (property.reserve === null || !drawChance(key, 10)) return []
  const kind = drawChoice(`kind of ${key}`, furtherKinds)
  const account = inventAccount(day, key, {
    kind,
    depositCents: kind === 'Interior-painting reserve' ? toCents(5 * property.totalUnits) : 0,
    openingCents: toCents(drawBetween(`opening ${key}`, 300, 900) * property.totalUnits),
    rate: drawBetween(`interest ${key}`, 2, 8) / 4,
  })
  return [account]
}
