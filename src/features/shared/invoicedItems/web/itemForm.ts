import { z } from 'zod'
import { getReviewKey } from '#engines/review/model/index.ts'
import type { FormLines } from '#engines/review/web/index.ts'
import { newKey } from '#ui/form/lines.ts'
import { type InvoicedItem, invoicedFields, restoredItemField } from '../model/index.ts'
import type { InvoicedRequest, ItemEntity } from './kind.ts'

const { claimedAmount, approvedAmount, denialReason } = invoicedFields
const vendorId = z
  .union([invoicedFields.vendorId, z.object({ id: z.int(), label: z.string() })])
  .meta({ label: 'Vendor', kind: 'choice' })

/**
 * The form fields of every item with an invoice. A vendor who is not on the list yet is an object with the id
 * 0 (ENT-07).
 */
export type InvoicedFormItem = Pick<
  InvoicedItem,
  | 'newVendor'
  | 'invoiceNumber'
  | 'invoiceDate'
  | 'checkNumber'
  | 'claimedAmount'
  | 'duplicateInvoiceComment'
  | 'payVendorDirectly'
> & { vendorId: z.infer<typeof vendorId>; formerId?: number | null | undefined }

/** The amounts of an item in the review form. */
export type AmountFields = Pick<InvoicedItem, 'claimedAmount' | 'approvedAmount' | 'denialReason'>

/**
 * Converts the vendor of an item for sending: the id of a listed vendor, or the name of a new one, who is
 * requested at submission.
 */
function toSentItem<Item extends InvoicedFormItem>(line: Item) {
  if (typeof line.vendorId !== 'object' || line.vendorId === null) return { ...line, newVendorName: null }
  const { id, label } = line.vendorId
  return id > 0
    ? { ...line, vendorId: id, newVendor: false, newVendorName: null }
    : { ...line, vendorId: null, newVendor: true, newVendorName: label }
}

/** Returns the names of the fields that the form has. */
const getFormFields = ({ content }: ItemEntity): string[] =>
  content.filter((name) => name !== 'newVendorName')

const getShape = (entity: ItemEntity) => ({
  ...Object.fromEntries(getFormFields(entity).map((name) => [name, entity.fields[name]!])),
  [entity.key]: entity.fields[entity.key]!.optional(),
  clientKey: z.string().nullable().optional(),
  ...restoredItemField,
  vendorId,
})

const getList = (shape: z.ZodRawShape, noun = 'Item') => ({
  items: z.array(z.object(shape)).meta({ label: `${noun}s`, noun }),
})

/** Returns the items as lines of a form: their shape, their values, and how they are sent. */
export function getItemFormLines(entity: ItemEntity): FormLines<InvoicedRequest> {
  const shape = getShape(entity)
  return {
    shape: getList(shape),
    valuesOf: ({ items }) => ({
      items: items.map((item) =>
        Object.fromEntries([
          ...Object.keys(shape).map((name) => [name, item[name as keyof typeof item]]),
          ...(item.newVendorName ? [['vendorId', { id: 0, label: item.newVendorName }]] : []),
        ]),
      ),
    }),
    sent: (values, requestOfItems) => {
      const items = (values.items as InvoicedFormItem[]).map(toSentItem)
      const present = new Set(items.map((line) => getReviewKey(entity, line)))
      const removedIds = requestOfItems.items
        .map((item) => getReviewKey(entity, item))
        .filter((id) => !present.has(id))
      return { items, itemDeleteIds: removedIds }
    },
  }
}

/** Returns the values of a new item. */
export const getBlankItem = (entity: ItemEntity) => ({
  ...Object.fromEntries(getFormFields(entity).map((name) => [name, null])),
  [entity.key]: 0,
  newVendor: false,
  payVendorDirectly: false,
})

/** Empty values of the fields that belong to one purchase, which a copy of an item does not take over. */
const emptyPurchaseFields = {
  invoiceNumber: null,
  invoiceDate: null,
  checkNumber: null,
  duplicateInvoiceComment: null,
}

/** Returns the items of a request as new items without their invoices, for a copy of the request. */
export const copyItems = (entity: ItemEntity, detail: InvoicedRequest) =>
  (getItemFormLines(entity).valuesOf(detail).items as object[]).map((item) => ({
    ...item,
    ...emptyPurchaseFields,
    [entity.key]: 0,
    clientKey: newKey(),
  }))

/**
 * Returns the reviewer’s amounts as lines of the review form: their shape, their values, and how they are
 * sent.
 */
export function getAmountReviewLines<Detail extends { items: readonly AmountFields[] } = InvoicedRequest>(
  entity: ItemEntity,
  noun = 'Item',
): FormLines<Detail> {
  const shape = { [entity.key]: entity.fields[entity.key]!, claimedAmount, approvedAmount, denialReason }
  const line = z.object(shape)
  return {
    shape: getList(shape, noun),
    valuesOf: ({ items }) => ({ items: items.map((item) => line.parse(item)) }),
    sent: (values) => ({
      approvedAmounts: (values.items as AmountFields[]).map((item) => ({
        itemId: getReviewKey(entity, item),
        amount: item.approvedAmount,
        denialReason: item.denialReason,
      })),
    }),
  }
}
