import { addDays } from '#kernel/model/dates.ts'
import { toCents } from '#kernel/model/money.ts'
import { drawBetween } from '../../chance.ts'
import { OPENING_DAY } from '../../reserves.ts'
import type { ReserveAccount } from '../../types.ts'
import type { ReserveYear } from './types.ts'

type Period = { year: number; periodStart: string; periodEnd: string; months: number }
/** The deposits, interest and releases of some months, in cents. */
type ReserveMovements = Pick<ReserveYear, 'deposits' | 'interest' | 'releases'>

/** Counts the months from the month of a day through that of another. */
const countMonths = (firstDay: string, through: string): number =>
  Math.max(
    0,
    (Number(through.slice(0, 4)) - Number(firstDay.slice(0, 4))) * 12 +
      Number(through.slice(5, 7)) -
      Number(firstDay.slice(5, 7)) +
      1,
  )

/** Sums the ledger entries from a day through another, without the opening balance. */
function sumPostedEntries(account: ReserveAccount, firstDay: string, through: string): ReserveMovements {
  const sum = (kind: string) =>
    account.entries
      .filter(
        (entry) =>
          entry.kind === kind && entry.day >= firstDay && entry.day <= through && entry.day > OPENING_DAY,
      )
      .reduce((cents, entry) => cents + toCents(entry.amount), 0)
  return { deposits: sum('Deposit'), interest: sum('Interest'), releases: -sum('Release') }
}

/**
 * Invents the deposits, interest and releases of months before the ledger opens. They end with the given
 * closing balance.
 */
function inventMovements(
  key: string,
  account: ReserveAccount,
  closing: number,
  months: number,
): ReserveMovements {
  const deposits = toCents(account.monthlyDeposit) * months
  const interest = Math.round((closing * account.annualInterestRate * months) / 1200)
  const desiredReleases =
    Math.round((deposits * drawBetween(`releases ${key}`, 20, 110)) / 100 / 10_000) * 10_000
  // No year begins with less than a third of its closing balance, so that the account was never empty.
  const minimumReleases = Math.max(0, Math.ceil((deposits + interest - (closing * 2) / 3) / 10_000) * 10_000)
  return { deposits, interest, releases: Math.max(desiredReleases, minimumReleases) }
}

/**
 * Computes a reserve account in each fiscal year. Years that end after the ledger has opened close with its
 * balance. Earlier years are computed backwards from the opening balance of the ledger.
 */
export function computeReserveYears(
  key: string,
  account: ReserveAccount,
  periods: readonly Period[],
): ReserveYear[] {
  const openingBalance = toCents(
    account.entries.find((entry) => entry.kind === 'Opening balance')?.amount ?? 0,
  )
  const years: ReserveYear[] = []
  // The months between the newest year that ends before the ledger and the opening of the ledger.
  const earlierPeriods = periods.filter((period) => period.periodEnd <= OPENING_DAY)
  const gapStart = addDays(earlierPeriods.at(-1)?.periodEnd ?? OPENING_DAY, 1)
  const gapMovements =
    gapStart > OPENING_DAY
      ? { deposits: 0, interest: 0, releases: 0 }
      : inventMovements(`${key} stub`, account, openingBalance, countMonths(gapStart, OPENING_DAY))
  let closing = openingBalance - gapMovements.deposits - gapMovements.interest + gapMovements.releases
  for (const { year, periodEnd, months } of [...periods].reverse()) {
    const required = toCents(account.monthlyDeposit) * months
    if (periodEnd > OPENING_DAY) {
      const postedMovements = sumPostedEntries(account, addDays(OPENING_DAY, 1), periodEnd)
      const movements = {
        deposits: gapMovements.deposits + postedMovements.deposits,
        interest: gapMovements.interest + postedMovements.interest,
        releases: gapMovements.releases + postedMovements.releases,
      }
      const end =
        openingBalance + postedMovements.deposits + postedMovements.interest - postedMovements.releases
      years.unshift({
        kind: account.kind,
        opening: closing,
        required,
        ...movements,
        fees: 0,
        closing: end,
        ledger: true,
      })
    } else {
      const movements = inventMovements(`${key} ${year}`, account, closing, months)
      const opening = closing - movements.deposits - movements.interest + movements.releases
      years.unshift({
        kind: account.kind,
        opening,
        required,
        ...movements,
        fees: 0,
        closing,
        ledger: periodEnd === OPENING_DAY,
      })
      closing = opening
    }
  }
  return years
}
