import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import type { ClaimBalance } from './balance.ts'

/** Rules of a claim as plain functions, which the browser and the server both run. */

/** The greatest number of damaged items in a claim. */
export const MAX_DAMAGED_ITEMS = 200
/** The name of the type of loss that people describe in their own words. */
const OTHER = 'Other'

type Money = { totalAmountClaimed: number | null; deductible: number | null }
/** The company’s part of a claim, which the rules check; amounts in dollars. */
export type ClaimContent = Money & {
  dateOfLoss: string | null
  insuranceClaimTypeOfLossId: number | null
  otherTypeOfLoss: string | null
  description: string | null
  insuranceProvider: string | null
  policyFrom: string | null
  policyUntil: string | null
  unitsUninhabitable: number | null
  replacementCost: number | null
  actualCashValue: number | null
  sameLossComment: string | null
  items: readonly { items: string | null; unitsAffected: string | null }[]
}

/** Another claim of the property, with the fields that show whether it is about the same loss. */
export type OtherClaim = {
  insuranceClaimId: number
  requestNumber: string
  dateOfLoss: string
  insuranceClaimTypeOfLossId: number | null
}
/** Facts about the property and the day that the rules of a claim need. */
export type ClaimRuleFacts = {
  today: string
  units: number
  types: readonly { insuranceClaimTypeOfLossId: number; name: string }[]
  /** The property’s other claims that were filed and not denied. */
  others: readonly OtherClaim[]
}

type Loss = Pick<ClaimContent, 'dateOfLoss' | 'insuranceClaimTypeOfLossId'>

/** Finds another claim for a loss of the same type on the same day. */
export const findSameLoss = (
  { dateOfLoss, insuranceClaimTypeOfLossId }: Loss,
  otherClaims: readonly OtherClaim[],
) =>
  otherClaims.find(
    (otherClaim) =>
      otherClaim.dateOfLoss === dateOfLoss &&
      otherClaim.insuranceClaimTypeOfLossId === insuranceClaimTypeOfLossId,
  )

/** Returns every fault that keeps a claim from being submitted, each with its field. */
export function getClaimFaults(content: ClaimContent, facts: ClaimRuleFacts): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  for (const field of [
    'dateOfLoss',
    'insuranceClaimTypeOfLossId',
    'description',
    'insuranceProvider',
    'totalAmountClaimed',
  ] as const)
    if (!String(content[field] ?? '').trim()) say(field, REQUIRED)
  if (content.dateOfLoss && content.dateOfLoss > facts.today)
    say('dateOfLoss', 'The day of the loss is in the future.')
  const type = facts.types.find(
    (item) => item.insuranceClaimTypeOfLossId === content.insuranceClaimTypeOfLossId,
  )
  if (type?.name === OTHER && !content.otherTypeOfLoss?.trim()) say('otherTypeOfLoss', REQUIRED)
  if (content.policyFrom && content.policyUntil && content.policyUntil < content.policyFrom)
    say('policyUntil', 'The policy year ends before it begins.')
  if ((content.unitsUninhabitable ?? 0) > facts.units)
    say('unitsUninhabitable', `The property has ${facts.units} units.`)
  faults.push(...getMoneyFaults(content))
  const otherClaim = findSameLoss(content, facts.others)
  if (otherClaim && !content.sameLossComment?.trim())
    say(
      'sameLossComment',
      `Claim ${otherClaim.requestNumber} is filed for a loss of this type on this day. Explain why this is a second claim, or add to that one.`,
    )
  if (!content.items.some((item) => item.items?.trim()))
    say('items', 'List at least one thing that was damaged.')
  for (const [index, item] of content.items.entries())
    if (!item.items?.trim() && item.unitsAffected?.trim()) say(`items.${index}.items`, REQUIRED)
  return faults
}

function getMoneyFaults(content: ClaimContent): Fault[] {
  const faults: Fault[] = []
  if (content.totalAmountClaimed !== null && content.totalAmountClaimed <= 0)
    faults.push({ field: 'totalAmountClaimed', message: 'Enter an amount above zero.' })
  for (const field of ['deductible', 'replacementCost', 'actualCashValue'] as const)
    if ((content[field] ?? 0) < 0) faults.push({ field, message: 'Enter an amount of zero or more.' })
  const { replacementCost, actualCashValue } = content
  if (
    replacementCost !== null &&
    actualCashValue !== null &&
    toCents(actualCashValue) > toCents(replacementCost)
  )
    faults.push({ field: 'actualCashValue', message: 'The actual cash value is above the replacement cost.' })
  return faults
}

/** Returns warnings about a claim for the company and the agency. They do not stop the claim. */
export function getClaimWarnings(
  content: Money & Pick<ClaimContent, 'dateOfLoss' | 'policyFrom' | 'policyUntil'>,
  facts: { noticeLate: boolean; notifyHours: number },
): string[] {
  const { dateOfLoss, policyFrom, policyUntil, totalAmountClaimed, deductible } = content
  const outside =
    dateOfLoss !== null &&
    ((policyFrom !== null && dateOfLoss < policyFrom) || (policyUntil !== null && dateOfLoss > policyUntil))
  return [
    ...(facts.noticeLate
      ? [`Late notice: the agency must be notified of a loss within ${facts.notifyHours} hours.`]
      : []),
    ...(outside ? ['The loss is outside the policy year.'] : []),
    ...(deductible !== null &&
    totalAmountClaimed !== null &&
    toCents(deductible) >= toCents(totalAmountClaimed)
      ? ['The deductible is no less than the amount claimed: no payment of the insurer is to be expected.']
      : []),
  ]
}

type Check = { number: string; amountReceived: number; receivedOn: string | null }
type Request = {
  requestNumber: string
  statusId: number
  statusLabel: string
  path: string
  approved: number | null
  payments: readonly { amount: number }[]
}
/** The part of a claim that decides whether it can be closed. */
export type ClosingFacts = {
  balance: ClaimBalance
  checks: readonly Check[]
  requests: readonly Request[]
  needsInspection: boolean
  inspectorVisit: boolean
  picturesReceived: boolean
  dateMemoRelease: string | null
}

/** The `to` of a reason that people settle in the claim’s own list of checks. */
export const CHECKS_TARGET = 'checks'

/**
 * Something that must be settled before a claim ends. `to` is the path of the screen where people settle it,
 * `CHECKS`, or null. `field` is the review field to fill in, or empty.
 */
export type ClosingReason = { field: string; message: string; to: string | null }

const isUnpaid = ({ statusId, approved, payments }: Request): boolean =>
  statusId === RequestStatus.APPROVED &&
  toCents(approved ?? 0) > toCents(sumMoney(payments.map((payment) => payment.amount)))

/**
 * Returns the open money and requests of a claim. With any of them a claim can be neither closed nor denied.
 */
export function getUnsettledReasons({ balance, checks, requests }: ClosingFacts): ClosingReason[] {
  const reasons: ClosingReason[] = []
  for (const request of requests)
    if (isWithAgency(request.statusId))
      reasons.push({
        field: '',
        message: `Payment request ${request.requestNumber} is still open: ${request.statusLabel}.`,
        to: request.path,
      })
  for (const check of checks)
    if (check.receivedOn === null)
      reasons.push({
        field: '',
        message: `Check ${check.number} for ${formatMoney(check.amountReceived)} is announced and not received; note it as received, or remove it.`,
        to: CHECKS_TARGET,
      })
  if (balance.unpaid > 0)
    reasons.push({
      field: '',
      message: `${formatMoney(balance.unpaid)} of approved requests are not paid yet.`,
      to: requests.find(isUnpaid)?.path ?? null,
    })
  if (balance.held !== 0)
    reasons.push({
      field: '',
      message: `The agency still holds ${formatMoney(balance.held)} of this claim: pay it out on requests, or send checks on to the owner.`,
      to: CHECKS_TARGET,
    })
  return reasons
}

/** Returns why a claim cannot be closed yet, each reason with the place where it is settled. Domain 16.4. */
export function getClosingReasons(claim: ClosingFacts): ClosingReason[] {
  const { balance, needsInspection, inspectorVisit, picturesReceived, dateMemoRelease } = claim
  const reasons = getUnsettledReasons(claim)
  const review = (field: string, say: string) => reasons.push({ field, message: say, to: null })
  if (needsInspection && !inspectorVisit)
    review('inspectorVisit', 'The final inspection is required and not noted as done.')
  if (balance.paid > 0 && !picturesReceived)
    review('picturesReceived', 'Repairs were paid, and their pictures are not noted as received.')
  if (balance.paid > 0 && dateMemoRelease === null)
    review('dateMemoRelease', 'Money was paid, and the date of the memo that released it is missing.')
  return reasons
}

/** Converts reasons into faults at their review fields. */
export const toFaults = (reasons: readonly ClosingReason[]): Fault[] =>
  reasons.map(({ field, message: say }) => ({ field, message: say }))

/**
 * Returns the faults of a check before it is stored: required fields, the amount, and the order of its days.
 */
export function getCheckFaults(
  check: {
    number: string
    provider: string
    amountReceived: number
    checkToProduct: boolean
    notificationDate: string | null
    receivedOn: string | null
    forwardedOn: string | null
  },
  { today, dateOfLoss }: { today: string; dateOfLoss: string | null },
): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (!check.number.trim()) say('number', REQUIRED)
  if (!check.provider.trim()) say('provider', REQUIRED)
  if (check.amountReceived <= 0) say('amountReceived', 'Enter an amount above zero.')
  for (const field of ['notificationDate', 'receivedOn', 'forwardedOn'] as const) {
    const date = check[field]
    if (date && date > today) say(field, 'This day is in the future.')
    else if (date && dateOfLoss && date < dateOfLoss)
      say(field, `This day is before the loss of ${formatDate(dateOfLoss, 'MM/DD/YYYY')}.`)
  }
  if (check.forwardedOn && (!check.receivedOn || check.forwardedOn < check.receivedOn))
    say('forwardedOn', 'A check is sent on after it was received.')
  return faults
}
