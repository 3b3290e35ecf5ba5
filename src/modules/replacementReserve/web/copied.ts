import { newKey } from '#ui/form/lines.ts'
import type { Detail } from '../model/requests.ts'
import { held } from './itemForm.ts'

/** What belongs to one purchase alone. */
const ofPurchase = { invoiceNumber: null, invoiceDate: null, checkNumber: null, duplicateInvoiceComment: null }

/** What a new request takes along from an earlier one: what it is about and its items, as new ones and without their invoices. */
export function copied(detail: Detail) {
  const { requestType, description, instructions } = detail
  const items = held.valuesOf(detail).items as object[]
  const asNew = items.map((item) => ({
    ...item,
    ...ofPurchase,
    replacementReserveRequestItemId: 0,
    clientKey: newKey(),
  }))
  return { requestType, description, instructions, items: asNew }
}
