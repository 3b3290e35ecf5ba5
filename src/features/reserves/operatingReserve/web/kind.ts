import type { InvoicedFormItem, ItemKind } from '#features/shared/invoicedItems/web/index.ts'
import { requestItemCalls } from '../model/calls.ts'
import { OperatingReserveRequestItem } from '../model/entities.ts'
import { type ItemDetail, operatingRequests } from '../model/operating.ts'

/** Describes the items of operating reserve requests to the screens that all items on invoices share. */
export const kind: ItemKind = {
  review: operatingRequests,
  entity: OperatingReserveRequestItem,
  calls: requestItemCalls,
  titleOf: (item) => (item as ItemDetail).description ?? '',
}

/** An operating reserve request’s item in the form. */
export type FormItem = InvoicedFormItem &
  Pick<
    ItemDetail,
    | 'operatingReserveRequestTypeId'
    | 'description'
    | 'otherDescription'
    | 'location'
    | 'headOfHousehold'
    | 'income'
    | 'numInHousehold'
    | 'effectiveDate'
    | 'serviceRequested'
  >
