import { z } from 'zod'
import { paymentFacts } from '#ground/money/payments/model/index.ts'
import { itemFacts } from '#modules/shared/invoicedItems/model/index.ts'
import { ReplacementReserveRequestItem } from './entities.ts'

const amount = z.number()

export const itemDetail = ReplacementReserveRequestItem.row.extend(itemFacts)
export type ItemDetail = z.infer<typeof itemDetail>

export const account = z.object({
  reserveAccountId: z.int(),
  balance: amount,
  /** The day of its newest entry, up to which the balance is known. */
  balanceDay: z.string().nullable(),
  units: z.int(),
  perUnit: amount,
  minimumPerUnit: amount,
  monthlyDeposit: amount,
  pending: amount,
})

/** Facts other than the request itself that its screen and rules use. */
export const requestFacts = {
  items: z.array(itemDetail),
  /** Null for a company whose property has left it. */
  account: account.nullable(),
  rules: z.object({
    invoiceMaxAgeDays: z.number(),
    bidsRequiredFrom: z.number(),
    bidsCount: z.number(),
    minimumPerUnit: z.number(),
  }),
  claimed: amount,
  /** Null to a company while nothing is decided. */
  approved: amount.nullable(),
  /**
   * The amount that other requests of the property may still draw: those with the agency, and pre-approved
   * amounts not yet released.
   */
  pendingElsewhere: amount,
  ...paymentFacts,
}

/** Columns that lists show of a request in addition to the common ones. */
export const requestColumns = {
  requestType: z.string(),
  description: z.string().nullable(),
  itemCount: z.int(),
  claimed: amount,
  approved: amount.nullable(),
  paidDate: z.iso.date().nullable(),
}
