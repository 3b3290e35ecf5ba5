import { z } from 'zod'
import { paymentsOfRequest } from '#core/money/payments/model/index.ts'
import { itemFacts } from '#features/shared/invoicedItems/model/index.ts'
import { ReplacementReserveRequestItem } from './entities.ts'

const amount = z.number()

/** An item with the facts that its screen needs. */
export const itemDetail = ReplacementReserveRequestItem.row.extend(itemFacts)
export type ItemDetail = z.infer<typeof itemDetail>

/**
 * A property’s reserve account. Amounts are in dollars; `pending` is the amount in requests with the agency.
 */
export const reserveAccount = z.object({
  reserveAccountId: z.int(),
  balance: amount,
  /** The day of the account’s newest entry, up to which the balance is complete. */
  balanceDay: z.string().nullable(),
  units: z.int(),
  perUnit: amount,
  minimumPerUnit: amount,
  monthlyDeposit: amount,
  pending: amount,
})

/** The details that the screen and the rules of a request need in addition to the request itself. */
export const requestFacts = {
  items: z.array(itemDetail),
  /** The reserve account, null for a company that no longer manages the property. */
  account: reserveAccount.nullable(),
  rules: z.object({
    invoiceMaxAgeDays: z.number(),
    bidsRequiredFrom: z.number(),
    bidsCount: z.number(),
    minimumPerUnit: z.number(),
  }),
  claimed: amount,
  /** The approved total, null for a company until the request is decided. */
  approved: amount.nullable(),
  /**
   * The amount that other requests of the property may still draw: those with the agency, and pre-approved
   * amounts not yet released.
   */
  pendingElsewhere: amount,
  ...paymentsOfRequest,
}

/** The columns of lists of requests in addition to those of every review. */
export const requestColumns = {
  requestType: z.string(),
  description: z.string().nullable(),
  itemCount: z.int(),
  claimed: amount,
  approved: amount.nullable(),
  paidDate: z.iso.date().nullable(),
}
