import type { RuleResult } from '#engines/review/model/index.ts'
import { computeGrossRent } from '#features/shared/grossRents/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type CashFlow, RentIncreaseType } from './arithmetic.ts'
import {
  blockingAnswer,
  type ChecklistItem,
  cashFlowNames,
  checklistItems,
  getCashFlowLabel,
  getChecklistLabel,
} from './entities.ts'
import { findBrokenDesignations, getRentIncreaseRow, type Line, type Row } from './rows.ts'
import { type Facts, formatDay, getDesignationFaults, type PortalAnswer } from './rules.ts'

/** Returns the answer that counts for a checklist question: the reviewer's, otherwise the portal's. */
const getEffectiveAnswer = (
  tick: ChecklistItem,
  isTyped: boolean | null | undefined,
  knownTicks: readonly PortalAnswer[],
): boolean | null => isTyped ?? knownTicks.find((knownTick) => knownTick.tick === tick)?.value ?? null

/** The fields of a request that the rules of its review use. */
export type ReviewedRequest = Record<ChecklistItem, boolean | null> &
  Record<keyof CashFlow, number | null> & {
    rentIncreaseTypeId: number
    comments: string | null
    expiresOn: string | null
    rentEffectiveDate: string | null
    lines: readonly Line[]
  }

type ChecklistAnswers = Record<ChecklistItem, boolean | null> & Pick<Facts, 'known'>

/** Returns the portal's answers that the reviewer has contradicted. */
export const findContradictions = (detail: ChecklistAnswers): readonly PortalAnswer[] =>
  detail.known.filter(({ tick, value }) => detail[tick] !== null && detail[tick] !== value)

/** Describes a contradiction: `Budget approved: Yes. The portal: no. No 2027 budget was begun.` */
export const describeContradiction = ({ tick, value, fact }: PortalAnswer): string =>
  `${getChecklistLabel(tick)}: ${value ? 'No' : 'Yes'}. The portal: ${value ? 'yes' : 'no'}. ${fact}`.trim()

/** Checks that every question is answered, and that a comment explains answers against the portal. */
export function checkChecklist(detail: ReviewedRequest & Facts): Fault[] {
  const open = checklistItems.filter((tick) => getEffectiveAnswer(tick, detail[tick], detail.known) === null)
  const against = findContradictions(detail)
  const labels = against.map(({ tick }) => getChecklistLabel(tick)).join(', ')
  return [
    ...open.map((field) => ({ field, message: `${getChecklistLabel(field)}: answer yes or no.` })),
    ...(against.length > 0 && !detail.comments?.trim()
      ? [
          {
            field: 'comments',
            message: `${labels}: the answer differs from what the portal knows. Say why in the comments.`,
          },
        ]
      : []),
  ]
}

/**
 * Returns the checklist answers that block an approval. An unanswered question does not block here ({@link
 * checklistFaults} reports it). A reviewer's answer against the portal counts, with the comment it needs.
 */
export function findBlockers(
  detail: Pick<ReviewedRequest, ChecklistItem | 'rentIncreaseTypeId'> & Pick<Facts, 'known'>,
): Fault[] {
  const isOnBudget = detail.rentIncreaseTypeId === RentIncreaseType.Budget
  return checklistItems.flatMap((field): Fault[] => {
    const knownTick = detail.known.find(({ tick }) => tick === field)
    const value = getEffectiveAnswer(field, detail[field], detail.known)
    if (value === null || value !== blockingAnswer[field]) return []
    if (detail[field] === null && knownTick?.enough && !isOnBudget) return []
    return [
      {
        field,
        message: `${getChecklistLabel(field)}: ${value ? 'Yes' : 'No'}. ${knownTick?.fact ?? ''}`.trim(),
      },
    ]
  })
}

/**
 * Checks the worksheet: each row needs an approved rent, not above the submitted one or below 0, and a
 * reason if it is lower.
 */
export function checkWorksheet(detail: ReviewedRequest): Fault[] {
  return [...detail.lines.flatMap(checkReviewedRow), ...checkExpiry(detail)]
}

function checkReviewedRow(line: Line, index: number): Fault[] {
  const makeFault = (field: keyof Line, message: string): Fault[] => [
    { field: `lines.${index}.${field}`, message },
  ]
  const allowanceFaults =
    (line.utilityAllowance ?? 0) < 0 ? makeFault('utilityAllowance', 'Enter 0 or more.') : []
  if (line.approvedRent === null) return [...makeFault('approvedRent', REQUIRED), ...allowanceFaults]
  if (line.approvedRent < 0) return [...makeFault('approvedRent', 'Enter 0 or more.'), ...allowanceFaults]
  const adjustedRent = line.adjustedRent ?? line.requestedRent ?? 0
  if (line.approvedRent > adjustedRent)
    return [
      ...makeFault('approvedRent', `Approve no more than the ${formatMoney(adjustedRent)} submitted.`),
      ...allowanceFaults,
    ]
  if (line.approvedRent < adjustedRent && !line.lowerReason?.trim())
    return [...makeFault('lowerReason', 'Say why it is lower.'), ...allowanceFaults]
  return allowanceFaults
}

/**
 * Checks that an approval does not expire before its rents take effect, because then it could never be
 * used.
 */
const checkExpiry = ({ expiresOn, rentEffectiveDate }: ReviewedRequest): Fault[] =>
  expiresOn && rentEffectiveDate && expiresOn < rentEffectiveDate
    ? [
        {
          field: 'expiresOn',
          message: `The new rents take effect on ${formatDay(rentEffectiveDate)}; enter that day or a later.`,
        },
      ]
    : []

/**
 * Checks the tax-credit review: every approved gross rent must be within the limit of its program (domain
 * 14.5).
 */
export function checkTaxCredit(detail: ReviewedRequest & Facts): RuleResult {
  const rows = detail.lines.map((line) => getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail))
  if (rows.every((row) => row.limit === 'none')) return []
  const approvedGross = ({ line, allowance }: Row) => computeGrossRent(line.approvedRent ?? null, allowance)
  const designationFaults = getDesignationFaults(
    rows,
    findBrokenDesignations(rows, detail, approvedGross),
    'approvedRent',
  )
  const limitFaults = detail.lines.flatMap((line, index) => {
    const { limit, label } = rows[index]!
    const makeFault = (message: string): Fault[] => [
      { field: `lines.${index}.approvedRent`, message: `${label}: ${message}` },
    ]
    if (line.utilityAllowance === null) return makeFault('the utility allowance is missing.')
    if (limit === null) return makeFault('HUD’s income limits for this county are not in the portal.')
    const gross = (line.approvedRent ?? 0) + line.utilityAllowance
    if (limit === 'none' || gross <= limit) return []
    return makeFault(`${formatMoney(gross)} gross is over the limit of ${formatMoney(limit)}. Approve less.`)
  })
  return [...limitFaults, ...designationFaults]
}

/** Checks that the cash-flow review of a budget increase is complete. */
export function checkCashFlow(detail: ReviewedRequest): Fault[] {
  if (detail.rentIncreaseTypeId !== RentIncreaseType.Budget) return []
  return cashFlowNames
    .filter((name) => detail[name] === null)
    .map((field) => ({ field, message: `Cash flow: ${getCashFlowLabel(field)}. ${REQUIRED}` }))
}
