import { z } from 'zod'
import { Payment, paymentsOfRequest } from '#core/money/payments/model/index.ts'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import {
  approvedAmounts,
  getDrawingFlow,
  itemFacts,
  itemSaveFields,
} from '#features/shared/invoicedItems/model/index.ts'
import { claimBalance } from './claims.ts'
import { InsuranceRequest, InsuranceRequestItem } from './entities.ts'
import { requestFacts } from './facts.ts'
import {
  getRequestFaults,
  getReviewFaults,
  type RequestContent,
  type RequestRuleFacts,
} from './requestRules.ts'
import { insuranceSettings } from './settings.ts'

const amount = z.number()
const APPROVAL_NOTE =
  'The approved amounts are paid from the claim funds the agency holds. Everyone concerned is mailed the letter.'

const flow = getDrawingFlow(APPROVAL_NOTE)

/** An item with the facts that its screen needs. */
export const itemDetail = InsuranceRequestItem.row.extend(itemFacts)
export type ItemDetail = z.infer<typeof itemDetail>

/**
 * The review of payment requests, which ask for repairs to be paid from the proceeds of a claim. It is
 * separate from the review of the claim (domain 16.4).
 */
export const requests = review(InsuranceRequest, {
  path: '/api/InsuranceRequest',
  name: requestFacts.name,
  prefix: 'IR',
  access: requestFacts.permission,
  routes: { ...requestFacts, owner: ({ propertyId }) => `/insuranceclaim/list/${propertyId}` },
  // A request has no call for a blank one: the claim begins it.
  names: { fresh: null },
  flow: {
    labels: flow.labels,
    steps: {
      ...flow.steps,
      reopen: {
        confirm: 'It returns to review, and its approved amount is held again. Not possible once paid.',
      },
    },
  },
  detail: {
    items: z.array(itemDetail),
    claim: z.object({
      insuranceClaimId: z.int(),
      requestNumber: z.string(),
      path: z.string(),
      open: z.boolean(),
      dateOfLoss: z.string().nullable(),
      balance: claimBalance,
      /** The amount that the agency holds and has not approved for any other request. */
      available: amount,
      approvedElsewhere: amount,
      approvedAmount: amount.nullable(),
    }),
    claimed: amount,
    /** The approved total, null for a company until the request is decided. */
    approved: amount.nullable(),
    ...paymentsOfRequest,
  },
  lines: { items: InsuranceRequestItem },
  withheld: ['approvedAmount', 'denialReason', 'approved'],
  alsoInHistory: { payments: Payment },
  line: {
    insuranceClaimId: z.int(),
    itemCount: z.int(),
    claimed: amount,
    approved: amount.nullable(),
    paidDate: z.iso.date().nullable(),
  },
  letters: true,
  saves: itemSaveFields(InsuranceRequestItem.input),
  reviews: { approvedAmounts: approvedAmounts.optional() },
  beyond: {
    fields: {
      'items.description': 'the repair of each item',
      'items.invoiceDate': 'the day of each invoice',
      'items.checkNumber': 'the check of each invoice',
      certified: 'the certification',
    },
    strict: insuranceSettings.beyondDocuments,
  },
  rules: {
    INR: (content: RequestContent, requestKnown: RequestRuleFacts) => getRequestFaults(content, requestKnown),
  },
  reviewRules: { 'INR-review': (facts: Pick<RequestRuleFacts, 'items' | 'claim'>) => getReviewFaults(facts) },
  mails: financeMails,
  settings: {
    queue: insuranceSettings.queueAddress,
    twoPerson: insuranceSettings.twoPerson,
    turnaround: insuranceSettings.turnaroundDays,
  },
})

export type RequestRow = ReviewedRow<typeof InsuranceRequest>
export type RequestDetail = DetailOfReview<typeof requests>
export type RequestListLine = LineOfReview<typeof requests>
