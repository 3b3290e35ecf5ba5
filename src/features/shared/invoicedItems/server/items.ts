import { sql } from 'kysely'
import {
  findDuplicates,
  markInvoicesClaimedSql,
  removeInvoices,
  storeInvoices,
} from '#core/money/invoices/server/index.ts'
import { type LineEntity, refuseUnlessUnderReview } from '#engines/review/server/index.ts'
import { mayAsAgency } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ApprovedAmounts, InvoicedItem } from '../model/items.ts'
import { getApprovedAmountFault } from '../model/rules.ts'

/** A filed record whose items claim money on invoices. */
export type ClaimingRecord = {
  propertyId: number
  filedCompanyId: number | null
  statusId: number
  version: number
}

/** A kind of record with invoiced items: its review and the entity of its items. */
export type ItemKind = {
  review: { entity: AnyEntity; module: string; noun: string }
  entity: LineEntity
}

/** The tables and columns of a kind of request, for its statements. */
export function getItemTables({ review, entity }: ItemKind) {
  return {
    requests: sql.table(review.entity.table),
    request: sql.ref(snakeCase(review.entity.key)),
    items: sql.table(entity.table),
    item: sql.ref(snakeCase(entity.key)),
  }
}

/** Returns the number in a field of a row, such as its key. */
export const getNumber = (row: object, name: string): number => (row as Record<string, number>)[name]!

/** Loads the items of a request with their vendors, in order. */
export async function loadStoredItems<Item extends InvoicedItem>(
  context: AnyContext,
  kind: ItemKind,
  requestId: number,
): Promise<Item[]> {
  const { items, item, request } = getItemTables(kind)
  const { rows } = await sql<Item>`
    select i.*, coalesce(v.name, i.new_vendor_name) as vendor_name, coalesce(v.w9_date is not null
    or v.w9_file_id is not null, false) as vendor_has_w9,
      case when v.vendor_id is not null then jsonb_build_object('id', v.vendor_id, 'name', v.name, 'address',
      v.address, 'city', v.city,
        'state', v.state, 'zip', v.zip) end as vendor
    from ${items} i left join vendor v on v.vendor_id = i.vendor_id
    where i.${request} = ${requestId} order by i.position, i.${item}`.execute(context.db)
  return rows
}

/** Loads the items of a request with the earlier claims of their invoices. */
export async function loadItemsWithDuplicates<Item extends InvoicedItem>(
  context: AnyContext,
  kind: ItemKind,
  requestId: number,
): Promise<Item[]> {
  const rows = await loadStoredItems<Item>(context, kind, requestId)
  const matches = await findDuplicates(
    context,
    kind.review.module,
    requestId,
    rows.map((row) => toInvoice(kind, row)),
  )
  return rows.map((row) => ({ ...row, duplicates: matches.get(getNumber(row, kind.entity.key)) ?? [] }))
}

const toInvoice = ({ entity }: ItemKind, item: InvoicedItem) => ({
  itemId: getNumber(item, entity.key),
  vendorId: item.vendorId,
  invoiceNumber: item.invoiceNumber,
  invoiceDate: item.invoiceDate,
  amount: item.claimedAmount,
})

/**
 * Stores the invoices of a request in the register of claims, where every module finds them. Call it whenever
 * the items are saved.
 */
export async function claimInvoices(context: AnyContext, kind: ItemKind, row: ClaimingRecord): Promise<void> {
  const requestId = getNumber(row, kind.review.entity.key)
  const { propertyId, filedCompanyId } = row
  const claim = { requestId, propertyId, filedCompanyId, claimed: row.statusId > RequestStatus.NOT_SUBMITTED }
  const items = await loadStoredItems(context, kind, requestId)
  await storeInvoices(
    context,
    kind.review.module,
    claim,
    items.map((item) => toInvoice(kind, item)),
  )
}

/**
 * SQL: a part of a statement that marks the invoices of a request as claims, which they are from the
 * submission on.
 */
export const claimingItemsSql = ({ review }: ItemKind, row: object) =>
  markInvoicesClaimedSql(review.module, getNumber(row, review.entity.key))

/** Removes the invoices of a denied request from the register, so that they may be claimed again. */
export const forgetInvoices = (context: AnyContext, { review }: ItemKind, row: object): Promise<void> =>
  removeInvoices(context, review.module, getNumber(row, review.entity.key))

/** Returns the handler that moves items to another vendor when one vendor replaces another. */
export const getVendorReplacer =
  (kind: ItemKind) =>
  async ({ db }: AnyContext, from: number, to: number): Promise<void> => {
    await sql`update ${getItemTables(kind).items} set vendor_id = ${to}, new_vendor = false
      where vendor_id = ${from}`.execute(db)
  }

type Amount = Pick<InvoicedItem, 'approvedAmount' | 'denialReason'>

/**
 * Returns the amount that the caller may see. A denied request has 0, even if the reviewer entered an amount;
 * until the decision only the agency sees the amounts.
 */
export function getVisibleAmount(
  { approvedAmount, denialReason }: Amount,
  statusId: number,
  forAgency: boolean,
): Amount {
  if (statusId === RequestStatus.REJECTED) return { approvedAmount: 0, denialReason }
  if (statusId === RequestStatus.APPROVED || forAgency) return { approvedAmount, denialReason }
  return { approvedAmount: null, denialReason: null }
}

/**
 * Returns the approved total that the caller may see, in dollars. Null for a company until the request is
 * decided.
 */
export const getVisibleTotal = (
  items: readonly Pick<Amount, 'approvedAmount'>[],
  statusId: number,
  forAgency: boolean,
) => (isDecided(statusId) || forAgency ? sumMoney(items.map((item) => item.approvedAmount)) : null)

/** Returns the total of the approved amounts, in dollars. */
export const sumApproved = (items: readonly InvoicedItem[]): number =>
  sumMoney(items.map((item) => item.approvedAmount))

/**
 * Stores amounts sent with a step and returns whether they changed anything. Accepts amounts equal to the
 * stored ones at any version, so that a step whose response was lost can be repeated; refuses others once the
 * review is finished.
 */
export async function saveAmountsWithStep(
  context: AnyContext,
  kind: ItemKind,
  requestId: number,
  version: number | null | undefined,
  amounts: ApprovedAmounts,
): Promise<boolean> {
  if (!mayAsAgency(context.actor, 'write')) refuse.forbidden('Only the agency sets approved amounts.')
  const { review } = kind
  const { items, item, request, requests } = getItemTables(kind)
  const row = (await lockRow(context, review.entity, requestId)) as ClaimingRecord
  const result = await sql`select 1 from ${amountRowsSql(amounts)}
    left join ${items} i on i.${request} = ${requestId} and i.${item} = d."itemId"
    where i.property_id is null or ${differsSql}`.execute(context.db)
  if (result.rows.length === 0) return false
  await refuseStaleVersion(context, review.entity, requestId, version, row.version)
  refuseUnlessUnderReview(review, row)
  await storeAmounts(context, kind, requestId, amounts)
  await sql`update ${requests} set version = version + 1 where ${request} = ${requestId}`.execute(context.db)
  return true
}

/** SQL: the amounts of a call as rows `d`. */
const amountRowsSql = (amounts: ApprovedAmounts) =>
  sql`jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as d("itemId" integer, amount numeric(14,2),
    "denialReason" text)`
const differsSql = sql`(i.approved_amount, i.denial_reason) is distinct
  from (d.amount, nullif(trim(d."denialReason"), ''))`

/**
 * Stores amounts and reasons per item in one statement. Accepts missing values, but refuses amounts below
 * zero or above the claim, which are never right.
 */
export async function storeAmounts(
  context: AnyContext,
  kind: ItemKind,
  requestId: number,
  amounts: ApprovedAmounts,
): Promise<void> {
  const { items, item, request } = getItemTables(kind)
  const result = await sql<{
    itemId: number
    claimedAmount: number | null
  }>`select ${item} as item_id, claimed_amount
    from ${items} where ${request} = ${requestId} order by position`.execute(context.db)
  const faults = amounts.flatMap((amount): Fault[] => {
    const index = result.rows.findIndex((row) => row.itemId === amount.itemId)
    if (index < 0) return refuse.notFound('This item')
    const claimed = result.rows[index]!.claimedAmount ?? 0
    const message = amount.amount === null ? null : getApprovedAmountFault(amount.amount, claimed)
    return message ? [{ field: `items.${index}.approvedAmount`, message }] : []
  })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await sql`update ${items} i set approved_amount = d.amount, denial_reason = nullif(trim(d."denialReason"),
    '')
    from ${amountRowsSql(amounts)} where i.${request} = ${requestId} and i.${item} = d."itemId"
    and ${differsSql}`.execute(context.db)
}
