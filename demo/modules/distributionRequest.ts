import { accountSettings } from '#ground/money/reserves/model/settings.ts'
import { addDays } from '#kernel/model/dates.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { statements } from '#modules/statements/annualStatement/model/statements.ts'
import { DistributionRequest } from '#modules/statements/distributionRequest/model/entities.ts'
import type { Guard } from '#modules/statements/distributionRequest/model/guardFacts.ts'
import { getGuards } from '#modules/statements/distributionRequest/model/guards.ts'
import { EXPIRED, requests } from '#modules/statements/distributionRequest/model/requests.ts'
import { pick } from '../chance.ts'
import { type FiledStep, getWalkers, loadFiled, type Walkers, wayTo } from '../filed.ts'
import { insertRows } from '../insertRows.ts'
import { loadLetterRows, moneySql } from '../letterRows.ts'
import type { DemoContext, DemoPart } from '../part.ts'
import type { DemoStatement } from './annualStatement/statements.ts'
import { distributing, getDelinquent, REQUEST_YEARS } from './surplusCash.ts'

type Wanted = { of: DemoStatement; statusId: number; asked: number; approved: number; begun: string }

/**
 * The statuses of the newest requests, on reviewed statements and on others. Approved ones are approved in
 * part.
 */
const onReviewed = [4, 6, 5, 3, 3, 1]
const onFiled = [2, 1, 2]
const DENIED = 'Demonstration: deposits to the replacement reserve are behind; ask again once they are made.'
/** Days from the statement to the request, and from there to its decision. */
const [DAYS_BEFORE_ASKING, LONGEST_WAY] = [8, 16]
const minimumPerUnit = accountSettings.minimumPerUnit.default
const hundreds = (cents: number) => Math.floor(cents / 10_000) * 10_000

/** What was paid in a year was approved on the statement of the year before. */
const approved = (statements: readonly DemoStatement[], from: number): Wanted[] =>
  statements.flatMap((statement, index): Wanted[] => {
    const paid = statements[index + 1]?.books.distributions ?? 0
    if (statement.year < from || paid <= 0 || statement.submitted === null) return []
    return [
      {
        of: statement,
        statusId: 5,
        asked: paid,
        approved: paid,
        begun: addDays(statement.submitted.slice(0, 10), 30),
      },
    ]
  })

/**
 * One request of each status on the newest statements, those of the company accounts first, and one that the
 * next statement overtook.
 */
function exhibits(properties: readonly (readonly DemoStatement[])[], today: string): Wanted[] {
  const ownFirst = properties.toSorted(
    (a, b) => Number(a.at(-1)!.filer === null) - Number(b.at(-1)!.filer === null),
  )
  const companyStatements = ownFirst.filter((demoStatements) => demoStatements.at(-1)!.filer !== null)
  const open = ownFirst.flatMap((demoStatements) => {
    const last = demoStatements.at(-1)!
    const asks =
      last.submitted !== null &&
      addDays(last.submitted.slice(0, 10), DAYS_BEFORE_ASKING + LONGEST_WAY) <= today
    return asks && last.fault === null && last.books.distributable.available > 100_000 ? [last] : []
  })
  const exhibit = (statuses: readonly number[], on: readonly number[]) =>
    open
      .filter(({ statusId }) => on.includes(statusId))
      .slice(0, statuses.length)
      .map((demoStatement, index): Wanted => {
        const requestedAmount = hundreds(demoStatement.books.distributable.available * 0.8)
        const startDay = addDays(
          demoStatement.submitted?.slice(0, 10) ?? demoStatement.begun,
          DAYS_BEFORE_ASKING,
        )
        return {
          of: demoStatement,
          statusId: statuses[index]!,
          asked: requestedAmount,
          approved: hundreds(requestedAmount * 0.6),
          begun: startDay,
        }
      })
  const newest = [...exhibit(onReviewed, [4, 5]), ...exhibit(onFiled, [2, 3])]
  const overtaken = companyStatements.find((demoStatements) => {
    const [before, last] = demoStatements.slice(-2)
    return (
      before &&
      last &&
      last.submitted !== null &&
      last.books.distributions === 0 &&
      before.books.distributable.available > 0
    )
  })
  const [before] = overtaken?.slice(-2) ?? []
  if (!before) return newest
  const asked = Math.max(10_000, hundreds(before.books.distributable.available / 2))
  return [
    ...newest,
    {
      of: before,
      statusId: EXPIRED,
      asked,
      approved: 0,
      begun: addDays(before.submitted?.slice(0, 10) ?? before.begun, 200),
    },
  ]
}

function getSteps({ statusId, begun, of }: Wanted, walkers: Walkers): FiledStep[] {
  const actors = { ...walkers, company: of.filer ?? walkers.company }
  if (statusId !== EXPIRED) return wayTo(statusId, begun, actors, statusId === 6 ? DENIED : null)
  const expired = {
    action: 'expire',
    from: 2,
    to: EXPIRED,
    at: `${addDays(begun, 60)}T09:00:00Z`,
    by: null,
    reason: null,
  }
  return [...wayTo(2, begun, actors), expired]
}

const getPurpose = (id: number) =>
  pick(`purpose ${id}`, [
    'Owner distribution',
    'Owner distribution',
    'Deferred developer fee',
    'Asset-management fee',
  ])

/**
 * The balance of the agency's replacement reserve at the end of the year, in dollars. Null if there is no
 * such account.
 */
function getReserve({ books }: DemoStatement): number | null {
  const reserves = books.reserves.filter((reserve) => reserve.kind === 'Replacement reserve')
  return reserves.length > 0
    ? fromCents(reserves.reduce((sum, reserveYear) => sum + reserveYear.closing, 0))
    : null
}

function getValues({ of, statusId, asked, approved: amount }: Wanted, id: number) {
  const { surplus, available } = of.books.distributable
  const isJudged = statusId >= 4 && statusId !== EXPIRED
  const waived = [
    ...(getDelinquent(of) > 0 ? ['Demonstration: the deposits were made since.'] : []),
    ...((getReserve(of) ?? 0) < minimumPerUnit * of.units
      ? ['Demonstration: the replacement reserve is built up by its monthly deposits.']
      : []),
  ]
  return {
    afs_id: of.afsId,
    year: of.year,
    period_type: 'Annual',
    amount_requested: fromCents(asked),
    purpose: getPurpose(id),
    payee: of.ownerName,
    owner_comments: null,
    ...(statusId >= 2
      ? { surplus_cash: fromCents(surplus), allowable: fromCents(available) }
      : { surplus_cash: null, allowable: null }),
    approved_amount: isJudged && statusId !== 6 ? fromCents(amount) : null,
    free_of_non_compliance: isJudged || null,
    free_of_deficiencies: isJudged || null,
    off_watch_list: isJudged || null,
    waiver: isJudged && waived.length > 0 ? waived.join(' ') : null,
  }
}

/** The guards of an approval at the time of the decision. Open ones were waived. */
function guardsSeen(
  { of, statusId, asked, approved: amount }: Wanted,
  id: number,
  decided: string,
): Guard[] | null {
  if (statusId !== 5) return null
  const { surplus, available } = of.books.distributable
  const yes = {
    freeOfNonCompliance: true,
    freeOfDeficiencies: true,
    offWatchList: true,
    meetsInterimRule: null,
  }
  const amounts = { amountRequested: fromCents(asked), approvedAmount: fromCents(amount) }
  return getGuards(
    { periodType: 'Annual', interimDate: null, interimLines: [], ...amounts, ...yes },
    {
      distributionRequestId: id,
      afsId: of.afsId,
      propertyId: of.propertyId,
      year: of.year,
      asOf: null,
      statusId: 5,
      statusLabel: statements.labelOf(5, of.submitted),
      units: of.units,
      surplus: fromCents(surplus),
      b4: fromCents(available),
      approved: 0,
      pending: 0,
      available: fromCents(available),
      mortgage: 0,
      deposits: fromCents(getDelinquent(of)),
      escrow: 0,
      reserve: getReserve(of),
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
      loans: of.books.notes.map((note) => ({
        words: `${note.lender}, ${formatMoney(fromCents(note.closing))} left`,
        path: `/EditProject/${of.propertyId}?tab=Loans`,
        bookedThrough: of.year,
      })),
      periodEnd: of.books.periodEnd,
      today: decided,
    },
  )
}

/** SQL: the paragraphs of the letter of request `r`. */
const body = `jsonb_build_array('Your request to distribute ' || ${moneySql('r.amount_requested')} || ' of the surplus cash of {{propertyName}} for the fiscal year '
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

const paidColumns = {
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
  const walkers = getWalkers(users)
  const properties = [...(await distributing(context)).values()]
  const newest = Math.max(...properties.flat().map((property) => property.year))
  const wanteds = [
    ...properties.flatMap((property) => approved(property, newest - REQUEST_YEARS)),
    ...exhibits(properties, context.day),
  ]
  const records = wanteds.map((item, index) => {
    const id = index + 1
    const steps = getSteps(item, walkers)
    const guardResults = guardsSeen(item, id, steps.at(-1)!.at.slice(0, 10))
    return {
      id,
      propertyId: item.of.propertyId,
      steps,
      values: { ...getValues(item, id), guards_seen: guardResults },
    }
  })
  await loadFiled(client, { entity: DistributionRequest, flow: requests.flow }, records)
  const paid = wanteds.flatMap(({ of, statusId, approved: amount }, index) =>
    statusId === 5
      ? [
          {
            property_id: of.propertyId,
            computation_of_distributions_id: of.afsId,
            year: of.year + 1,
            source: 'Request',
            amount: fromCents(amount),
            paid_on: records[index]!.steps.at(-1)!.at.slice(0, 10),
            distribution_request_id: index + 1,
            note: `${requests.numberOf(index + 1)} approved`,
            written_by_id: walkers.manager,
          },
        ]
      : [],
  )
  await insertRows(client, 'distribution_payment', paidColumns, paid)
  await loadLetterRows(client, {
    entity: requests.flow.entity,
    table: DistributionRequest.table,
    key: 'distribution_request_id',
    prefix: 'DR',
    label: 'distribution request',
    titles: { approval: 'Approval', denial: 'Denial' },
    body,
  })
}

/** Distribution requests of three years, each payment of the books among them, and one of each status. */
export default { after: ['surplusCash'], load } satisfies DemoPart
