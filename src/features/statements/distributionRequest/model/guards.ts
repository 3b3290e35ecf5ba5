import { computePerUnit, isBelowMinimum } from '#core/money/reserves/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { buildGuard, type Guard, type GuardedRequest, type GuardFacts } from './guardFacts.ts'
import { getReviewerGuards } from './reviewerGuards.ts'

const [REVIEWED, APPROVED, NON_COMPLIANT] = [4, 5, 6]

/** Returns the path that shows a figure: the statement's, or the request's own for an interim day. */
const getPlace = ({ asOf, distributionRequestId }: GuardFacts, onStatement: string): string =>
  asOf === null ? onStatement : `/DistributionRequest/view/${distributionRequestId}`
const getDay = ({ asOf }: GuardFacts): string =>
  asOf === null ? '' : `As of ${formatDate(asOf, 'MM/DD/YYYY')}: `

const describeDelinquency = (line: string, label: string, amount: number): string =>
  amount > 0
    ? `${line}: ${formatMoney(amount)} of ${label} is delinquent.`
    : `${line}: nothing of ${label} is delinquent.`

/** Returns the guards about the statement: its status and surplus cash. None can be waived. */
function getStatementGuards(request: GuardedRequest, facts: GuardFacts): Guard[] {
  const { afsId, propertyId, year, statusId, statusLabel, available, b4, approved, pending } = facts
  const amount = request.approvedAmount ?? request.amountRequested ?? 0
  return [
    buildGuard(
      'DSR-G1',
      'The statement is reviewed',
      statusId === REVIEWED || statusId === APPROVED,
      `Statement of ${year}: ${statusLabel}.`,
      `/afs/view/${year}/${propertyId}`,
    ),
    buildGuard(
      'DSR-G2',
      'The report card is not Non-Compliant',
      statusId !== NON_COMPLIANT,
      `Report card of ${year}: ${statusLabel}.`,
      `/afs/review/reportcard/${afsId}`,
    ),
    buildGuard(
      'DSR-G3',
      'The amount is available',
      amount > 0 && toCents(amount) <= toCents(available),
      `${getDay(facts)}${formatMoney(amount)} of ${formatMoney(available)} available: B4 ${formatMoney(b4)}, less ${formatMoney(approved)} approved and ${formatMoney(pending)} asked for.`,
      getPlace(facts, `/afs/review/computationdistribution/${afsId}`),
    ),
  ]
}

/** Returns the guards about the property's debts and reserves; they can be waived with a reason. */
function getPropertyGuards(facts: GuardFacts): Guard[] {
  const { afsId, propertyId, mortgage, deposits, escrow, lateDeposits, reserve, units, minimumPerUnit } =
    facts
  const [surplus, reserves] = [
    getPlace(facts, `/afs/review/surplus/${afsId}`),
    `/ReplacementReserveList/${propertyId}`,
  ]
  const perUnit = reserve === null || units === 0 ? null : computePerUnit(reserve, units)
  const balanceWords =
    perUnit === null
      ? 'The agency holds no replacement reserve of this property.'
      : `${formatMoney(reserve)} ÷ ${units} units = ${formatMoney(perUnit)}; the minimum is ${formatMoney(minimumPerUnit)}.`
  const lateText = `${getDay(facts)}${describeDelinquency('A6', 'reserve deposits', deposits)} ${formatMoney(lateDeposits)} is overdue today.`
  const mortgageText = `${getDay(facts)}${describeDelinquency('A5', 'the mortgage', mortgage)}`
  const escrowText = `${getDay(facts)}${describeDelinquency('A9', 'escrow', escrow)}`
  const hasMinimum = reserve !== null && units > 0 && !isBelowMinimum(reserve, units, { minimumPerUnit })
  return [
    buildGuard('DSR-G4', 'No mortgage payment is delinquent', mortgage <= 0, mortgageText, surplus, true),
    buildGuard(
      'DSR-G5',
      'Reserve deposits are current',
      deposits <= 0 && lateDeposits <= 0,
      lateText,
      reserves,
      true,
    ),
    buildGuard('DSR-G6', 'Escrow deposits are current', escrow <= 0, escrowText, surplus, true),
    buildGuard(
      'DSR-G7',
      'The replacement reserve holds the minimum per unit',
      hasMinimum,
      balanceWords,
      reserves,
      true,
    ),
  ]
}

const joinOrNone = (matches: readonly string[], none: string): string =>
  matches.length > 0 ? `${matches.join(', ')}.` : none

/**
 * Returns the guards about the property’s other statements, findings and requests; they can be waived with a
 * reason.
 */
function getRecordGuards({
  propertyId,
  nonCompliantYears,
  openFindings,
  overdue,
  openElsewhere,
}: GuardFacts): Guard[] {
  const [card, lateText, request] = [openFindings[0], overdue[0], openElsewhere[0]]
  const list = `/afs/list/single/${propertyId}`
  const findings = openFindings.map(
    ({ year, count }) => `${year}: ${plural(count, 'finding', 'findings')} to cure`,
  )
  const due = overdue.map((item) => `${item.year}, due ${formatDate(item.dueDate, 'MM/DD/YYYY')}`)
  const open = openElsewhere.map(
    (item) => `DR-${item.distributionRequestId} on the statement of ${item.year}`,
  )
  return [
    buildGuard(
      'DSR-G12',
      'No other statement is closed in non-compliance',
      nonCompliantYears.length === 0,
      joinOrNone(nonCompliantYears.map(String), 'None of the property is.'),
      list,
      true,
    ),
    buildGuard(
      'DSR-G13',
      'Findings of report cards are cured',
      !card,
      joinOrNone(findings, 'No finding is open.'),
      card ? `/afs/review/reportcard/${card.afsId}` : list,
      true,
    ),
    buildGuard(
      'DSR-G14',
      'No annual statement is overdue',
      !lateText,
      joinOrNone(due, 'Each that was due was filed.'),
      lateText ? `/afs/view/${lateText.year}/${propertyId}` : list,
      true,
    ),
    buildGuard(
      'DSR-G15',
      'No request on another statement is open',
      !request,
      joinOrNone(open, 'None is open.'),
      request
        ? `/DistributionRequest/view/${request.distributionRequestId}`
        : `/DistributionRequest/list/single/${propertyId}`,
      true,
    ),
  ]
}

/**
 * Returns the guard about loans: rights to distributions depend on equity, and equity on booked principal,
 * so all active loans must be booked through the statement's year.
 */
function getLoanGuard({ propertyId, year, loans }: GuardFacts): Guard {
  const lateText = loans.filter(({ bookedThrough }) => (bookedThrough ?? 0) < year)
  const proof =
    loans.length === 0
      ? 'No loan is active.'
      : lateText.length > 0
        ? `Not booked through ${year}: ${lateText.map(({ words }) => words).join('; ')}.`
        : `${loans.map(({ words }) => words).join('; ')}.`
  return buildGuard(
    'DSR-G16',
    'Active loans are booked',
    lateText.length === 0,
    proof.slice(0, 500),
    `/EditProject/${propertyId}?tab=Loans`,
    true,
  )
}

/**
 * Returns every guard of a request with its proof: first those that the portal answers, then those that the
 * reviewer answers (domain 7.3). For an interim day, `facts` are based on the figures of that day.
 */
export const getGuards = (request: GuardedRequest, facts: GuardFacts): Guard[] => [
  ...getStatementGuards(request, facts),
  ...getPropertyGuards(facts),
  ...getRecordGuards(facts),
  getLoanGuard(facts),
  ...getReviewerGuards(request, facts),
]

/** Returns the unmet requirements in words, each with its proof and the reason for its waiver. */
export const describeUnmetGuards = (guards: readonly Guard[], waiver: string | null): string[] =>
  guards
    .filter(({ passes }) => passes === false)
    .map(({ title, proof, waivable }) => {
      const getObstacleGuard = waivable
        ? `Waived: ${waiver?.trim() || 'no reason is written.'}`
        : 'It cannot be waived.'
      return `Not met: ${title}. ${proof} ${getObstacleGuard}`
    })
