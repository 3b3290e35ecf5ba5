import { sql } from 'kysely'
import type { z } from 'zod'
import { mayAsAgency } from '#kernel/model/access.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/workflow.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import type { saveReplacementReview } from '../model/stepCalls.ts'
import type { RequestRow } from './detail.ts'

type Body = z.output<NonNullable<typeof saveReplacementReview.body>>
type Amounts = Body['approvedAmounts']

/** Stores the reviewer's amounts, comments and exception while the request is under review. */
export async function saveReview(context: AnyContext, body: Body): Promise<void> {
  await saveApprovedAmounts(context, body.requestId, body.version, body.approvedAmounts)
  const { agencyComments, submittedAsException, exceptionReason } = body
  const changes = Object.fromEntries(
    Object.entries({ agencyComments, submittedAsException, exceptionReason }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (Object.keys(changes).length > 0) {
    await context.db
      .updateTable('replacementReserveRequest')
      .set(changes)
      .where('replacementReserveRequestId', '=', body.requestId)
      .execute()
  }
}

/**
 * Stores amounts and reasons item by item in one statement. Lenient about what is missing, strict about amounts outside
 * zero and the claim, since nothing good can come of those. A stale version is refused, saying who changed what.
 */
async function saveApprovedAmounts(
  context: AnyContext,
  requestId: number,
  version: number | null | undefined,
  amounts: Amounts,
): Promise<void> {
  const row = await lockForReview(context, requestId)
  await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
  await storeAmounts(context, row, amounts)
}

/**
 * The same for amounts that come along with a step: answers whether they changed anything. Amounts that stand already
 * are left alone, whatever the version, so that a step may be repeated whose answer was lost.
 */
export async function saveAmountsWithStep(
  context: AnyContext,
  requestId: number,
  version: number | null | undefined,
  amounts: Amounts,
): Promise<boolean> {
  const row = await lockForReview(context, requestId)
  const others = await sql`select 1 from ${sentAmounts(amounts)}
    left join replacement_reserve_request_item i
      on i.replacement_reserve_request_id = ${requestId} and i.replacement_reserve_request_item_id = d."itemId"
    where i.property_id is null or ${differs}`.execute(context.db)
  if (others.rows.length === 0) return false
  await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
  await storeAmounts(context, row, amounts)
  return true
}

function lockForReview(context: AnyContext, requestId: number): Promise<RequestRow> {
  if (!mayAsAgency(context.actor, 'write')) refuse.forbidden('Only the agency sets approved amounts.')
  return lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
}

const sentAmounts = (amounts: Amounts) =>
  sql`jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as d("itemId" integer, amount numeric(14,2), "denialReason" text)`
const differs = sql`(i.approved_amount, i.denial_reason) is distinct from (d.amount, nullif(trim(d."denialReason"), ''))`

async function storeAmounts(context: AnyContext, row: RequestRow, amounts: Amounts): Promise<void> {
  if (row.statusId !== 3 && row.statusId !== 4) refuse.conflict('Amounts are set while the request is under review.')
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
  await context.db
    .updateTable('replacementReserveRequest')
    .set({ version: row.version + 1 })
    .where('replacementReserveRequestId', '=', requestId)
    .execute()
}
