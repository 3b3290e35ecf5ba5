import { z } from 'zod'
import { comingBack } from '#modules/invoicedItems/model/index.ts'
import type { Held } from '#review/web/index.ts'
import { OperatingReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/operating.ts'

const { fields } = OperatingReserveRequestItem
const written = OperatingReserveRequestItem.content.filter((name) => name !== 'newVendorName')

const itemShape = z.object({
  ...comingBack,
  ...(Object.fromEntries(written.map((name) => [name, fields[name as keyof typeof fields]])) as Omit<
    Pick<typeof fields, (typeof OperatingReserveRequestItem.content)[number] & keyof typeof fields>,
    'newVendorName' | 'vendorId'
  >),
  operatingReserveRequestItemId: fields.operatingReserveRequestItemId.optional(),
  clientKey: z.string().nullable().optional(),
  // A vendor that is not on the list yet is an object without id (ENT-07).
  vendorId: z
    .union([fields.vendorId, z.object({ id: z.int(), label: z.string() })])
    .meta({ label: 'Vendor', kind: 'choice' }),
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
    const kept = new Set(items.map((line) => line.operatingReserveRequestItemId))
    const gone = known.items.map((one) => one.operatingReserveRequestItemId).filter((itemId) => !kept.has(itemId))
    return { items, type: 'progress', itemDeleteIndexes: gone }
  },
}

/** A new item, before anything is typed. */
export const blankItem = {
  ...Object.fromEntries(written.map((name) => [name, null])),
  operatingReserveRequestItemId: 0,
  newVendor: false,
  payVendorDirectly: false,
}
