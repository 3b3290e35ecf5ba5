import { sql } from 'kysely'
import { toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  type ComparedInvoice,
  type DuplicateMatch,
  duplicateMessage,
  elsewhereMessage,
  likeness,
  SOFT_MATCH_DAYS,
} from '../model/duplicates.ts'
import { normaliseInvoiceNumber } from '../model/number.ts'
import { invoiceModules } from './modules.ts'
import './tables.ts'

export type { DuplicateMatch } from '../model/duplicates.ts'
export { LEAST_OF_NUMBER, mayReadRequest, numberScore, requestPath } from './search.ts'

/** An invoice that an item claims; `itemId` 0 for an item that is not stored yet. */
export type ClaimedInvoice = ComparedInvoice & { itemId: number }

type Found = ComparedInvoice &
  Omit<DuplicateMatch, 'kind' | 'exact' | 'message' | 'path'> & {
    index: number
    invoiceId: number
    elsewhere: boolean
  }

/** A credit memo is no invoice: neither the memo nor the invoice it reduces counts as claimed twice. */
const isCredit = ({ amount }: Pick<ClaimedInvoice, 'amount'>): boolean => (amount ?? 0) < 0

/**
 * Finds every invoice that may be the same as one that a request claims, by item id: in all modules, and
 * within the request, where the later item names the earlier. Newest first. Drafts count only for the company
 * that writes them; of claims the caller may not see, only the fact that the number was claimed is reported.
 * One statement for any number of claims. The request's own invoices are the last stored ones (DUP-01,
 * DUP-02).
 */
export async function findDuplicates(
  context: AnyContext,
  moduleName: string,
  requestId: number,
  claims: readonly ClaimedInvoice[],
): Promise<Map<number, DuplicateMatch[]>> {
  const matches = await candidates(context, moduleName, requestId, claims)
  const byItem = new Map<number, DuplicateMatch[]>()
  for (const { index, invoiceId: _, vendorId, elsewhere, ...other } of matches) {
    const claim = claims[index]!
    if (isCredit(claim)) continue
    const add = (match: DuplicateMatch) =>
      byItem.set(claim.itemId, [...(byItem.get(claim.itemId) ?? []), match])
    if (elsewhere) {
      add({ ...other, kind: 'hard', exact: false, path: '', message: elsewhereMessage(claim.invoiceNumber) })
      continue
    }
    const like = likeness(claim, { ...other, vendorId })
    if (!like) continue
    const isOwn = other.moduleName === moduleName && other.requestId === requestId
    // Items of one request are often alike: only the same invoice twice is worth a word.
    if (isOwn && like.kind === 'soft') continue
    const module = invoiceModules()[other.moduleName]
    const message = duplicateMessage(like, like.kind === 'hard' ? claim : other, {
      ...other,
      label: module?.label ?? 'request',
      ...(isOwn && { requestId: null }),
    })
    add({ ...other, ...like, message, path: module?.path(other.requestId, other.propertyId) ?? '' })
  }
  return byItem
}

/** The same for one invoice as it is typed; `requestId` 0 while its request is not stored (DUP-01). */
export async function checkDuplicates(
  context: AnyContext,
  moduleName: string,
  claim: ClaimedInvoice,
  requestId = 0,
): Promise<DuplicateMatch[]> {
  return (await findDuplicates(context, moduleName, requestId, [claim])).get(claim.itemId) ?? []
}

/**
 * Invoices of the same vendor with the same number, or the same amount at about the same time; and claims of
 * the number that the caller may not see.
 */
async function candidates(
  context: AnyContext,
  moduleName: string,
  requestId: number,
  claims: readonly ClaimedInvoice[],
): Promise<Found[]> {
  if (!claims.some((claim) => claim.vendorId)) return []
  const result = await sql<Found>`
    with claim as (select * from unnest(${claims.map((_, index) => index)}::integer[],
      ${claims.map((claim) => claim.itemId)}::integer[], ${claims.map((claim) => claim.vendorId)}::integer[],
      ${claims.map((claim) => normaliseInvoiceNumber(claim.invoiceNumber))}::text[],
      ${claims.map((claim) => claim.invoiceDate)}::date[],
      ${claims.map((claim) => (claim.amount === null ? null : toCents(claim.amount)))}::bigint[])
      as c(index, item_id, vendor_id, number, invoice_date, amount_cents))
    select * from (select claim.index, i.invoice_id, false as elsewhere, i.vendor_id, i.invoice_number,
    i.invoice_date, i.amount, i.module_name, i.request_id, i.item_id,
      i.property_id, p.name as property_name, step.to_status_id as status_id
    from claim
    cross join lateral (
      select * from invoice same where same.vendor_id = claim.vendor_id and claim.number <> ''
      and same.normalised_number = claim.number
      union select * from invoice alike where alike.vendor_id = claim.vendor_id
      and alike.amount_cents = claim.amount_cents and alike.invoice_date
        between claim.invoice_date - ${SOFT_MATCH_DAYS}::integer
        and claim.invoice_date + ${SOFT_MATCH_DAYS}::integer) i
    join property p on p.property_id = i.property_id
    left join unnest(${Object.keys(invoiceModules())}::text[],
      ${Object.values(invoiceModules()).map((invoiceModule) => invoiceModule.entity)}::text[]) as m(name,
      entity) on m.name = i.module_name
    left join lateral (select h.to_status_id from status_history h where h.entity = m.entity
    and h.row_id = i.request_id
      order by h.status_history_id desc limit 1) step on true
    where not (i.module_name = ${moduleName}
      and (i.item_id = claim.item_id or (i.request_id = ${requestId} and i.item_id > claim.item_id)))
      and (i.claimed or not (select kernel.is_agency()) or (i.module_name = ${moduleName}
      and i.request_id = ${requestId}))
    union all
    select claim.index, 0, true, claim.vendor_id, null, null, null, '', 0, 0, 0, '', null from claim
    where exists (select 1 from kernel.claims_of(claim.vendor_id, claim.number, ${moduleName},
    ${requestId}) as other (id)
      where not exists (select 1 from invoice i where i.invoice_id = other.id))) f
    order by index, invoice_id desc limit 1000`.execute(context.db)
  return result.rows
}

/** The request that claims invoices; they count as `claimed` from its submission on. */
export type Claiming = {
  requestId: number
  propertyId: number
  filedCompanyId: number | null
  claimed: boolean
}

/**
 * Updates the stored invoices of a request to match its items, in two statements for any number of items;
 * unchanged rows are not touched. Call it whenever the items are saved and when they are submitted. A first
 * claim stays a first claim.
 */
export async function storeInvoices(
  context: AnyContext,
  moduleName: string,
  { requestId, propertyId, filedCompanyId, claimed }: Claiming,
  claims: readonly ClaimedInvoice[],
): Promise<void> {
  const invoices = claims.filter((claim) => !isCredit(claim))
  const itemIds = invoices.map((invoice) => invoice.itemId)
  await sql`delete from invoice where module_name = ${moduleName} and request_id = ${requestId}
    and not item_id = any (${itemIds}::integer[])`.execute(context.db)
  if (invoices.length === 0) return
  await sql`insert into invoice as i (module_name, request_id, property_id, filed_company_id, claimed,
    item_id, vendor_id, invoice_number,
      normalised_number, invoice_date, amount)
    select ${moduleName}, ${requestId}::integer, ${propertyId}::integer, ${filedCompanyId}::integer,
    ${claimed}::boolean, row.* from unnest(
      ${itemIds}::integer[], ${invoices.map((invoice) => invoice.vendorId || null)}::integer[],
      ${invoices.map((invoice) => invoice.invoiceNumber)}::text[],
      ${invoices.map((invoice) => normaliseInvoiceNumber(invoice.invoiceNumber))}::text[],
      ${invoices.map((invoice) => invoice.invoiceDate)}::date[],
      ${invoices.map((invoice) => invoice.amount)}::numeric[]) as row
    on conflict (module_name, item_id) do update set request_id = excluded.request_id,
    property_id = excluded.property_id,
      vendor_id = excluded.vendor_id, invoice_number = excluded.invoice_number,
      normalised_number = excluded.normalised_number, invoice_date = excluded.invoice_date,
      amount = excluded.amount,
      claimed = i.claimed or excluded.claimed
    where (i.vendor_id, i.invoice_number, i.invoice_date, i.amount, i.claimed)
      is distinct from (excluded.vendor_id, excluded.invoice_number, excluded.invoice_date, excluded.amount,
      i.claimed or excluded.claimed)`.execute(context.db)
}

/** From the submission on, the stored invoices of a request are claims. */
export async function claimStored({ db }: AnyContext, moduleName: string, requestId: number): Promise<void> {
  await claiming(moduleName, requestId).execute(db)
}

/** The same as SQL, to go along with another statement. */
export const claiming = (moduleName: string, requestId: number) =>
  sql`update invoice set claimed = true where module_name = ${moduleName} and request_id = ${requestId}
    and not claimed`

/** Forgets the invoices of a request that is removed or refused, so that they may be claimed again. */
export async function removeInvoices(
  context: AnyContext,
  moduleName: string,
  requestId: number,
): Promise<void> {
  await context.db
    .deleteFrom('invoice')
    .where('moduleName', '=', moduleName)
    .where('requestId', '=', requestId)
    .execute()
}

/** Invoices go with the vendor that takes the place of another. */
export async function changeVendor(
  context: AnyContext,
  fromVendorId: number,
  toVendorId: number,
): Promise<void> {
  await context.db
    .updateTable('invoice')
    .set({ vendorId: toVendorId })
    .where('vendorId', '=', fromVendorId)
    .execute()
}
