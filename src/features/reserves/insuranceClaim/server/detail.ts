import { type RawBuilder, sql } from 'kysely'
import { openPath } from '#engines/review/model/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { toCents } from '#kernel/model/money.ts'
import { isWithAgency } from '#kernel/model/status.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type ClaimSums, getInsuranceClaimBalance } from '../model/balance.ts'
import { type ClaimDetail, type ClaimRow, claims } from '../model/claims.ts'
import { InsuranceCheck, InsuranceClaimItem, InsuranceClaimTypeOfLoss } from '../model/entities.ts'

import { requests } from '../model/requests.ts'
import { insuranceSettings } from '../model/settings.ts'
import { insuranceClaimSumsSql } from './balance.ts'

/**
 * SQL: whether the agency was notified of the loss of claim `r` too late. The allowed hours run from the end
 * of the day of the loss in the agency’s time zone. The notice is the submission (now for a draft), or an
 * earlier report to the central office. Domain 16.1.
 */
export async function getNoticeLateSql({ settings, services }: AnyContext): Promise<RawBuilder<boolean>> {
  const hours = await settings.get(insuranceSettings.notifyHours)
  return sql`coalesce(least(coalesce(r.submitted, ${services.now().toISOString()}::timestamptz),
    ${startOfDay(sql`r.date_reported_to_co`)})
    > ${startOfDay(sql`r.date_of_loss + 1`)} + ${hours}::numeric * interval '1 hour', false)`
}

/** The facts of a claim as one statement returns them: amounts as sums, requests without their labels. */
type ClaimFacts = ClaimSums &
  Pick<ClaimDetail, 'types' | 'others' | 'units' | 'noticeLate' | 'items' | 'checks'> & {
    requests: Omit<ClaimDetail['requests'][number], 'requestNumber' | 'path' | 'statusLabel'>[]
  }

/** SQL: rows as a JSON array, empty if there are none. */
const rowsSql = (columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(${columns}), '[]') from ${from})`

/** SQL: a row of an entity as a JSON object with the names of its fields. */
const jsonSql = ({ fields }: AnyEntity) =>
  sql`json_build_object(${sql.join(Object.keys(fields).flatMap((name) => [sql.lit(name), sql.ref(snakeCase(name))]))})`

/** SQL: the payment requests of a claim with their payments. The agency does not see unsubmitted drafts. */
const requestsSql = (claimId: number) =>
  rowsSql(
    sql`json_build_object('insuranceRequestId', q.insurance_request_id, 'statusId', q.status_id, 'submitted',
      q.submitted,
      'decided', q.decided, 'claimed', i.claimed, 'approved', case q.status_id when 5 then i.approved
      when 6 then 0 end,
      'payments', (select coalesce(json_agg(json_build_object('paidOn', y.paid_on, 'amount', y.amount,
      'payee', y.payee,
          'checkNumber', y.check_number) order by y.paid_on, y.payment_id), '[]') from payment y
        where y.module_name = ${requests.module} and y.request_id = q.insurance_request_id
        and y.voided_on is null))
      order by q.insurance_request_id`,
    sql`insurance_request q left join lateral (select coalesce(sum(claimed_amount), 0) as claimed,
        coalesce(sum(approved_amount), 0) as approved from insurance_request_item i
        where i.insurance_request_id = q.insurance_request_id) i on true
      where q.insurance_claim_id = ${claimId} and ((select not kernel.is_agency())
      or q.submitted is not null)`,
  )

/** The prefix of claim numbers, for example `IC-`. */
const NUMBER_PREFIX = `${claims.prefix}-`

/** Loads the facts that a claim's screen and rules need in addition to the claim, in one statement. */
async function loadFacts({ db }: AnyContext, row: ClaimRow, late: RawBuilder<boolean>): Promise<ClaimFacts> {
  const id = row.insuranceClaimId
  const linesSql = (entity: AnyEntity) =>
    rowsSql(
      sql`${jsonSql(entity)} order by position, ${sql.ref(snakeCase(entity.key))}`,
      sql`${sql.table(entity.table)} where insurance_claim_id = ${id}`,
    )
  const otherRows = rowsSql(
    sql`json_build_object('insuranceClaimId', o.insurance_claim_id, 'requestNumber',
      ${NUMBER_PREFIX}::text || o.insurance_claim_id,
      'dateOfLoss', o.date_of_loss, 'insuranceClaimTypeOfLossId', o.insurance_claim_type_of_loss_id)
      order by o.insurance_claim_id`,
    sql`insurance_claim o where o.property_id = ${row.propertyId} and o.insurance_claim_id <> ${id}
      and o.status_id between ${sqlStatus.SUBMITTED} and ${sqlStatus.APPROVED}
      and o.date_of_loss is not null`,
  )
  const types = rowsSql(
    sql`${jsonSql(InsuranceClaimTypeOfLoss)} order by insurance_claim_type_of_loss_id`,
    sql`insurance_claim_type_of_loss`,
  )
  const result =
    await sql<ClaimFacts>`select s.*, p.total_units as units, ${types} as types, ${otherRows} as others,
      ${requestsSql(id)} as requests, ${linesSql(InsuranceClaimItem)} as items,
      ${linesSql(InsuranceCheck)} as checks,
      coalesce((select ${late} from insurance_claim r where r.insurance_claim_id = ${id}),
      false) as notice_late
    from ${insuranceClaimSumsSql(sql`${id}::integer`)} s left
    join property p on p.property_id = ${row.propertyId}`.execute(db)
  return result.rows[0]!
}

/** Loads the details that the screen and the rules of a claim need in addition to the claim itself. */
export async function loadInsuranceClaimFacts(context: AnyContext, row: ClaimRow) {
  const { actor, settings } = context
  const { received, forwarded, approved, paid, ...facts } = await loadFacts(
    context,
    row,
    await getNoticeLateSql(context),
  )
  const inspectionFrom = await settings.get(insuranceSettings.inspectionFrom)
  const { propertyId } = row
  return {
    ...facts,
    // A company that no longer manages the property reads its own filings, and nothing of the property.
    units: facts.units ?? 0,
    balance: getInsuranceClaimBalance({ received, forwarded, approved, paid }),
    notifyHours: await settings.get(insuranceSettings.notifyHours),
    requests: facts.requests.map((request) => ({
      ...request,
      requestNumber: requests.numberOf(request.insuranceRequestId),
      statusLabel: requests.labelOf(request.statusId, request.submitted),
      path: openPath(requests, request),
    })),
    needsInspection:
      row.inspectionRequired || toCents(row.totalAmountClaimed ?? 0) >= toCents(inspectionFrom),
    mayNote:
      isWithAgency(row.statusId) &&
      inScope(actor.scope.write, propertyId) &&
      (!isAgency(actor) || isAgencyWriter(actor)),
  }
}
