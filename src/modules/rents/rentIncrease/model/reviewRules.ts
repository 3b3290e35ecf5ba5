import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { grossRent } from '#modules/shared/grossRents/model/index.ts'
import type { Said } from '#review/model/index.ts'
import { type CashFlow, RentIncreaseType } from './arithmetic.ts'
import { blockingAnswer, cashFlowLabel, cashFlowNames, type Tick, tickLabel, ticks } from './entities.ts'
import { designationsBroken, getRentIncreaseRow, type Line, type Row } from './rows.ts'
import { brokenFaults, type Facts, type KnownTick, shown } from './rules.ts'

/** Returns the answer that counts for a checklist question: the reviewer's, otherwise the portal's. */
const getEffectiveAnswer = (
  tick: Tick,
  isTyped: boolean | null | undefined,
  knownTicks: readonly KnownTick[],
): boolean | null => isTyped ?? knownTicks.find((knownTick) => knownTick.tick === tick)?.value ?? null

/** The fields of a request that the rules of its review use. */
export type Reviewed = Record<Tick, boolean | null> &
  Record<keyof CashFlow, number | null> & {
    rentIncreaseTypeId: number
    comments: string | null
    expiresOn: string | null
    rentEffectiveDate: string | null
    lines: readonly Line[]
  }

type ChecklistAnswers = Record<Tick, boolean | null> & Pick<Facts, 'known'>

/** Returns the portal's answers that the reviewer has contradicted. */
export const contradictions = (detail: ChecklistAnswers): readonly KnownTick[] =>
  detail.known.filter(({ tick, value }) => detail[tick] !== null && detail[tick] !== value)

/** Describes a contradiction: `Budget approved: Yes. The portal: no. No 2027 budget was begun.` */
export const contradictionWords = ({ tick, value, fact }: KnownTick): string =>
  `${tickLabel(tick)}: ${value ? 'No' : 'Yes'}. The portal: ${value ? 'yes' : 'no'}. ${fact}`.trim()

/** Checks that every question is answered, and that a comment explains answers against the portal. */
export function checklistFaults(detail: Reviewed & Facts): Fault[] {
  const open = ticks.filter((tick) => getEffectiveAnswer(tick, detail[tick], detail.known) === null)
  const against = contradictions(detail)
  const labels = against.map(({ tick }) => tickLabel(tick)).join(', ')
  return [
    ...open.map((field) => ({ field, message: `${tickLabel(field)}: answer yes or no.` })),
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
export function blockers(
  detail: Pick<Reviewed, Tick | 'rentIncreaseTypeId'> & Pick<Facts, 'known'>,
): Fault[] {
  const isOnBudget = detail.rentIncreaseTypeId === RentIncreaseType.Budget
  return ticks.flatMap((field): Fault[] => {
    const knownTick = detail.known.find(({ tick }) => tick === field)
    const value = getEffectiveAnswer(field, detail[field], detail.known)
    if (value === null || value !== blockingAnswer[field]) return []
    if (detail[field] === null && knownTick?.enough && !isOnBudget) return []
    return [
      { field, message: `${tickLabel(field)}: ${value ? 'Yes' : 'No'}. ${knownTick?.fact ?? ''}`.trim() },
    ]
  })
}

/**
 * Checks the worksheet: each row needs an approved rent, not above the submitted one or below 0, and a
 * reason if it is lower.
 */
export function worksheetFaults(detail: Reviewed): Fault[] {
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
const checkExpiry = ({ expiresOn, rentEffectiveDate }: Reviewed): Fault[] =>
  expiresOn && rentEffectiveDate && expiresOn < rentEffectiveDate
    ? [
        {
          field: 'expiresOn',
          message: `The new rents take effect on ${shown(rentEffectiveDate)}; enter that day or a later.`,
        },
      ]
    : []

/**
 * Checks the tax-credit review: every approved gross rent must be within the limit of its program (domain
 * 14.5).
 */
export function taxCreditFaults(detail: Reviewed & Facts): Said {
  const rows = detail.lines.map((line) => getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail))
  if (rows.every((row) => row.limit === 'none')) return []
  const approvedGross = ({ line, allowance }: Row) => grossRent(line.approvedRent ?? null, allowance)
  const designationFaults = brokenFaults(
    rows,
    designationsBroken(rows, detail, approvedGross),
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
export function cashFlowFaults(detail: Reviewed): Fault[] {
  if (detail.rentIncreaseTypeId !== RentIncreaseType.Budget) return []
  return cashFlowNames
    .filter((name) => detail[name] === null)
    .map((field) => ({ field, message: `Cash flow: ${cashFlowLabel(field)}. ${REQUIRED}` }))
}
