import { drawBetween, drawChance } from '../../chance.ts'
import { getMortgage } from './operations.ts'
import type { Period } from './periods.ts'
import type { BooksInput, NoteYear } from './types.ts'

/**
 * Returns one month's interest that is accrued at the month's end and paid in the next month, in cents
 * rounded to whole dollars. `rate` is a year's percent.
 */
const computeAccruedInterest = (principal: number, rate: number): number =>
  Math.round((principal * rate) / 120_000) * 100

/**
 * Returns the first mortgage in each year. Its payments are level, so the interest falls and the principal
 * paid rises.
 */
function buildFirstMortgage(input: BooksInput, periods: readonly Period[]): NoteYear[] {
  const { key } = input
  const start = periods[0]!
  const rate = drawBetween(`rate ${key}`, 14, 24) / 4
  const { interest, payment } = getMortgage(input, start.year)
  let opening = Math.round((interest * 100) / rate / 100) * 100
  // At the start 72 to 96 percent of the original principal is still owed.
  const original = Math.round(opening / (drawBetween(`paid ${key}`, 72, 96) / 100) / 1_000_000) * 1_000_000
  const computeYearlyInterest = (principal: number) => Math.round((principal * rate) / 10_000) * 100
  let accrued = computeAccruedInterest(opening, rate)
  return periods.map(({ months }): NoteYear => {
    const interestCharged = Math.round((computeYearlyInterest(opening) * months) / 1200) * 100
    const principalPaid = Math.min(
      opening,
      Math.max(0, Math.round(((payment - computeYearlyInterest(opening)) * months) / 1200) * 100),
    )
    const closing = opening - principalPaid
    const current = Math.min(closing, Math.max(0, payment - computeYearlyInterest(closing)))
    const note = {
      lender: 'Demo Mortgage Bank',
      related: false,
      noteDate: `${start.year - 12}-06-01`,
      maturity: `${start.year + 28}-06-01`,
      original,
      rate,
      terms: 'Amortizing' as const,
      lien: 1,
      payableFromSurplus: false,
      account: '2320',
      currentAccount: '2170',
      interestAccount: '6820',
      accruedAccount: '2131',
      opening,
      additions: 0,
      payments: principalPaid,
      closing,
      current,
      accruedOpening: accrued,
      interest: interestCharged,
      accruedClosing: computeAccruedInterest(closing, rate),
      interestPaid: interestCharged + accrued - computeAccruedInterest(closing, rate),
    }
    opening = closing
    accrued = note.accruedClosing
    return note
  })
}

/**
 * Builds soft debt in each year: an agency loan or a developer fee that is not repaid yet. It has no
 * interest.
 */
function buildSoftNote(
  periods: readonly Period[],
  original: number,
  item: Pick<NoteYear, 'lender' | 'related' | 'account' | 'lien'>,
): NoteYear[] {
  const start = periods[0]!.year
  return periods.map(() => ({
    ...item,
    noteDate: `${start - 11}-03-01`,
    maturity: `${start + 19}-03-01`,
    original,
    rate: 0,
    terms: 'Cash flow' as const,
    payableFromSurplus: true,
    currentAccount: null,
    interestAccount: '6825',
    accruedAccount: '2133',
    opening: original,
    additions: 0,
    payments: 0,
    closing: original,
    current: 0,
    accruedOpening: 0,
    interest: 0,
    interestPaid: 0,
    accruedClosing: 0,
  }))
}

/** Returns the notes of a property. Each is a list of its years. */
export function getAnnualStatementDebts(input: BooksInput, periods: readonly Period[]): NoteYear[][] {
  const { key, units, hasTaxCredits, ownerName } = input
  const softNotes = drawChance(`soft ${key}`, 35)
    ? [
        buildSoftNote(periods, units * drawBetween(`soft sum ${key}`, 40, 120) * 10_000, {
          lender: 'Demo State Housing Trust',
          related: false,
          account: '2323',
          lien: 2,
        }),
      ]
    : []
  const feeNotes =
    hasTaxCredits && drawChance(`fee ${key}`, 30)
      ? [
          buildSoftNote(periods, units * drawBetween(`fee sum ${key}`, 10, 35) * 10_000, {
            lender: `${ownerName ?? 'Demo'} Development`,
            related: true,
            account: '2330',
            lien: null,
          }),
        ]
      : []
  return [buildFirstMortgage(input, periods), ...softNotes, ...feeNotes]
}
