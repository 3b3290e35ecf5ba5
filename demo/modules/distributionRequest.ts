import { accountSettings } from '#core/money/reserves/model/settings.ts'
import { statements } from '#features/statements/annualStatement/model/statements.ts'
import { DistributionRequest } from '#features/statements/distributionRequest/model/entities.ts'
import type { Guard } from '#features/statements/distributionRequest/model/guardFacts.ts'
import { getGuards } from '#features/statements/distributionRequest/model/guards.ts'
import { EXPIRED, requests } from '#features/statements/distributionRequest/model/requests.ts'
import { addDays } from '#kernel/model/dates.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import {
  type FiledStep,
  getStepsTo,
  getStepTakers,
  loadFiledRecords,
  type StepTakers,
} from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import { loadLetterRows, moneySql } from '../letterRows.ts'
import type { DemoStatement } from './annualStatement/statements.ts'
import { getDistributingStatements, getMissingDeposits, REQUEST_YEARS } from './surplusCash.ts'

/** A planned request on a statement. Amounts are in cents. */
type RequestPlan = {
  statement: DemoStatement
  statusId: number
  requestedAmount: number
  approvedAmount: number
  startDay: string
}

/**
 * The statuses of the newest requests on reviewed statements (numbers of `RequestStatus`). Approved ones are
 * approved in part.
 */
const statusesOnReviewed = [4, 6, 5, 3, 3, 1]
/** The statuses of the newest requests on statements that are not reviewed yet. */
const statusesOnFiled = [2, 1, 2]
const DENIAL_REASON =
  'Demonstration: deposits to the replacement reserve are behind; ask again once they are made.'
/** The days from the statement to the request, and the longest time from there to the decision. */
const [DAYS_BEFORE_REQUEST, LONGEST_REVIEW_DAYS] = [8, 16]
/** The minimum of the replacement reserve in dollars per unit, as in the default settings. */
const minimumPerUnit = accountSettings.minimumPerUnit.default
/** Rounds cents down to hundreds of dollars. */
const floorToHundreds = (cents: number) => Math.floor(cents / 10_000) * 10_000

/**
 * Returns a request for each payment of the books. A payment was approved on the statement of the year
 * before.
 */
const planPaidRequests = (statements: readonly DemoStatement[], firstYear: number): RequestPlan[] =>
  statements.flatMap((statement, index): RequestPlan[] => {
    const paidAmount = statements[index + 1]?.books.distributions ?? 0
    if (statement.year < firstYear || paidAmount <= 0 || statement.submitted === null) return []
    return [
      {
        statement,
        statusId: 5,
        requestedAmount: paidAmount,
        approvedAmount: paidAmount,
        startDay: addDays(statement.submitted.slice(0, 10), 30),
      },
    ]
  })

/**
 * Returns example requests in each status on the newest statements, those of the company accounts first, and
 * one request that expired when the next statement came.
 */
function planExampleRequests(
  properties: readonly (readonly DemoStatement[])[],
  today: string,
): RequestPlan[] {
  const companyAccountsFirst = properties.toSorted(
    (a, b) => Number(a.at(-1)!.filer === null) - Number(b.at(-1)!.filer === null),
  )
  const companyStatements = companyAccountsFirst.filter(
    (demoStatements) => demoStatements.at(-1)!.filer !== null,
  )
  const openStatements = companyAccountsFirst.flatMap((demoStatements) => {
    const last = demoStatements.at(-1)!
    const canRequest =
      last.submitted !== null &&
      addDays(last.submitted.slice(0, 10), DAYS_BEFORE_REQUEST + LONGEST_REVIEW_DAYS) <= today
    return canRequest && last.fault === null && last.books.distributable.available > 100_000 ? [last] : []
  })
  const planForStatuses = (statuses: readonly number[], statementStatuses: readonly number[]) =>
    openStatements
      .filter(({ statusId }) => statementStatuses.includes(statusId))
      .slice(0, statuses.length)
      .map((demoStatement, index): RequestPlan => {
        const requestedAmount = floorToHundreds(demoStatement.books.distributable.available * 0.8)
        const startDay = addDays(
          demoStatement.submitted?.slice(0, 10) ?? demoStatement.startDay,
          DAYS_BEFORE_REQUEST,
        )
        return {
          statement: demoStatement,
          statusId: statuses[index]!,
          requestedAmount,
          approvedAmount: floorToHundreds(requestedAmount * 0.6),
          startDay,
        }
      })
  const newest = [...planForStatuses(statusesOnReviewed, [4, 5]), ...planForStatuses(statusesOnFiled, [2, 3])]
  const overtakenProperty = companyStatements.find((demoStatements) => {
    const [before, last] = demoStatements.slice(-2)
    return (
      before &&
      last &&
      last.submitted !== null &&
      last.books.distributions === 0 &&
      before.books.distributable.available > 0
    )
  })
  const [before] = overtakenProperty?.slice(-2) ?? []
  if (!before) return newest
  const requestedAmount = Math.max(10_000, floorToHundreds(before.books.distributable.available / 2))
  return [
    ...newest,
    {
      statement: before,
      statusId: EXPIRED,
      requestedAmount,
      approvedAmount: 0,
      startDay: addDays(before.submitted?.slice(0, 10) ?? before.startDay, 200),
    },
  ]
}

function getSteps({ statusId, startDay, statement }: RequestPlan, stepTakers: StepTakers): FiledStep[] {
  const actors = { ...stepTakers, company: statement.filer ?? stepTakers.company }
  if (statusId !== EXPIRED)
    return getStepsTo(statusId, startDay, actors, statusId === RequestStatus.REJECTED ? DENIAL_REASON : null)
  const expired = {
    action: 'expire',
    from: 2,
    to: EXPIRED,
    at: `${addDays(startDay, 60)}T09:00:00Z`,
    by: null,
    reason: null,
  }
  return [...getStepsTo(2, startDay, actors), expired]
}

const getPurpose = (id: number) =>
  drawChoice(`purpose ${id}`, [
    'Owner distribution',
    'Owner distribution',
    'Deferred developer fee',
    'Asset-management fee',
  ])

/**
 * Returns the balance of the replacement reserve at the end of the year, in dollars. Null if there is no
 * such account.
 */
function getReserveBalance({ books }: DemoStatement): number | null {
  const reserves = books.reserves.filter((reserve) => reserve.kind === 'Replacement reserve')
  return reserves.length > 0
    ? fromCents(reserves.reduce((sum, reserveYear) => sum + reserveYear.closing, 0))
    : null
}

/** Returns the columns of a request that its steps do not set. */
function getRequestValues({ statement, statusId, requestedAmount, approvedAmount }: RequestPlan, id: number) {
  const { surplus, available } = statement.books.distributable
  const isReviewed = statusId >= RequestStatus.REVIEWED && statusId !== EXPIRED
  const waivers = [
    ...(getMissingDeposits(statement) > 0 ? ['Demonstration: the deposits were made since.'] : []),
    ...((getReserveBalance(statement) ?? 0) < minimumPerUnit * statement.units
      ? ['Demonstration: the replacement reserve is built up by its monthly deposits.']
      : []),
  ]
  return {
    afs_id: statement.afsId,
    year: statement.year,
    period_type: 'Annual',
    amount_requested: fromCents(requestedAmount),
    purpose: getPurpose(id),
    payee: statement.ownerName,
    owner_comments: null,
    ...(statusId >= RequestStatus.SUBMITTED
      ? { surplus_cash: fromCents(surplus), allowable: fromCents(available) }
      : { surplus_cash: null, allowable: null }),
    approved_amount: isReviewed && statusId !== RequestStatus.REJECTED ? fromCents(approvedAmount) : null,
    free_of_non_compliance: isReviewed || null,
    free_of_deficiencies: isReviewed || null,
    off_watch_list: isReviewed || null,
    waiver: isReviewed && waivers.length > 0 ? waivers.join(' ') : null,
  }
}

/**
 * Returns the guards of an approval as they were at the time of the decision. Guards that had not passed
 * were waived.
 */
function getGuardsSeen(
  { statement, statusId, requestedAmount, approvedAmount }: RequestPlan,
  id: number,
  decisionDay: string,
): Guard[] | null {
  if (statusId !== RequestStatus.APPROVED) return null
  const { surplus, available } = statement.books.distributable
  const reviewAnswers = {
    freeOfNonCompliance: true,
    freeOfDeficiencies: true,
    offWatchList: true,
    meetsInterimRule: null,
  }
  const amounts = { amountRequested: fromCents(requestedAmount), approvedAmount: fromCents(approvedAmount) }
  return getGuards(
    { periodType: 'Annual', interimDate: null, interimLines: [], ...amounts, ...reviewAnswers },
    {
      distributionRequestId: id,
      afsId: statement.afsId,
      propertyId: statement.propertyId,
      year: statement.year,
      asOf: null,
      statusId: 5,
      statusLabel: statements.labelOf(5, statement.submitted),
      units: statement.units,
      surplus: fromCents(surplus),
      b4: fromCents(available),
      approved: 0,
      pending: 0,
      available: fromCents(available),
      mortgage: 0,
      deposits: fromCents(getMissingDeposits(statement)),
      escrow: 0,
      reserve: getReserveBalance(statement),
      lateDeposits: 0,
      minimumPerUnit,
      interimAllowed: true,
      forAgency: true,
      nonCompliantYears: [],
      nonComplianceState: null,
      obstacles: [],
      deficiencies: [],
      watched: [],
      openFindings: [],
      overdue: [],
      openElsewhere: [],
      scores: [],
      laterYear: null,
      loans: statement.books.notes.map((note) => ({
        words: `${note.lender}, ${formatMoney(fromCents(note.closing))} left`,
        path: `/EditProject/${statement.propertyId}?tab=Loans`,
        bookedThrough: statement.year,
      })),
      periodEnd: statement.books.periodEnd,
      today: decisionDay,
    },
  )
}

/** SQL: the paragraphs of the letter of request `r`. */
const letterBodySql = `jsonb_build_array('Your request to distribute ' || ${moneySql('r.amount_requested')} || ' of the surplus cash of {{propertyName}} for the fiscal year '
    || r.year || ' has been reviewed. ' || case r.status_id when 5 then 'The agency approves ' || ${moneySql('r.approved_amount')} || ' to '
      || coalesce(r.payee, 'the owner') || ' (' || lower(r.purpose) || ').' else 'The agency cannot approve it.' end,
  jsonb_build_object('columns', jsonb_build_array(jsonb_build_object('label', 'Computation of distributions', 'field', 'label'),
      jsonb_build_object('label', 'Amount', 'field', 'amount', 'alignment', 'right')),
    'rows', jsonb_build_array(jsonb_build_object('label', 'B1 Surplus cash', 'amount', ${moneySql('r.surplus_cash')}),
      jsonb_build_object('label', 'B4 Available for distribution', 'amount', ${moneySql('r.allowable')}))
      || case when r.status_id = 5 then jsonb_build_array(jsonb_build_object('label', 'Approved now', 'amount', ${moneySql('r.approved_amount')}),
        jsonb_build_object('label', 'Left on this statement', 'amount', ${moneySql('r.allowable - r.approved_amount')})) else '[]' end))
  || case when r.status_id = 5 and r.approved_amount < r.amount_requested
    then '["The amount was not approved in full. The rest may be requested again."]'::jsonb else '[]' end
  || case when r.status_id = 5 then '["Record the payment in the books of the property, and show it in its next annual statement."]'::jsonb
    else jsonb_build_array(coalesce(r.decision_comment, 'You may ask again once this is settled.')) end`

const paymentColumns = {
  property_id: 'integer',
  computation_of_distributions_id: 'integer',
  year: 'integer',
  source: 'text',
  amount: 'numeric',
  paid_on: 'date',
  distribution_request_id: 'integer',
  note: 'text',
  written_by_id: 'integer',
} as const

async function load(context: DemoContext): Promise<void> {
  const { client, users } = context
  const stepTakers = getStepTakers(users)
  const properties = [...(await getDistributingStatements(context)).values()]
  const newest = Math.max(...properties.flat().map((property) => property.year))
  const requestPlans = [
    ...properties.flatMap((property) => planPaidRequests(property, newest - REQUEST_YEARS)),
    ...planExampleRequests(properties, context.day),
  ]
  const records = requestPlans.map((item, index) => {
    const id = index + 1
    const steps = getSteps(item, stepTakers)
    const guardResults = getGuardsSeen(item, id, steps.at(-1)!.at.slice(0, 10))
    return {
      id,
      propertyId: item.statement.propertyId,
      steps,
      values: { ...getRequestValues(item, id), guards_seen: guardResults },
    }
  })
  await loadFiledRecords(client, { entity: DistributionRequest, flow: requests.flow }, records)
  const payments = requestPlans.flatMap(({ statement, statusId, approvedAmount }, index) =>
    statusId === RequestStatus.APPROVED
      ? [
          {
            property_id: statement.propertyId,
            computation_of_distributions_id: statement.afsId,
            year: statement.year + 1,
            source: 'Request',
            amount: fromCents(approvedAmount),
            paid_on: records[index]!.steps.at(-1)!.at.slice(0, 10),
            distribution_request_id: index + 1,
            note: `${requests.numberOf(index + 1)} approved`,
            written_by_id: stepTakers.manager,
          },
        ]
      : [],
  )
  await insertRows(client, 'distribution_payment', paymentColumns, payments)
  await loadLetterRows(client, {
    entity: requests.flow.entity,
    table: DistributionRequest.table,
    key: 'distribution_request_id',
    prefix: 'DR',
    label: 'distribution request',
    titles: { approval: 'Approval', denial: 'Denial' },
    body: letterBodySql,
  })
}

/**
 * Loads distribution requests of three years, with a request for each payment of the books, and one request
 * in each status.
 */
export default { after: ['surplusCash'], load } satisfies DemoPart
