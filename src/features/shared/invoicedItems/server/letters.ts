import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { InvoicedItem } from '../model/items.ts'

/** An item with a description of its work for a letter. */
export type LetterItem = InvoicedItem & { work: string | null }

/** Builds the table of items in a decision letter, with their totals (LET-11). */
export const buildItemTable = (items: readonly LetterItem[]): LetterBodyItem => ({
  columns: [
    { label: 'Item', field: 'work' },
    { label: 'Vendor', field: 'vendor' },
    { label: 'Invoice', field: 'invoice' },
    { label: 'Date', field: 'date' },
    { label: 'Claimed', field: 'claimed', alignment: 'right' },
    { label: 'Approved', field: 'approved', alignment: 'right' },
  ],
  rows: [
    ...items.map((item) => ({
      work: item.work ?? '',
      vendor: item.vendorName ?? '',
      invoice: item.invoiceNumber ?? '',
      date: item.invoiceDate ? formatDate(item.invoiceDate, 'MM/DD/YYYY') : '',
      claimed: formatMoney(item.claimedAmount),
      approved: formatMoney(item.approvedAmount ?? 0),
    })),
    {
      work: 'Total',
      vendor: '',
      invoice: '',
      date: '',
      claimed: formatMoney(sumMoney(items.map((item) => item.claimedAmount))),
      approved: formatMoney(sumMoney(items.map((item) => item.approvedAmount))),
    },
  ],
})

/** Returns a sentence for each item with a reason why it was not approved in full. */
export const getReductions = (items: readonly LetterItem[]): string[] =>
  items.filter((item) => item.denialReason).map((item) => `${item.work ?? 'Item'}: ${item.denialReason}`)
