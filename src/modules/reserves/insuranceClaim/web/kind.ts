import type { InvoicedFormItem, ItemKind } from '#modules/shared/invoicedItems/web/index.ts'
import { itemCallsOfRequests } from '../model/calls.ts'
import { InsuranceRequestItem } from '../model/entities.ts'
import { type ItemDetail, requests } from '../model/requests.ts'

/** The items of payment requests, for the screens that all items on invoices share. */
export const kind: ItemKind = {
  review: requests,
  entity: InsuranceRequestItem,
  calls: itemCallsOfRequests,
  titleOf: (item) => (item as ItemDetail).description ?? '',
}

/** An item within the form. */
export type FormItem = InvoicedFormItem & Pick<ItemDetail, 'description'>
