import { sql } from 'kysely'
import { loadPayments } from '#core/money/payments/server/index.ts'
import { getBalanceSql } from '#core/money/reserves/server/index.ts'
import { openHouseholds } from '#core/portfolio/households/server/index.ts'
import { reserveSettings } from '#features/reserves/replacementReserve/model/index.ts'
import { getReviewType } from '#features/shared/invoicedItems/model/index.ts'
import {
  getVisibleAmount,
  getVisibleTotal,
  type ItemKind,
  loadItemsWithDuplicates,
} from '#features/shared/invoicedItems/server/index.ts'
import { type BudgetRecord, getYearToDate, yearToDateSql } from '#features/statements/budget/server/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { householdFields, OperatingReserveRequestItem } from '../model/entities.ts'
import {
  type ItemDetail,
  operatingRequests,
  type RequestDetail,
  type RequestRow,
} from '../model/operating.ts'

/** The module name of operating reserve requests, under which their payments and invoices are stored. */
export const OPERATING_RESERVE_MODULE = operatingRequests.module
/** The items of the requests, for the functions that all items on invoices share. */
export const operatingItemKind = {
  review: operatingRequests,
  entity: OperatingReserveRequestItem,
} satisfies ItemKind

/** Returns the reviewer’s decision on an item under the field names of the specification. */
const getReviewItem = ({
  operatingReserveRequestItemId,
  approvedAmount,
  denialReason,
  reviewType,
}: ItemDetail) => ({
  operatingReserveRequestItemId,
  amount: approvedAmount,
  description: denialReason,
  type: reviewType,
})

/** Whether the caller may read names and incomes of households. Only writers may. */
const canReadHouseholds = ({ actor }: AnyContext, propertyId: number): boolean =>
  isAgency(actor) ? isAgencyWriter(actor) : inScope(actor.scope.write, propertyId)

/**
 * Loads the details that the screen and the rules of a request need in addition to the request itself, in a
 * constant number of statements.
 */
export async function loadOperatingReserveFacts(context: AnyContext, row: RequestRow) {
  const id = row.operatingReserveRequestId
  const isAgencyUser = isAgency(context.actor)
  const [items, payments, { lastBudget, ...facts }, invoiceMaxAgeDays] = await Promise.all([
    id === 0 ? [] : loadItemsWithDuplicates<ItemDetail>(context, operatingItemKind, id),
    loadPayments(context, OPERATING_RESERVE_MODULE, id, row.statusId),
    loadPropertyFacts(context, row.propertyId),
    context.settings.get(reserveSettings.invoiceMaxAgeDays),
  ])
  const showsHouseholds = canReadHouseholds(context, row.propertyId)
  // Decrypts names and incomes of households, or removes them.
  const visibleItems = openHouseholds(items, householdFields, showsHouseholds).map((item) => {
    const visibleAmounts = getVisibleAmount(item, row.statusId, isAgencyUser)
    return {
      ...item,
      ...visibleAmounts,
      reviewType: getReviewType(item.claimedAmount, visibleAmounts.approvedAmount),
    }
  })
  return {
    ...facts,
    yearToDate: isAgencyUser ? lastBudget && getYearToDate(lastBudget, row.propertyId) : null,
    items: visibleItems,
    reviewItems: visibleItems.map(getReviewItem),
    rules: { invoiceMaxAgeDays },
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved: getVisibleTotal(visibleItems, row.statusId, isAgencyUser),
    showsHouseholds,
    ...payments,
    ...(row.waitingOnProject &&
      row.statusId === RequestStatus.UNDER_REVIEW && { statusLabel: WAITING_LABEL }),
  }
}

/** The status text that the agency and the company see while a request waits on the property. */
export const WAITING_LABEL = 'Waiting on the property'

type PropertyFacts = Pick<RequestDetail, 'types' | 'reserves' | 'averageRent'> & {
  lastBudget: BudgetRecord | null
}

/**
 * Loads the kinds of cost, the property’s reserves at the agency, its average rent, and the record of its
 * last budget, in one statement.
 */
async function loadPropertyFacts({ db, settings }: AnyContext, propertyId: number): Promise<PropertyFacts> {
  const result = await sql<PropertyFacts>`select (${yearToDateSql(propertyId)}) as last_budget,
    (select json_agg(json_build_object('operatingReserveRequestTypeId', operating_reserve_request_type_id,
    'name', name,
      'needsInvoice', needs_invoice, 'needsPhotos', needs_photos, 'forHousehold', for_household)
      order by name = 'Other', operating_reserve_request_type_id)
      from operating_reserve_request_type) as types,
    (select coalesce(json_agg(json_build_object('reserveTypeId', t.reserve_type_id, 'name', t.name,
        'reserveAccountId', a.reserve_account_id, 'balance', ${getBalanceSql()})
        order by t.reserve_type_id), '[]')
      from (select distinct on (kind) * from reserve_account where property_id = ${propertyId}
      and holder = 'Agency'
        and closed_on is null order by kind, reserve_account_id) a
      join reserve_type t on t.name = a.kind) as reserves,
    (select round(sum(units * rent) / nullif(sum(units), 0), 2) from rent_in_force(${settings.today()})
      where property_id = ${propertyId}) as average_rent`.execute(db)
  return result.rows[0]!
}
