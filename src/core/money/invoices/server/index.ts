import { sql } from 'kysely'
import { toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  type ComparedInvoice,
  compareInvoices,
  type DuplicateMatch,
  getDuplicateMessage,
  getHiddenClaimMessage,
  SOFT_MATCH_DAYS,
} from '../model/duplicates.ts'
import { normalizeInvoiceNumber } from '../model/number.ts'
import { getInvoiceModules } from './modules.ts'

export type { DuplicateMatch } from '../model/duplicates.ts'
export {
  getMayReadRequestSql,
  getNumberScoreSql,
  getRequestPathSql,
  MIN_NUMBER_LENGTH,
} from './search.ts'

/** An invoice that an item claims; `itemId` is 0 for an item that is not stored yet. */
export type ClaimedInvoice = ComparedInvoice & { itemId: number }

type CandidateRow = ComparedInvoice &
  Omit<DuplicateMatch, 'kind' | 'exact' | 'message' | 'path'> & {
    index: number
    invoiceId: number
    elsewhere: boolean
  }

/**
 * Whether a claim is a credit memo. The memo and the invoice it reduces are no double claim, so it is never
 * compared or stored.
 */
const isCredit = ({ amount }: Pick<ClaimedInvoice, 'amount'>): boolean => (amount ?? 0) < 0

/**
 * Finds, for each item of a request, every stored invoice that may be the same, newest first: in all
 * modules, and within the request, where the later item names the earlier one (DUP-01, DUP-02). Drafts
 * count only for the company that writes them. Of claims that the caller may not see, only the existence is
 * reported. Runs one statement for any number of claims; the request's own invoices must be stored before.
 */
export async function findDuplicates(
  context: AnyContext,
  moduleName: string,
  requestId: number,
  claims: readonly ClaimedInvoice[],
): Promise<Map<number, DuplicateMatch[]>> {
  const matches = await loadCandidates(context, moduleName, requestId, claims)
  const byItem = new Map<number, DuplicateMatch[]>()
  for (const { index, invoiceId: _, vendorId, elsewhere, ...other } of matches) {
    const claim = claims[index]!
    if (isCredit(claim)) continue
    const add = (match: DuplicateMatch) =>
      byItem.set(claim.itemId, [...(byItem.get(claim.itemId) ?? []), match])
    if (elsewhere) {
      add({
        ...other,
        kind: 'hard',
        exact: false,
        path: '',
        message: getHiddenClaimMessage(claim.invoiceNumber),
      })
      continue
    }
    const like = compareInvoices(claim, { ...other, vendorId })
    if (!like) continue
    const isOwn = other.moduleName === moduleName && other.requestId === requestId
    // Items of one request are often alike, so within it only the same invoice number is worth a message.
    if (isOwn && like.kind === 'soft') continue
    const module = getInvoiceModules()[other.moduleName]
    const message = getDuplicateMessage(like, like.kind === 'hard' ? claim : other, {
      ...other,
      label: module?.label ?? 'request',
      ...(isOwn && { requestId: null }),
    })
    add({ ...other, ...like, message, path: module?.path(other.requestId, other.propertyId) ?? '' })
  }
  return byItem
}

/**
 * Finds the duplicates of one invoice while it is typed; `requestId` is 0 for a request that is not stored
 * yet (DUP-01).
 */
export async function checkDuplicates(
  context: AnyContext,
  moduleName: string,
  claim: ClaimedInvoice,
  requestId = 0,
): Promise<DuplicateMatch[]> {
  return (await findDuplicates(context, moduleName, requestId, [claim])).get(claim.itemId) ?? []
}

/**
 * Loads the invoices of the same vendor with the same number, or with the same amount at about the same
 * time, and the claims of the number that the caller may not see.
 */
async function loadCandidates(
  context: AnyContext,
  moduleName: string,
  requestId: number,
  claims: readonly ClaimedInvoice[],
): Promise<CandidateRow[]> {
  if (!claims.some((claim) => claim.vendorId)) return []
  const result = await sql<CandidateRow>`
    with claim as (select * from unnest(${claims.map((_, index) => index)}::integer[],
      ${claims.map((claim) => claim.itemId)}::integer[], ${claims.map((claim) => claim.vendorId)}::integer[],
      ${claims.map((claim) => normalizeInvoiceNumber(claim.invoiceNumber))}::text[],
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
    left join unnest(${Object.keys(getInvoiceModules())}::text[],
      ${Object.values(getInvoiceModules()).map((invoiceModule) => invoiceModule.entity)}::text[]) as m(name,
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

/** The request that claims the invoices. `claimed` is true from its submission on. */
export type ClaimingRequest = {
  requestId: number
  propertyId: number
  filedCompanyId: number | null
  claimed: boolean
}

/**
 * Updates the stored invoices of a request to match its items, in two statements for any number of items.
 * Unchanged rows are not touched. Call it when the items are saved and when they are submitted. An invoice
 * once claimed remains claimed.
 */
export async function storeInvoices(
  context: AnyContext,
  moduleName: string,
  { requestId, propertyId, filedCompanyId, claimed }: ClaimingRequest,
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
      ${invoices.map((invoice) => normalizeInvoiceNumber(invoice.invoiceNumber))}::text[],
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

/** Marks the stored invoices of a request as claimed, at its submission. */
export async function markInvoicesClaimed(
  { db }: AnyContext,
  moduleName: string,
  requestId: number,
): Promise<void> {
  await markInvoicesClaimedSql(moduleName, requestId).execute(db)
}

/** SQL: the statement of {@link markInvoicesClaimed}, to combine with another one. */
export const markInvoicesClaimedSql = (moduleName: string, requestId: number) =>
  sql`update invoice set claimed = true where module_name = ${moduleName} and request_id = ${requestId}
    and not claimed`

/** Deletes the stored invoices of a request that is removed or refused, so that they may be claimed again. */
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

/** Moves the invoices of a vendor to the vendor that replaces it. */
export async function replaceVendor(
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
