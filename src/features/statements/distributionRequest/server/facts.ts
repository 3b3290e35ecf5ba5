import { sql } from 'kysely'
import { accountSettings } from '#core/money/reserves/model/index.ts'
import { getBalanceSql } from '#core/money/reserves/server/index.ts'
import { blockingFindingsSql } from '#core/portfolio/findings/server/index.ts'
import { nonComplianceSql } from '#core/portfolio/properties/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { isOverdueSql } from '#core/portfolio/tasks/server/index.ts'
import { inspectionScoresBy } from '#features/statements/reportCard/server/index.ts'
import { getAvailable } from '#features/statements/surplusCash/model/index.ts'
import { loadDistribution } from '#features/statements/surplusCash/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { isWithAgency } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { getRequestedBasis } from '../model/basis.ts'
import type { GuardedRequest, GuardFacts } from '../model/guardFacts.ts'
import { getGuards } from '../model/guards.ts'
import { type Detail, type RequestRow, requests } from '../model/requests.ts'
import { distributionSettings } from '../model/settings.ts'
import { loansSql, obstaclesSql } from './obstacles.ts'

type Row = Pick<RequestRow, 'distributionRequestId' | 'propertyId' | 'afsId' | 'year'>
type OtherRequest = Omit<Detail['others'][number], 'requestNumber' | 'statusLabel'>
type FactsRow = Pick<
  GuardFacts,
  | 'reserve'
  | 'units'
  | 'lateDeposits'
  | 'nonCompliantYears'
  | 'nonComplianceState'
  | 'obstacles'
  | 'deficiencies'
  | 'watched'
  | 'loans'
  | 'openFindings'
  | 'overdue'
  | 'openElsewhere'
  | 'scores'
  | 'laterYear'
> & { others: OtherRequest[] }

/**
 * SQL: the facts about a request from other records: the reserve, other requests on its statement, earlier
 * and later statements.
 */
const factsSql = (
  { distributionRequestId, propertyId, afsId, year }: Row,
  today: string,
  grace: number,
) => sql<FactsRow>`
  select (select ${getBalanceSql()} from reserve_account a where a.property_id = ${propertyId}
  and a.kind = 'Replacement reserve'
      and a.closed_on is null order by a.reserve_account_id limit 1) as reserve,
    coalesce((select total_units from property where property_id = ${propertyId}), 0) as units,
    (select coalesce(sum(d.amount - d.received), 0) from reserve_deposit d
    join reserve_account a using (reserve_account_id)
      where a.property_id = ${propertyId} and a.kind = 'Replacement reserve' and a.closed_on is null
      and d.received < d.amount
        and d.waived_on is null and d.due_on + ${grace}::integer < ${today}::date) as late_deposits,
    array(select s.year from annual_statement s where s.property_id = ${propertyId}
    and s.status_id = ${sqlStatus.REJECTED} and s.afs_id <> ${afsId}
    order by s.year desc) as non_compliant_years,
    (select ${nonComplianceSql()} from property p
    where p.property_id = ${propertyId}) as non_compliance_state,
    ${blockingFindingsSql(sql`${propertyId}::integer`)} as obstacles, ${obstaclesSql(propertyId, today)},
    ${loansSql(propertyId)} as loans,
    (select coalesce(jsonb_agg(f order by f.year desc), '[]')
    from (select s.afs_id as "afsId", s.year, count(*)::integer as count
      from afs_report_card_finding f join annual_statement s using (afs_id)
      where s.property_id = ${propertyId} and s.status_id = ${sqlStatus.REJECTED}
        and f.kind = 'cure' and f.sent_on is not null and f.cured_on is null and f.dropped_reason is null
        group by s.afs_id, s.year) f) as open_findings,
    (select coalesce(jsonb_agg(jsonb_build_object('year', extract(year
    from i.period_end)::integer, 'dueDate', i.due_date) order by i.due_date desc), '[]')
      from task_instance i where i.property_id = ${propertyId} and i.task_type_id = ${TaskType.AFS}
      and ${isOverdueSql(today)}
        and not exists (select from annual_statement s where s.property_id = i.property_id
        and s.year = extract(year from i.period_end) and ${statusIs.filed('s')})) as overdue,
    (select coalesce(jsonb_agg(jsonb_build_object('distributionRequestId', r.distribution_request_id, 'year',
    r.year) order by r.year desc), '[]')
      from distribution_request r where r.property_id = ${propertyId} and r.afs_id <> ${afsId}
      and ${statusIs.withAgency('r')}) as open_elsewhere,
    (select coalesce(jsonb_agg(jsonb_build_object('year', extract(year from i.day)::integer, 'score', i.score,
        'path', i.path) order by i.day desc, i.path desc), '[]')
      from (${inspectionScoresBy(today)}) i (property_id, day, score, path)
      where i.property_id = ${propertyId} and i.day > ${today}::date - interval '3 years') as scores,
    (select min(s.year) from annual_statement s where s.property_id = ${propertyId} and s.year > ${year}
    and s.status_id between ${sqlStatus.SUBMITTED} and ${sqlStatus.APPROVED}) as later_year,
    (select coalesce(jsonb_agg(jsonb_build_object('distributionRequestId', r.distribution_request_id,
    'statusId', r.status_id,
        'submitted', r.submitted, 'periodType', r.period_type, 'interimDate', r.interim_date,
        'amountRequested', r.amount_requested,
        'approvedAmount', case when ${statusIs.decided('r')} then r.approved_amount end)
        order by r.distribution_request_id), '[]')
      from distribution_request r where r.afs_id = ${afsId}
      and r.distribution_request_id <> ${distributionRequestId}) as others`

/** Whether a request is with the agency and not decided. Its amount is no longer available to others. */
const isPending = ({ statusId }: OtherRequest) => isWithAgency(statusId)

/**
 * Loads the facts that a request's screen and rules need, in two SQL statements, not counting those for
 * settings.
 */
export async function loadDistributionRequestFacts(
  context: AnyContext,
  row: RequestRow,
): Promise<Pick<Detail, 'computation' | 'facts' | 'interim' | 'guards' | 'others'>> {
  const { settings, db } = context
  const grace = await settings.get(accountSettings.graceDays)
  const { others: otherRows, ...loadedFacts } = (await factsSql(row, settings.today(), grace).execute(db))
    .rows[0]!
  const otherRequests = otherRows.map((other) => ({
    ...other,
    requestNumber: requests.numberOf(other.distributionRequestId),
    statusLabel: requests.labelOf(other.statusId, other.submitted),
  }))
  const distribution = await loadDistribution(context, row.afsId, row.distributionRequestId)
  if (!distribution)
    return {
      computation: null,
      facts: null,
      interim: [],
      guards: row.guardsSeen ?? [],
      others: otherRequests,
    }
  const { computation, delinquent, interim } = distribution
  const pending = sumMoney(otherRows.filter(isPending).map((other) => other.amountRequested))
  // A payment that this request itself was granted does not reduce the amount available to it.
  const matchingPayments = computation.payments.filter(
    (payment) => payment.distributionRequestId === row.distributionRequestId,
  )
  const approved = sumMoney([computation.approved, ...matchingPayments.map((item) => -item.paid)])
  const facts: GuardFacts = {
    ...loadedFacts,
    asOf: null,
    distributionRequestId: row.distributionRequestId,
    afsId: row.afsId,
    propertyId: row.propertyId,
    year: row.year,
    periodEnd: computation.periodEnd,
    today: settings.today(),
    statusId: computation.statusId,
    statusLabel: computation.statusLabel,
    surplus: computation.surplus,
    b4: computation.b4,
    ...delinquent,
    approved,
    pending,
    available: getAvailable(computation.b4, approved, pending),
    minimumPerUnit: await settings.get(accountSettings.minimumPerUnit),
    interimAllowed: await settings.get(distributionSettings.interim),
    forAgency: isAgency(context.actor),
  }
  return {
    computation,
    facts,
    interim,
    guards:
      row.decided !== null && row.guardsSeen
        ? row.guardsSeen
        : getGuards(
            getVisibleRequest(context, row),
            getRequestedBasis(row, { computation, facts, interim }).facts ?? facts,
          ),
    others: otherRequests,
  }
}

/** Returns the request for the guards. A company does not see the reviewer's answers before the decision. */
const getVisibleRequest = ({ actor }: AnyContext, row: RequestRow): GuardedRequest =>
  isAgency(actor) || row.decided !== null
    ? row
    : { ...row, approvedAmount: null, freeOfNonCompliance: null, freeOfDeficiencies: null, ...noAnswers }
const noAnswers = { offWatchList: null, meetsInterimRule: null }
