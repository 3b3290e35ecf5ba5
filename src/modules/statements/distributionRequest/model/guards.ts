import { z } from 'zod'
import { MARKED_BY_HAND, nonComplianceState } from '#ground/portfolio/properties/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { InterimLine } from '#modules/statements/surplusCash/model/index.ts'

/**
 * A requirement of an approval (domain 7.3): whether it is met, its proof, and the path of the screen that
 * shows the proof. `passes` is null until the reviewer answers a requirement that the portal cannot check.
 * A `waivable` one can be waived with a reason.
 */
export const guard = z.object({
  id: z.string().max(10),
  title: z.string().max(100),
  passes: z.boolean().nullable(),
  proof: z.string().max(500),
  to: z.string().max(100).nullable(),
  waivable: z.boolean(),
  /** The field in which the reviewer answers it. Null if the portal does. */
  field: z.string().max(40).nullable(),
})
export type Guard = z.infer<typeof guard>

/** The facts about a request's statement and property for its checks. Amounts are in dollars. */
export const guardFacts = z.object({
  distributionRequestId: z.int(),
  afsId: z.int(),
  propertyId: z.int(),
  year: z.int(),
  statusId: z.int(),
  statusLabel: z.string(),
  surplus: z.number(),
  b4: z.number(),
  approved: z.number(),
  /** The amount requested in other open requests on the statement. */
  pending: z.number(),
  available: z.number(),
  /**
   * Lines A5, A6 and A9 of surplus cash: delinquent mortgage payments, reserve deposits and escrow
   * deposits.
   */
  mortgage: z.number(),
  deposits: z.number(),
  escrow: z.number(),
  reserve: z.number().nullable(),
  units: z.int(),
  minimumPerUnit: z.number(),
  /** Reserve deposits that are past due, in dollars. */
  lateDeposits: z.number(),
  /** Other years whose statement was closed in non-compliance. */
  nonCompliantYears: z.array(z.int()),
  /** Findings of the property that block requests. */
  nonComplianceState,
  obstacles: z.array(z.object({ nonComplianceId: z.int(), title: z.string(), path: z.string() })),
  /**
   * Open physical deficiencies, and why the property is on the watch list for its finances. Only the agency
   * reads the second.
   */
  deficiencies: z.array(z.object({ words: z.string(), path: z.string() })),
  watched: z.array(z.object({ words: z.string(), path: z.string() })),
  /** Loans that are not paid off, each with the last year for which it is booked. */
  loans: z.array(z.object({ words: z.string(), path: z.string(), bookedThrough: z.int().nullable() })),
  /** Uncured findings of report cards, by statement. */
  openFindings: z.array(z.object({ afsId: z.int(), year: z.int(), count: z.int() })),
  /** Annual statements that are past due, and their due days. */
  overdue: z.array(z.object({ year: z.int(), dueDate: z.string() })),
  /** Open requests on other statements of the property. */
  openElsewhere: z.array(z.object({ distributionRequestId: z.int(), year: z.int() })),
  /**
   * Physical inspection scores of three years, newest first, as far as the caller may read them: from
   * visits, or from report cards.
   */
  scores: z.array(z.object({ year: z.int(), score: z.int(), path: z.string() })),
  /** The interim day whose entered figures count. Null for the figures of the statement. */
  asOf: z.string().nullable(),
  /** The end of the statement's year, and today. */
  periodEnd: z.string(),
  today: z.string(),
  /**
   * A later year whose statement was submitted. If there is one, this request can no longer be submitted.
   */
  laterYear: z.int().nullable(),
  interimAllowed: z.boolean(),
})
export type GuardFacts = z.infer<typeof guardFacts>

/** The fields of a request that its guards check. */
export type GuardedRequest = {
  periodType: string
  interimDate: string | null
  interimLines: readonly InterimLine[]
  amountRequested: number | null
  approvedAmount: number | null
  freeOfNonCompliance: boolean | null
  freeOfDeficiencies: boolean | null
  offWatchList: boolean | null
  meetsInterimRule: boolean | null
}

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

const buildGuard = (
  id: string,
  title: string,
  passes: boolean,
  proof: string,
  to: string,
  waivable = false,
): Guard => ({
  id,
  title,
  passes,
  proof,
  to,
  waivable,
  field: null,
})

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
  const perUnit = reserve === null || units === 0 ? null : Math.trunc(toCents(reserve) / units) / 100
  const balanceWords =
    perUnit === null
      ? 'The agency holds no replacement reserve of this property.'
      : `${formatMoney(reserve)} ÷ ${units} units = ${formatMoney(perUnit)}; the minimum is ${formatMoney(minimumPerUnit)}.`
  const lateText = `${getDay(facts)}${describeDelinquency('A6', 'reserve deposits', deposits)} ${formatMoney(lateDeposits)} is overdue today.`
  const mortgageText = `${getDay(facts)}${describeDelinquency('A5', 'the mortgage', mortgage)}`
  const escrowText = `${getDay(facts)}${describeDelinquency('A9', 'escrow', escrow)}`
  const hasMinimum = perUnit !== null && perUnit >= minimumPerUnit
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
 * The minimum score of the last inspection, and of any in three years, for more than one distribution a
 * year (domain 7.3).
 */
const [LAST_SCORE, ANY_SCORE] = [80, 60]

/** Returns an unmet guard with the obstacles that another kind of record reports. Null if there are none. */
const getObstacleGuard = (id: string, title: string, matches: GuardFacts['watched']): Guard | null =>
  matches[0]
    ? buildGuard(
        id,
        title,
        false,
        matches
          .map(({ words }) => words)
          .join('; ')
          .slice(0, 500),
        matches[0].path,
        true,
      )
    : null

/**
 * Returns an unmet guard for a property that is not compliant, because of findings or because it was
 * marked. Null for a compliant property.
 */
function getComplianceGuard(
  { propertyId, obstacles, nonComplianceState: state }: GuardFacts,
  title: string,
): Guard | null {
  if (obstacles.length > 0) {
    const text = `Findings that block: ${obstacles.map((finding) => finding.title).join('; ')}.`
    return buildGuard('DSR-G8', title, false, text.slice(0, 500), `/NonComplianceList/${propertyId}`, true)
  }
  if (state === 'mark')
    return buildGuard('DSR-G8', title, false, MARKED_BY_HAND, `/EditProject/${propertyId}`, true)
  return null
}

/**
 * Returns the guards that the reviewer answers because the portal has no data for them. If the portal has
 * an obstacle or a score too low, it answers itself.
 */
function getReviewerGuards(request: GuardedRequest, facts: GuardFacts): Guard[] {
  const { propertyId, afsId, scores, deficiencies, watched } = facts
  const buildQuestion = (
    id: string,
    title: string,
    field: keyof GuardedRequest,
    prefix = '',
    to: string | null = null,
  ): Guard => {
    const passes = request[field] as boolean | null
    const reviewerText =
      passes === null ? 'The agency’s reviewer answers this.' : `The reviewer says ${passes ? 'yes' : 'no'}.`
    return { id, title, passes, proof: `${prefix}${reviewerText}`, to, waivable: true, field }
  }
  const title = 'Coverage and inspections allow more than one a year'
  const scoreText = scores.map(({ year, score }) => `${score} (${year})`).join(', ')
  const forbiddingScore = scores.find(({ score }, index) => score < (index === 0 ? LAST_SCORE : ANY_SCORE))
  const proof = `Inspection scores ${scoreText}; asked for are ${LAST_SCORE} at the last one and ${ANY_SCORE} in three years.`
  const interim = forbiddingScore
    ? buildGuard('DSR-G11', title, false, proof, forbiddingScore.path, true)
    : buildQuestion(
        'DSR-G11',
        title,
        'meetsInterimRule',
        scoreText && `Inspection scores ${scoreText}. `,
        `/afs/review/reportcard/${afsId}`,
      )
  const findings = { title: 'No other non-compliance is open', to: `/NonComplianceList/${propertyId}` }
  return [
    getComplianceGuard(facts, findings.title) ??
      buildQuestion(
        'DSR-G8',
        findings.title,
        'freeOfNonCompliance',
        'No finding shown to you blocks requests. ',
        findings.to,
      ),
    getObstacleGuard('DSR-G9', 'No physical deficiencies are open', deficiencies) ??
      buildQuestion(
        'DSR-G9',
        'No physical deficiencies are open',
        'freeOfDeficiencies',
        'No inspection shown to you has an open finding. ',
      ),
    getObstacleGuard('DSR-G10', 'Not watched for its finances', watched) ??
      buildQuestion('DSR-G10', 'Not watched for its finances', 'offWatchList'),
    ...(request.periodType === 'Annual' ? [] : [interim]),
  ]
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
