import { sql } from 'kysely'
import { findDuplicates } from '#ground/invoices/server/index.ts'
import { paymentsOf } from '#ground/payments/server/index.ts'
import { accountSettings } from '#ground/reserves/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type RequestRow, requests } from '../model/requests.ts'
import { type ReserveRules, reserveSettings } from '../model/settings.ts'
import type { ItemDetail } from '../model/shapes.ts'
import { accountBeside } from './account.ts'

export const MODULE = requests.module
export const PRE_APPROVED = 'Pre-approved'

/** The agency's rules as set today. */
export async function rulesOf({ settings }: AnyContext): Promise<ReserveRules> {
  return {
    invoiceMaxAgeDays: await settings.get(reserveSettings.invoiceMaxAgeDays),
    bidsRequiredFrom: await settings.get(reserveSettings.bidsRequiredFrom),
    bidsCount: await settings.get(reserveSettings.bidsCount),
    minimumPerUnit: await settings.get(accountSettings.minimumPerUnit),
  }
}

/** What a request's screen and rules look at beyond the request; a constant number of statements. */
export async function factsOf(context: AnyContext, row: RequestRow) {
  const id = row.replacementReserveRequestId
  const [items, payments, { account, pendingElsewhere }, rules] = await Promise.all([
    id === 0 ? [] : itemsOf(context, id),
    paymentsOf(context, MODULE, id, row.statusId),
    accountBeside(context, row.propertyId, id),
    rulesOf(context),
  ])
  const shown = items.map((item) => ({ ...item, ...shownAmount(item, row.statusId, isAgency(context.actor)) }))
  return {
    items: shown,
    account,
    rules: { ...rules, minimumPerUnit: account?.minimumPerUnit ?? rules.minimumPerUnit },
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved: sumMoney(shown.map((item) => item.approvedAmount)),
    pendingElsewhere,
    ...payments,
    ...(row.preApproved && { statusLabel: PRE_APPROVED }),
  }
}

type Amount = Pick<ItemDetail, 'approvedAmount' | 'denialReason'>

/** A denied request grants nothing, whatever the reviewer had noted; until a decision that is the agency's alone. */
export function shownAmount({ approvedAmount, denialReason }: Amount, statusId: number, forAgency: boolean): Amount {
  if (statusId === RequestStatus.REJECTED) return { approvedAmount: 0, denialReason }
  if (statusId === RequestStatus.APPROVED || forAgency) return { approvedAmount, denialReason }
  return { approvedAmount: null, denialReason: null }
}

/** An item as an invoice that was claimed. */
export const invoiceOf = (item: ItemDetail) => ({
  itemId: item.replacementReserveRequestItemId,
  vendorId: item.vendorId,
  invoiceNumber: item.invoiceNumber,
  invoiceDate: item.invoiceDate,
  amount: item.claimedAmount,
})

/** The items of a request with vendor and duplicate claims, in their order. */
export async function itemsOf(context: AnyContext, requestId: number): Promise<ItemDetail[]> {
  const found = await sql<ItemDetail>`
    select i.*, coalesce(v.name, i.new_vendor_name) as vendor_name, coalesce(v.w9_date is not null or v.w9_file_id is not null, false) as vendor_has_w9
    from replacement_reserve_request_item i left join vendor v on v.vendor_id = i.vendor_id
    where i.replacement_reserve_request_id = ${requestId} order by i.position, i.replacement_reserve_request_item_id`.execute(
    context.db,
  )
  const matches = await findDuplicates(
    context,
    MODULE,
    requestId,
    found.rows.map((item) => invoiceOf({ ...item, duplicates: [] })),
  )
  return found.rows.map((item) => ({ ...item, duplicates: matches.get(item.replacementReserveRequestItemId) ?? [] }))
}

/** The total a reviewer approved. */
export const approvedTotal = (items: readonly ItemDetail[]): number =>
  sumMoney(items.map((item) => item.approvedAmount))
