import { sql } from 'kysely'
import type { z } from 'zod'
import { findDuplicates } from '#core/money/invoices/server/index.ts'
import { saveLines } from '#engines/review/server/index.ts'
import { getVisibleAmount } from '#features/shared/invoicedItems/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import {
  type CompletionRow,
  type completionLine,
  completions,
  type ReleasedAmounts,
} from '../model/completions.ts'
import { CompletionItem } from '../model/entities.ts'
import { computeMaximumRelease } from '../model/rules.ts'

/** The module name of completions, under which their payments and invoices are stored. */
export const MODULE = completions.module
export type CompletionLine = z.infer<typeof completionLine>

const RELEASED_STATUS = 5
const MAX_LINES = 200

/** Converts a line into the invoice that it claims. */
export const toClaimedInvoice = (line: Omit<CompletionLine, 'duplicates'>) => ({
  itemId: line.replacementReserveCompletionItemId,
  vendorId: line.vendorId,
  invoiceNumber: line.invoiceNumber,
  invoiceDate: line.invoiceDate,
  amount: line.invoicedAmount,
})

/**
 * Loads the lines of a completion with their pre-approved amounts, and the amounts that the request’s other
 * completions have not released yet.
 */
export const loadReserveCompletionLines = async (
  context: AnyContext,
  row: CompletionKey,
): Promise<CompletionLine[]> => (await loadLinesWithState(context, row)).lines

type CompletionKey = Pick<CompletionRow, 'replacementReserveCompletionId' | 'statusId'>

/** Loads the lines of a completion, and whether its request is still pre-approved. */
export async function loadLinesWithState(
  context: AnyContext,
  row: CompletionKey,
): Promise<{ lines: CompletionLine[]; open: boolean }> {
  const id = row.replacementReserveCompletionId
  const result = await sql<Omit<CompletionLine, 'duplicates'> & { open: boolean }>`
    select l.*, q.pre_approved as open, i.description_of_work, i.location, i.vendor_id, v.name as vendor_name,
    a.amount as pre_approved,
      coalesce(v.w9_date is not null or v.w9_file_id is not null, false) as vendor_has_w9,
      a.amount - coalesce((select sum(o.approved_amount) from replacement_reserve_completion_item o
        join replacement_reserve_completion c using (replacement_reserve_completion_id)
        where o.replacement_reserve_request_item_id = i.replacement_reserve_request_item_id
        and c.status_id = ${RELEASED_STATUS}
          and c.replacement_reserve_completion_id <> ${id}), 0) as remaining
    from replacement_reserve_completion_item l
    join replacement_reserve_request_item i using (replacement_reserve_request_item_id)
    join replacement_reserve_request q using (replacement_reserve_request_id)
    -- While the review is reopened, its amounts are the reviewer's alone.
    join lateral (select coalesce((select i.approved_amount from replacement_reserve_request r
      where r.replacement_reserve_request_id = i.replacement_reserve_request_id and r.status_id = ${sqlStatus.APPROVED}), 0) as amount) a on true
    left join vendor v on v.vendor_id = i.vendor_id
    where l.replacement_reserve_completion_id = ${id} order by l.position, 1`.execute(context.db)
  const matches = await findDuplicates(
    context,
    MODULE,
    id,
    result.rows.filter((row) => row.invoicedAmount !== null).map(toClaimedInvoice),
  )
  const forAgency = isAgency(context.actor)
  const lines = result.rows.map(
    ({ open: _, ...line }): CompletionLine => ({
      ...line,
      ...getVisibleAmount(line, row.statusId, forAgency),
      duplicates: matches.get(line.replacementReserveCompletionItemId) ?? [],
    }),
  )
  return { lines, open: result.rows[0]?.open ?? false }
}

/**
 * Stores the lines of a save. A new completion first receives a line for each item with a pre-approved
 * amount.
 */
export async function saveCompletionLines(
  context: AnyContext,
  row: CompletionRow,
  sentLines: readonly object[],
): Promise<void> {
  const id = row.replacementReserveCompletionId
  await sql`insert into replacement_reserve_completion_item (replacement_reserve_completion_id, property_id,
    replacement_reserve_request_item_id, position, pay_vendor_directly)
    select ${id}::integer, i.property_id, i.replacement_reserve_request_item_id, i.position,
    i.pay_vendor_directly
    from replacement_reserve_request_item i
    where i.replacement_reserve_request_id = ${row.replacementReserveRequestId} and i.approved_amount > 0
      and not exists (select 1 from replacement_reserve_completion_item l
      where l.replacement_reserve_completion_id = ${id})`.execute(context.db)
  const lines = sentLines.map((line, index) => {
    const { replacementReserveRequestItemId: _, ...values } = line as Partial<CompletionLine>
    // Lines come from the pre-approval alone, so other items cannot be completed.
    if (!values.replacementReserveCompletionItemId)
      return refuse.invalid([
        { field: `items.${index}`, message: 'Item: only pre-approved items can be completed.' },
      ])
    return values
  })
  await saveLines(context, CompletionItem, { ...row, id }, lines, [], MAX_LINES)
}

/** Stores the reviewer's amounts: never above the invoiced amount or the remaining pre-approved amount. */
export async function storeReleasedAmounts(
  context: AnyContext,
  row: CompletionRow,
  amounts: ReleasedAmounts,
): Promise<void> {
  const lines = await loadReserveCompletionLines(context, row)
  const faults = amounts.flatMap(({ itemId, amount }): Fault[] => {
    const index = lines.findIndex((line) => line.replacementReserveCompletionItemId === itemId)
    const line = lines[index] ?? refuse.notFound('This item')
    if (amount === null || (amount >= 0 && amount <= computeMaximumRelease(line))) return []
    const message = `Enter an amount from $0.00 to ${formatMoney(computeMaximumRelease(line))}.`
    return [{ field: `items.${index}.approvedAmount`, message }]
  })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await sql`update replacement_reserve_completion_item l set approved_amount = d.amount,
    denial_reason = nullif(trim(d.reason), '')
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as d("itemId" integer, amount numeric(14,2),
    reason text)
    where l.replacement_reserve_completion_id = ${row.replacementReserveCompletionId}
      and l.replacement_reserve_completion_item_id = d."itemId"
      and (l.approved_amount, l.denial_reason) is distinct from (d.amount, nullif(trim(d.reason),
      ''))`.execute(context.db)
}
