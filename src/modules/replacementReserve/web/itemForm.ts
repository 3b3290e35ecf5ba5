import { z } from 'zod'
import { comingBack } from '#modules/invoicedItems/model/index.ts'
import type { Held } from '#review/web/index.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'

const item = ReplacementReserveRequestItem.fields

const itemShape = z.object({
  replacementReserveRequestItemId: item.replacementReserveRequestItemId.optional(),
  clientKey: z.string().nullable().optional(),
  ...comingBack,
  categoryId: item.categoryId,
  descriptionOfWork: item.descriptionOfWork,
  location: item.location,
  quantity: item.quantity,
  age: item.age,
  // A vendor that is not on the list yet is an object without id (ENT-07).
  vendorId: z
    .union([item.vendorId, z.object({ id: z.int(), label: z.string() })])
    .meta({ label: 'Vendor', kind: 'choice' }),
  newVendor: item.newVendor,
  invoiceNumber: item.invoiceNumber,
  invoiceDate: item.invoiceDate,
  checkNumber: item.checkNumber,
  claimedAmount: item.claimedAmount,
  duplicateInvoiceComment: item.duplicateInvoiceComment,
  payVendorDirectly: item.payVendorDirectly,
})
export type FormItem = z.infer<typeof itemShape>

/** A vendor as it travels: by its id, or by the name of one that is not on the list, which is asked for at submission. */
function withVendor(line: FormItem) {
  if (typeof line.vendorId !== 'object' || line.vendorId === null) return { ...line, newVendorName: null }
  const { id, label } = line.vendorId
  return id > 0
    ? { ...line, vendorId: id, newVendor: false, newVendorName: null }
    : { ...line, vendorId: null, newVendor: true, newVendorName: label }
}

/** The items within the form, and how they travel. */
export const held: Held<Detail> = {
  shape: { items: z.array(itemShape).meta({ label: 'Items', noun: 'Item' }) },
  valuesOf: ({ items }) => ({
    items: items.map((one) =>
      Object.fromEntries([
        ...Object.keys(itemShape.shape).map((name) => [name, one[name as keyof typeof one]]),
        ...(one.newVendorName ? [['vendorId', { id: 0, label: one.newVendorName }]] : []),
      ]),
    ),
  }),
  sent: (values, known) => {
    const items = (values.items as FormItem[]).map(withVendor)
    const kept = new Set(items.map((line) => line.replacementReserveRequestItemId))
    const gone = known.items.map((one) => one.replacementReserveRequestItemId).filter((itemId) => !kept.has(itemId))
    return { items, type: 'progress', itemDeleteIndexes: gone }
  },
}

/** A new item, before anything is typed. */
export const blankItem = {
  replacementReserveRequestItemId: 0,
  categoryId: null,
  descriptionOfWork: null,
  location: null,
  quantity: null,
  age: null,
  vendorId: null,
  newVendor: false,
  invoiceNumber: null,
  invoiceDate: null,
  checkNumber: null,
  claimedAmount: null,
  duplicateInvoiceComment: null,
  payVendorDirectly: false,
}
