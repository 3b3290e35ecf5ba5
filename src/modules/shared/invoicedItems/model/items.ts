import { z } from 'zod'
import { DuplicateMatch } from '#ground/money/invoices/model/index.ts'
import { allowNegative, alsoNamed, day, flag, id, longText, money, ref, text } from '#kernel/model/field.ts'

/**
 * Fields of an item of a request that claims money on an invoice; a subject adds what its items are about.
 */
export const invoicedFields = {
  vendorId: alsoNamed(ref('Vendor', 'Vendor'), 'vendor'),
  newVendor: flag('New vendor'),
  /** A vendor that is not on the list; it is asked for when the request is submitted. */
  newVendorName: text('Name of the new vendor', 200),
  invoiceNumber: alsoNamed(text('Invoice number', 60), 'invoice'),
  invoiceDate: day('Invoice date'),
  checkNumber: text('Check number', 60),
  claimedAmount: alsoNamed(allowNegative(money('Claimed amount')), 'amount'),
  approvedAmount: allowNegative(money('Approved amount')),
  denialReason: text('Reason for the reduction', 1000),
  duplicateInvoiceComment: longText('Comment on the duplicate invoice', 1000),
  payVendorDirectly: alsoNamed(flag('Pay vendor directly'), 'PayVendorDirect'),
}

/** Those of them that the company writes. */
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
 * The extra field of a saved item: a removed item that comes back as a new one names its former id, so that
 * its documents come along.
 */
export const comingBack = { formerId: id('Removed item').nullable().optional() }

/** Facts shown of such an item in addition to its own fields. */
export const itemFacts = {
  /** The vendor as the documents have it; null where none is chosen, or one that is not on the list yet. */
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

/** An item with an invoice, of any kind of request. */
export type InvoicedItem = z.infer<z.ZodObject<typeof invoicedFields & typeof itemFacts>>

/** The reviewer's word on the items. */
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
