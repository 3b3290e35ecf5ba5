import { sql } from 'kysely'
import type { z } from 'zod'
import { serveItemCalls } from '#features/shared/invoicedItems/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided } from '#kernel/model/status.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { insuranceClaimSumsSql, loadClaimBalance, lockClaim } from './balance.ts'
import { removeCheck, saveCheck } from './checks.ts'
import { claims } from './claims.ts'
import { findClaimDuplicates, type SameAmountItem, sameAmountsSql } from './duplicates.ts'
import { mailClaim } from './mails.ts'
import { kind } from './requestDetail.ts'
import { requests } from './requests.ts'

/** Loads the id of the claim’s payment request that was begun and never submitted. */
async function loadDraftRequestId({ db }: AnyContext, claimId: number): Promise<number | undefined> {
  const result = await sql<{ id: number }>`select insurance_request_id as id from insurance_request
    where insurance_claim_id = ${claimId} and status_id = ${sqlStatus.NOT_SUBMITTED} and submitted is null
    order by 1 limit 1`.execute(db)
  return result.rows[0]?.id
}

/** The handlers of the calls about claims and payment requests. */
export const served: Served[] = [
  ...serveController(calls.typesOfLoss),
  ...serveItemCalls(calls.requestItemCalls, kind, requests),

  serve(calls.getTypesOfLoss, ({ db }) =>
    db.selectFrom('insuranceClaimTypeOfLoss').selectAll().orderBy('insuranceClaimTypeOfLossId').execute(),
  ),

  serve(calls.getPropertyList, async ({ db }) => {
    const result = await sql<z.infer<typeof calls.getPropertyList.answer>[number]>`
      select p.property_id, p.name, p.agency_number, p.city, c.name as management_company_name,
      p.total_units as units,
        count(*)::integer as claims, (count(*) filter (where ${statusIs.open('r')}))::integer as open_claims,
        coalesce(sum(s.received - s.forwarded - s.paid), 0) as held, max(r.date_of_loss) as last_loss
      from insurance_claim r join property p using (property_id)
      cross join lateral ${insuranceClaimSumsSql(sql`r.insurance_claim_id`)} s
      left join management_company c on c.management_company_id = p.management_company_id
      group by p.property_id, c.name order by p.name`.execute(db)
    return result.rows
  }),

  serve(calls.saveCheck, async (context) => claims.detail(context, await saveCheck(context, context.body))),
  serve(calls.removeCheck, async (context) =>
    claims.detail(context, await removeCheck(context, context.params.id)),
  ),

  serve(calls.beginRequest, async (context) => {
    const { claimId: insuranceClaimId } = context.params
    const { propertyId } = await lockClaim(context, insuranceClaimId)
    const id =
      (await loadDraftRequestId(context, insuranceClaimId)) ??
      (await requests.save(context, { request: { propertyId, insuranceClaimId } }))
    return requests.detail(context, id)
  }),
  serve(
    calls.saveRequest,
    async (context) => requests.detail(context, await requests.save(context, context.body)),
    requests.lead,
  ),

  serve(calls.checkDuplicateItems, async (context) => {
    const { insuranceClaimId, invoiceNumber, amount } = context.body
    const itemId = context.body.itemId ?? 0
    const checkedItem = sql`select ${itemId}::integer as item_id, ${amount}::numeric as amount`
    const { rows } = await sql<{
      same: SameAmountItem[]
    }>`select ${sameAmountsSql(insuranceClaimId, checkedItem)} as same
      from insurance_claim where insurance_claim_id = ${insuranceClaimId}`.execute(context.db)
    const { same: sameAmountRows } = rows[0] ?? refuse.notFound('This claim')
    return findClaimDuplicates(sameAmountRows, { itemId, invoiceNumber })
  }),

  serve(calls.sendEmail, async (context) => {
    const { claimId } = context.params
    const claim = await lockClaim(context, claimId)
    if (claim.submitted === null) refuse.rule('A claim is mailed about once it was submitted.')
    await mailClaim(context, 'insurance.standing', claim, await loadClaimBalance(context, claimId))
    return true
  }),

  serve(calls.addDocument, async (context) => {
    const row = await lockClaim(context, context.params.id)
    if (isDecided(row.statusId))
      refuse.conflict('This claim is closed; its documents can no longer be changed.')
    return claims.attachTo(context, row, context.body.documentType)
  }),
  serve(calls.removeClaimDocument, (context) => claims.removeDocument(context, context.params.id)),
]
