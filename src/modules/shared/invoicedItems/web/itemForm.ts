import { z } from 'zod'
import { getReviewKey } from '#review/model/index.ts'
import type { FormLines } from '#review/web/index.ts'
import { newKey } from '#ui/form/lines.ts'
import { comingBack, type InvoicedItem, invoicedFields } from '../model/index.ts'
import type { ItemEntity, RequestOfItems } from './kind.ts'

const { claimedAmount, approvedAmount, denialReason } = invoicedFields
const vendorId = z
  .union([invoicedFields.vendorId, z.object({ id: z.int(), label: z.string() })])
  .meta({ label: 'Vendor', kind: 'choice' })

/**
 * Form fields of every item with an invoice; a vendor that is not on the list yet is an object without an id
 * (ENT-07).
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

/** The amounts of an item within the review. */
export type ReviewedAmounts = Pick<InvoicedItem, 'claimedAmount' | 'approvedAmount' | 'denialReason'>

/**
 * A vendor as it travels: by its id, or by the name of one that is not on the list, which is asked for at
 * submission.
 */
function withVendor<Item extends InvoicedFormItem>(line: Item) {
  if (typeof line.vendorId !== 'object' || line.vendorId === null) return { ...line, newVendorName: null }
  const { id, label } = line.vendorId
  return id > 0
    ? { ...line, vendorId: id, newVendor: false, newVendorName: null }
    : { ...line, vendorId: null, newVendor: true, newVendorName: label }
}

const written = ({ content }: ItemEntity): string[] => content.filter((name) => name !== 'newVendorName')

const getShape = (entity: ItemEntity) => ({
  ...Object.fromEntries(written(entity).map((name) => [name, entity.fields[name]!])),
  [entity.key]: entity.fields[entity.key]!.optional(),
  clientKey: z.string().nullable().optional(),
  ...comingBack,
  vendorId,
})

const getList = (shape: z.ZodRawShape, noun = 'Item') => ({
  items: z.array(z.object(shape)).meta({ label: `${noun}s`, noun }),
})

/** The items within the form, and how they travel. */
export function itemFormLines(entity: ItemEntity): FormLines<RequestOfItems> {
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
      const items = (values.items as InvoicedFormItem[]).map(withVendor)
      const present = new Set(items.map((line) => getReviewKey(entity, line)))
      const removedIds = requestOfItems.items
        .map((item) => getReviewKey(entity, item))
        .filter((id) => !present.has(id))
      return { items, type: 'progress', itemDeleteIds: removedIds }
    },
  }
}

/** A new item, before anything is typed. */
export const getBlankItem = (entity: ItemEntity) => ({
  ...Object.fromEntries(written(entity).map((name) => [name, null])),
  [entity.key]: 0,
  newVendor: false,
  payVendorDirectly: false,
})

/** What belongs to one purchase alone. */
const ofPurchase = {
  invoiceNumber: null,
  invoiceDate: null,
  checkNumber: null,
  duplicateInvoiceComment: null,
}

/** Items for a copy of their request: as new ones, and without their invoices. */
export const copiedItems = (entity: ItemEntity, detail: RequestOfItems) =>
  (itemFormLines(entity).valuesOf(detail).items as object[]).map((item) => ({
    ...item,
    ...ofPurchase,
    [entity.key]: 0,
    clientKey: newKey(),
  }))

/** The reviewer's amounts within the review, and how they travel. */
export function amountReviewLines<Detail extends { items: readonly ReviewedAmounts[] } = RequestOfItems>(
  entity: ItemEntity,
  noun = 'Item',
): FormLines<Detail> {
  const shape = { [entity.key]: entity.fields[entity.key]!, claimedAmount, approvedAmount, denialReason }
  const line = z.object(shape)
  return {
    shape: getList(shape, noun),
    valuesOf: ({ items }) => ({ items: items.map((item) => line.parse(item)) }),
    sent: (values) => ({
      approvedAmounts: (values.items as ReviewedAmounts[]).map((item) => ({
        itemId: getReviewKey(entity, item),
        amount: item.approvedAmount,
        denialReason: item.denialReason,
      })),
    }),
  }
}
