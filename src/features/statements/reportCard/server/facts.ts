import {
  type Detail,
  getAnnualStatementSchedule,
  getAnnualStatementTies,
  getCents,
  getSources,
  type Part,
} from '#features/statements/annualStatement/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { BY_LEDGER, type Year } from '../model/figures.ts'
import type { Facts } from '../model/questions.ts'

/**
 * The required schedules with the accounts that make them required: if any of them has an amount, or always
 * without accounts.
 */
const requiredSchedules: Partial<Record<Part, readonly string[]>> = {
  notesPayable: ['2310', '2311', '2320', '2321', '2322', '2323'],
  reserves: ['1320', '1330', '1340'],
  fundsHeld: [],
  partnersEquity: [],
  cashFlows: [],
  fixedAssets: ['1400T'],
}

const findMissingSchedules = (detail: Detail, { read }: Year): string[] =>
  (Object.entries(requiredSchedules) as [Part, readonly string[]][]).flatMap(([part, codes]) =>
    detail[part].length === 0 && (codes.length === 0 || codes.some((code) => read(code) !== 0))
      ? [getAnnualStatementSchedule(part).label.toLowerCase()]
      : [],
  )

/**
 * Returns the deposits to the replacement reserve from the statement's schedule, in cents. Null if it has
 * none.
 */
function sumScheduledDeposits({ reserves }: Detail): number | null {
  const lines = reserves.filter((row) => row.reserveKind === 'Replacement reserve' && row.deposits !== null)
  return lines.length === 0
    ? null
    : lines.reduce((sum, row) => sum + getCents(getAnnualStatementSchedule('reserves'), row, 'deposits'), 0)
}

/** Returns the portal's facts about a statement for the checklist of its card, without a database query. */
export function getReportCardFacts(
  detail: Detail,
  year: Year,
  tolerance: number,
  {
    prior,
    delinquent,
    dueDate,
  }: { prior: Facts['priorFindings']; delinquent: Facts['delinquent']; dueDate: string },
): Facts {
  const reserves = detail.ledger.filter((item) => item.reserveKind === 'Replacement reserve')
  const sumLedger = (name: 'deposits' | 'ending') =>
    reserves.length === 0 ? null : reserves.reduce((sum, item) => sum + toCents(item[name]), 0)
  const approved = detail.approvedDistributions
  return {
    year,
    tolerance,
    priorFindings: prior,
    delinquent,
    opinion: detail.opinion,
    goingConcern: detail.goingConcern,
    // The first submission counts, even if the statement was returned to be corrected.
    submitted: detail.submitted,
    dueDate: detail.due?.dueDate ?? dueDate,
    certifications: detail.certifications.length,
    missingSchedules: findMissingSchedules(detail, year),
    relatedParties: detail.relatedParties.length,
    ties: getAnnualStatementTies(getSources(detail, detail)),
    depositsMade:
      year.reserveDepositsFrom === BY_LEDGER ? sumLedger('deposits') : sumScheduledDeposits(detail),
    ledgerBalance: sumLedger('ending'),
    distributions:
      approved === null
        ? null
        : {
            paid: detail.partnersEquity.reduce(
              (sum, row) =>
                sum + getCents(getAnnualStatementSchedule('partnersEquity'), row, 'distributions'),
              0,
            ),
            approved: toCents(approved),
          },
  }
}
