import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createNewVendor, getActiveVendors } from '#ground/vendors/model/index.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { Held, PartProps } from '#review/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useDuplicates } from './useDuplicates.ts'
import { useCategories, Warnings } from './Warnings.tsx'

const item = ReplacementReserveRequestItem.fields

const itemShape = z.object({
  replacementReserveRequestItemId: item.replacementReserveRequestItemId.optional(),
  clientKey: z.string().nullable().optional(),
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

/** A vendor that was typed and is asked for once, however often the request is saved. */
const newVendors = new Map<string, Promise<{ vendorId: number; newVendor: boolean }>>()

async function withVendor(line: FormItem) {
  if (typeof line.vendorId !== 'object' || line.vendorId === null) return line
  const { id, label } = line.vendorId
  if (id > 0) return { ...line, vendorId: id, newVendor: false }
  // A vendor that is on the list already comes back as it is; asking twice makes one.
  const asked = newVendors.get(label) ?? ask(createNewVendor, { body: { name: label } }, { quiet: true })
  newVendors.set(label, asked)
  try {
    const { vendorId, newVendor } = await asked
    return { ...line, vendorId, newVendor }
  } catch (error) {
    newVendors.delete(label)
    throw error
  }
}

/** The items within the form, and how they travel. */
export const held: Held<Detail> = {
  shape: { items: z.array(itemShape).meta({ label: 'Items', noun: 'Item' }) },
  valuesOf: ({ items }) => ({
    items: items.map((one) =>
      Object.fromEntries(Object.keys(itemShape.shape).map((name) => [name, one[name as keyof typeof one]])),
    ),
  }),
  sent: async (values, known) => {
    const items = []
    for (const line of values.items as FormItem[]) items.push(await withVendor(line))
    const kept = new Set(items.map((line) => line.replacementReserveRequestItemId))
    const gone = known.items.map((one) => one.replacementReserveRequestItemId).filter((itemId) => !kept.has(itemId))
    return { items, type: 'progress', itemDeleteIndexes: gone }
  },
}

const blankItem = {
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

/** The vendors on the list, and those of the items that the agency has not put there yet. */
function vendorOptions(listed: readonly { vendorId: number; name: string }[], items: Detail['items']) {
  const options = new Map(listed.map((vendor) => [vendor.vendorId, vendor.name]))
  for (const { vendorId, vendorName } of items) if (vendorId && vendorName) options.set(vendorId, vendorName)
  return [...options].map(([value, label]) => ({ value, label }))
}

const noItems: FormItem[] = []
const invoiceColumns = [
  { name: 'invoiceNumber', width: 92 },
  { name: 'invoiceDate', width: 122 },
  { name: 'checkNumber', width: 80 },
]

const columnsFor = (
  categories: ReturnType<typeof useCategories>,
  vendors: ReturnType<typeof vendorOptions>,
  requestType: string,
) => [
  {
    name: 'categoryId',
    width: 130,
    options: categories.map((one) => ({ value: one.replacementReserveCategoryId, label: one.name })),
  },
  { name: 'descriptionOfWork' },
  { name: 'location', width: 95 },
  { name: 'vendorId', width: 140, creatable: true, options: vendors },
  // Before the work there is nothing to pay back yet: bids instead of an invoice.
  ...(requestType === 'Advance review' ? [] : invoiceColumns),
  { name: 'claimedAmount', width: 112, total: true, rounding: false },
]

/** The items of a request while it is written, with the reserve beside them. */
export function Items({ detail, refresh }: PartProps<Detail>) {
  const { form } = useFormParts()
  const categories = useCategories()
  const vendors = useCall(getActiveVendors, { params: { id: 0 } })
  const requestType = useWatch({ control: form.control, name: 'requestType' }) as string
  const items = (useWatch({ control: form.control, name: 'items' }) as FormItem[] | undefined) ?? noItems
  const columns = useMemo(
    () => columnsFor(categories, vendorOptions(vendors, detail.items), requestType),
    [categories, vendors, detail.items, requestType],
  )
  const duplicates = useDuplicates(items, detail.replacementReserveRequestId)
  const details = useCallback(
    (index: number) => (
      <ItemDetails
        index={index}
        detail={detail}
        requestType={requestType}
        duplicates={duplicates[index] ?? []}
        onChanged={refresh}
      />
    ),
    [detail, requestType, refresh, duplicates],
  )
  return (
    <>
      <LineItems name="items" columns={columns} blank={blankItem} renderDetail={details} detailLabel="Details" />
      <BalancePanel detail={detail} items={items} />
      <Warnings detail={detail} items={items} duplicates={duplicates} />
    </>
  )
}
