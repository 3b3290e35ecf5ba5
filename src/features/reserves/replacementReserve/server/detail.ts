import { loadPayments } from '#core/money/payments/server/index.ts'
import { accountSettings } from '#core/money/reserves/model/index.ts'
import { loadSettingValues } from '#core/platform/settings/server/index.ts'
import {
  getVisibleAmount,
  getVisibleTotal,
  type ItemKind,
  loadItemsWithDuplicates,
} from '#features/shared/invoicedItems/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import { type RequestRow, requests } from '../model/requests.ts'
import { type ReserveRules, reserveSettings } from '../model/settings.ts'
import type { ItemDetail } from '../model/shapes.ts'
import { loadAccountWithPending } from './account.ts'

/** The module name of replacement reserve requests, under which their payments and invoices are stored. */
export const MODULE = requests.module
/** The items of the requests, for the functions that all items on invoices share. */
export const kind = { review: requests, entity: ReplacementReserveRequestItem } satisfies ItemKind
/** The status text of a request that is approved without a release. */
export const PRE_APPROVED = 'Pre-approved'

/** Loads the agency’s rules from the settings of today. */
export function loadReplacementReserveRules(context: AnyContext): Promise<ReserveRules> {
  const { invoiceMaxAgeDays, bidsRequiredFrom, bidsCount } = reserveSettings
  const { minimumPerUnit } = accountSettings
  return loadSettingValues(context, { invoiceMaxAgeDays, bidsRequiredFrom, bidsCount, minimumPerUnit })
}

/**
 * Loads the details that the screen and the rules of a request need in addition to the request itself, in a
 * constant number of statements.
 */
export async function loadReplacementReserveFacts(context: AnyContext, row: RequestRow) {
  const id = row.replacementReserveRequestId
  const [items, payments, { account, pendingElsewhere }, rules] = await Promise.all([
    id === 0 ? [] : loadItemsWithDuplicates<ItemDetail>(context, kind, id),
    loadPayments(context, MODULE, id, row.statusId),
    loadAccountWithPending(context, row.propertyId, id),
    loadReplacementReserveRules(context),
  ])
  const itemsWithAmounts = items.map((item) => ({
    ...item,
    ...getVisibleAmount(item, row.statusId, isAgency(context.actor)),
  }))
  return {
    items: itemsWithAmounts,
    account,
    rules: { ...rules, minimumPerUnit: account?.minimumPerUnit ?? rules.minimumPerUnit },
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved: getVisibleTotal(itemsWithAmounts, row.statusId, isAgency(context.actor)),
    pendingElsewhere,
    ...payments,
    ...(row.preApproved && { statusLabel: PRE_APPROVED }),
  }
}
