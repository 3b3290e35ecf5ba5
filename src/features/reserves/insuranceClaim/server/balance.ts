import { type RawBuilder, sql } from 'kysely'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type ClaimBalance, type ClaimSums, getInsuranceClaimBalance } from '../model/balance.ts'
import type { ClaimRow } from '../model/claims.ts'
import { InsuranceClaim } from '../model/entities.ts'
import { requests } from '../model/requests.ts'

/** SQL: a lateral query of a claim’s sums, the columns `received`, `forwarded`, `approved` and `paid`. */
export const insuranceClaimSumsSql = (claimId: RawBuilder<unknown>) => sql`(select
  coalesce((select sum(amount_received) from insurance_check k where k.insurance_claim_id = ${claimId}
    and k.check_to_product and k.received_on is not null), 0) as received,
  coalesce((select sum(amount_received) from insurance_check k where k.insurance_claim_id = ${claimId}
    and k.check_to_product and k.forwarded_on is not null), 0) as forwarded,
  coalesce((select sum(i.approved_amount) from insurance_request q
  join insurance_request_item i using (insurance_request_id)
    where q.insurance_claim_id = ${claimId} and q.status_id = ${sqlStatus.APPROVED}), 0) as approved,
  coalesce((select sum(y.amount) from payment y
  join insurance_request q on q.insurance_request_id = y.request_id
    where y.module_name = ${requests.module} and y.voided_on is null
    and q.insurance_claim_id = ${claimId}), 0) as paid)`

/** SQL: the amount in dollars that the agency holds of a claim. */
export const claimReceivedSql = (claimId: number) =>
  sql`(select received - forwarded - paid from ${insuranceClaimSumsSql(sql`${claimId}::integer`)} s)`

/** Loads the balance of a claim in one statement. */
export async function loadClaimBalance({ db }: AnyContext, claimId: number): Promise<ClaimBalance> {
  const result =
    await sql<ClaimSums>`select * from ${insuranceClaimSumsSql(sql`${claimId}::integer`)} s`.execute(db)
  return getInsuranceClaimBalance(result.rows[0]!)
}

/** Locks a claim, so that two people cannot enter checks, approve requests or close it at the same time. */
export const lockClaim = (context: AnyContext, claimId: number): Promise<ClaimRow> =>
  lockRow(context, InsuranceClaim, claimId)
