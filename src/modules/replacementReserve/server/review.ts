import { sql } from 'kysely'
import { mayAsAgency } from '#kernel/model/access.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { refuseUnlessUnderReview } from '#review/server/index.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { type ApprovedAmounts, type RequestRow, requests } from '../model/requests.ts'

/**
 * Stores amounts that come along with a step: answers whether they changed anything. Amounts that stand already are left
 * alone, whatever the version, so that a step may be repeated whose answer was lost; others are refused once the review
 * is finished.
 */
export async function saveAmountsWithStep(
  context: AnyContext,
  requestId: number,
  version: number | null | undefined,
  amounts: ApprovedAmounts,
): Promise<boolean> {
  if (!mayAsAgency(context.actor, 'write')) refuse.forbidden('Only the agency sets approved amounts.')
  const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
  const others = await sql`select 1 from ${sentAmounts(amounts)}
    left join replacement_reserve_request_item i
      on i.replacement_reserve_request_id = ${requestId} and i.replacement_reserve_request_item_id = d."itemId"
    where i.property_id is null or ${differs}`.execute(context.db)
  if (others.rows.length === 0) return false
  await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
  refuseUnlessUnderReview(requests, row)
  await storeAmounts(context, row, amounts)
  await sql`update replacement_reserve_request set version = version + 1
    where replacement_reserve_request_id = ${requestId}`.execute(context.db)
  return true
}

const sentAmounts = (amounts: ApprovedAmounts) =>
  sql`jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as d("itemId" integer, amount numeric(14,2), "denialReason" text)`
const differs = sql`(i.approved_amount, i.denial_reason) is distinct from (d.amount, nullif(trim(d."denialReason"), ''))`

/**
 * Stores amounts and reasons item by item in one statement. Lenient about what is missing, strict about amounts outside
 * zero and the claim, since nothing good can come of those.
 */
export async function storeAmounts(context: AnyContext, row: RequestRow, amounts: ApprovedAmounts): Promise<void> {
  const requestId = row.replacementReserveRequestId
  const items = await context.db
    .selectFrom('replacementReserveRequestItem')
    .select(['replacementReserveRequestItemId as itemId', 'claimedAmount'])
    .where('replacementReserveRequestId', '=', requestId)
    .orderBy('position')
    .execute()
  const faults = amounts.flatMap((one): Fault[] => {
    const index = items.findIndex((item) => item.itemId === one.itemId)
    if (index < 0) return refuse.notFound('This item')
    const claimed = items[index]!.claimedAmount ?? 0
    if (one.amount === null || (one.amount >= 0 && one.amount <= claimed)) return []
    return [
      { field: `items.${index}.approvedAmount`, message: `Enter an amount from $0.00 to ${formatMoney(claimed)}.` },
    ]
  })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await sql`update replacement_reserve_request_item i set approved_amount = d.amount, denial_reason = nullif(trim(d."denialReason"), '')
    from ${sentAmounts(amounts)}
    where i.replacement_reserve_request_id = ${requestId} and i.replacement_reserve_request_item_id = d."itemId" and ${differs}`.execute(
    context.db,
  )
}
