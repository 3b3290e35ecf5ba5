import { z } from 'zod'
import { ReplacementReserveRequest, ReplacementReserveRequestItem } from '../model/entities.ts'
import { type ItemContent, submitFaults } from '../model/rules.ts'
import type { Detail } from './types.ts'

const request = ReplacementReserveRequest.fields
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

const shape = z.object({
  requestType: request.requestType,
  description: request.description,
  instructions: request.instructions,
  certified: request.certified,
  items: z.array(itemShape).meta({ label: 'Items', noun: 'Item' }),
})
export type FormValues = z.infer<typeof shape> & { version: number }

/** What the form holds of a request. */
export const valuesOf = (detail: Detail): FormValues => ({
  version: detail.version,
  requestType: detail.requestType,
  description: detail.description,
  instructions: detail.instructions,
  certified: detail.certified,
  items: detail.items.map(
    (one) =>
      Object.fromEntries(Object.keys(itemShape.shape).map((name) => [name, one[name as keyof typeof one]])) as FormItem,
  ),
})

/** Kinds of the documents attached to an item. */
const documentsOf = (detail: Detail, itemId: number | undefined): string[] =>
  detail.files.filter((file) => file.itemId !== null && file.itemId === itemId).map((file) => file.documentType ?? '')

/** The strict rules of submit over the form's values, the same the server runs. `latest` answers the request as last known. */
export const strictSchema = (latest: () => Detail) =>
  shape.superRefine((values, check) => {
    const detail = latest()
    const items: ItemContent[] = values.items.map((one) => {
      const known = detail.items.find(
        (stored) => stored.replacementReserveRequestItemId === one.replacementReserveRequestItemId,
      )
      const vendorId = typeof one.vendorId === 'object' && one.vendorId ? -1 : one.vendorId
      return {
        ...one,
        vendorId,
        documents: documentsOf(detail, one.replacementReserveRequestItemId),
        vendorHasW9: known?.vendorHasW9 === true && known.vendorId === vendorId,
        isDuplicate: known?.duplicates.some((match) => match.kind === 'hard') ?? false,
      }
    })
    for (const { field, message } of submitFaults(
      { ...values, submittedAsException: detail.submittedAsException },
      items,
      { today: detail.today, rules: detail.rules },
    )) {
      check.addIssue({
        code: 'custom',
        path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        message,
      })
    }
  })
