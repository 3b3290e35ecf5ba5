import type { InvoicedFormItem, ItemKind } from '#features/shared/invoicedItems/web/index.ts'
import { requestItemCalls } from '../model/calls.ts'
import { InsuranceRequestItem } from '../model/entities.ts'
import { type ItemDetail, requests } from '../model/requests.ts'

/** Describes the items of payment requests to the screens that all items on invoices share. */
export const kind: ItemKind = {
  review: requests,
  entity: InsuranceRequestItem,
  calls: requestItemCalls,
  titleOf: (item) => (item as ItemDetail).description ?? '',
}

/** A payment request’s item in the form. */
export type FormItem = InvoicedFormItem & Pick<ItemDetail, 'description' | 'location'>
