import { addDays } from '#kernel/model/dates.ts'
import { toCents } from '#kernel/model/money.ts'
import { between } from '../../chance.ts'
import { openingDay } from '../../reserves.ts'
import type { ReserveAccount } from '../../types.ts'
import type { ReserveYear } from './types.ts'

type Period = { year: number; periodStart: string; periodEnd: string; months: number }
type Moved = Pick<ReserveYear, 'deposits' | 'interest' | 'releases'>

const monthsBetween = (from: string, through: string): number =>
  Math.max(
    0,
    (Number(through.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
      Number(through.slice(5, 7)) -
      Number(from.slice(5, 7)) +
      1,
  )

/** Returns the ledger entries between two days. */
function posted(account: ReserveAccount, from: string, through: string): Moved {
  const sum = (kind: string) =>
    account.entries
      .filter(
        (entry) => entry.kind === kind && entry.day >= from && entry.day <= through && entry.day > openingDay,
      )
      .reduce((cents, entry) => cents + toCents(entry.amount), 0)
  return { deposits: sum('Deposit'), interest: sum('Interest'), releases: -sum('Release') }
}

/** What happened in months before the ledger opens, so that its opening balance follows; drawn. */
function invented(key: string, account: ReserveAccount, closing: number, months: number): Moved {
  const deposits = toCents(account.monthlyDeposit) * months
  const interest = Math.round((closing * account.annualInterestRate * months) / 1200)
  const desired = Math.round((deposits * between(`releases ${key}`, 20, 110)) / 100 / 10_000) * 10_000
  // No year begins with less than a third of its closing balance, so that the account was never empty.
  const minimum = Math.max(0, Math.ceil((deposits + interest - (closing * 2) / 3) / 10_000) * 10_000)
  return { deposits, interest, releases: Math.max(desired, minimum) }
}

/**
 * A reserve account through fiscal years, so that the last closing balance leads to what the portal's ledger
 * opens with, and years that end after the ledger has opened close with its balance.
 */
export function reserveYears(
  key: string,
  account: ReserveAccount,
  periods: readonly Period[],
): ReserveYear[] {
  const openingBalance = toCents(
    account.entries.find((entry) => entry.kind === 'Opening balance')?.amount ?? 0,
  )
  const years: ReserveYear[] = []
  // From the day the ledger opens back to the end of the newest year that ends before it.
  const before = periods.filter((period) => period.periodEnd <= openingDay)
  const stubFrom = addDays(before.at(-1)?.periodEnd ?? openingDay, 1)
  let closing = openingBalance
  const stub =
    stubFrom > openingDay
      ? { deposits: 0, interest: 0, releases: 0 }
      : invented(`${key} stub`, account, openingBalance, monthsBetween(stubFrom, openingDay))
  closing = openingBalance - stub.deposits - stub.interest + stub.releases
  for (const { year, periodEnd, months } of [...periods].reverse()) {
    const required = toCents(account.monthlyDeposit) * months
    if (periodEnd > openingDay) {
      const later = posted(account, addDays(openingDay, 1), periodEnd)
      const moved = {
        deposits: stub.deposits + later.deposits,
        interest: stub.interest + later.interest,
        releases: stub.releases + later.releases,
      }
      const end = openingBalance + later.deposits + later.interest - later.releases
      years.unshift({
        kind: account.kind,
        opening: closing,
        required,
        ...moved,
        fees: 0,
        closing: end,
        ledger: true,
      })
    } else {
      const moved = invented(`${key} ${year}`, account, closing, months)
      const opening = closing - moved.deposits - moved.interest + moved.releases
      years.unshift({
        kind: account.kind,
        opening,
        required,
        ...moved,
        fees: 0,
        closing,
        ledger: periodEnd === openingDay,
      })
      closing = opening
    }
  }
  return years
}
