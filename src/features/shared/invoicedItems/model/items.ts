import { z } from 'zod'
import { DuplicateMatch } from '#core/money/invoices/model/index.ts'
import {
  allowNegative,
  day,
  flag,
  id,
  longText,
  money,
  ref,
  text,
  withDocumentNames,
} from '#kernel/model/field.ts'

/**
 * The fields of an item that claims money on an invoice. Each kind of request adds the fields of its subject.
 */
export const invoicedFields = {
  vendorId: withDocumentNames(ref('Vendor', 'Vendor'), 'vendor'),
  newVendor: flag('New vendor'),
  /** The name of a vendor who is not on the list. The vendor is requested when the request is submitted. */
  newVendorName: text('Name of the new vendor', 200),
  invoiceNumber: withDocumentNames(text('Invoice number', 60), 'invoice'),
  invoiceDate: day('Invoice date'),
  checkNumber: text('Check number', 60),
  claimedAmount: withDocumentNames(allowNegative(money('Claimed amount')), 'amount'),
  approvedAmount: allowNegative(money('Approved amount')),
  denialReason: text('Reason for the reduction', 1000),
  duplicateInvoiceComment: longText('Comment on the duplicate invoice', 1000),
  payVendorDirectly: withDocumentNames(flag('Pay vendor directly'), 'PayVendorDirect'),
}

/** The invoice fields that the company fills in. */
export const invoicedContent = [
  'vendorId',
  'newVendor',
  'newVendorName',
  'invoiceNumber',
  'invoiceDate',
  'checkNumber',
  'claimedAmount',
  'duplicateInvoiceComment',
  'payVendorDirectly',
] as const

/**
 * The extra field of a saved item that was removed and restored. It names the former id, so that the
 * documents
 * of the removed item go to the new one.
 */
export const restoredItemField = { formerId: id('Removed item').nullable().optional() }

/** The facts that an item has in answers in addition to its stored fields. */
export const itemFacts = {
  /**
   * The vendor in the shape of the specification. Null if none is selected, or if the vendor is not on the
   * list yet.
   */
  vendor: z
    .object({
      id: z.int(),
      name: z.string(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zip: z.string().nullable(),
    })
    .nullable()
    .optional(),
  vendorName: z.string().nullable(),
  vendorHasW9: z.boolean(),
  duplicates: z.array(DuplicateMatch),
}

/** An item that claims money on an invoice, of any kind of request. */
export type InvoicedItem = z.infer<z.ZodObject<typeof invoicedFields & typeof itemFacts>>

/** The reviewer’s decisions: the approved amount of each item, and the reason if it is reduced. */
export const approvedAmounts = z
  .array(
    z.object({
      itemId: id('Item'),
      amount: money('Approved amount'),
      denialReason: text('Reason for the reduction', 1000).optional(),
    }),
  )
  .max(1000)
export type ApprovedAmounts = z.infer<typeof approvedAmounts>
