import { z } from 'zod'
import { Payment, paymentsOfRequest } from '#core/money/payments/model/index.ts'
import {
  beyondDocuments,
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  review,
  reviewSettings,
} from '#engines/review/model/index.ts'
import { reserveSettings } from '#features/reserves/replacementReserve/model/index.ts'
import {
  approvedAmounts,
  getDrawingFlow,
  itemFacts,
  itemSaveFields,
  reviewFaults,
  reviewTypes,
} from '#features/shared/invoicedItems/model/index.ts'
import { code, id, withDocumentNames } from '#kernel/model/field.ts'
import {
  OperatingReserveRequest,
  OperatingReserveRequestItem,
  OperatingReserveRequestType,
} from './entities.ts'
import { facts } from './facts.ts'
import { getSubmitFaults, type RequestContent, type RequestFacts } from './rules.ts'

const amount = z.number()

/** The number of operating reserve requests in the list of modules (`/api/Module`). */
export const OPERATING_MODULE = 15

const { twoPerson, queueAddress } = reviewSettings({
  group: 'Operating reserve',
  key: 'operating',
  twoPerson: true,
  because: 'money leaving a reserve',
  queue: 'operating.reserves@agency.example',
})
/** The settings of an agency for operating reserves. */
export const operatingSettings = {
  twoPerson,
  queueAddress,
  beyondDocuments: beyondDocuments('Operating reserve', 'operating'),
}

/** An item with the facts that its screen needs. */
export const itemDetail = OperatingReserveRequestItem.row.extend({
  ...itemFacts,
  /** 1 approved, 2 denied, 3 reduced; null while undecided. */
  reviewType: z.int().nullable(),
})
export type ItemDetail = z.infer<typeof itemDetail>

const APPROVAL_NOTE =
  'The approved amounts leave the reserve. The letter is drawn up, and everyone concerned is mailed.'

/**
 * The reviewer’s decision on an item under the field names of the specification: `amount` is the approved
 * amount, `description` the reason for a denial, and `type` the kind of decision.
 */
const reviewedItem = z.object({
  operatingReserveRequestItemId: id('Item'),
  amount: OperatingReserveRequestItem.fields.approvedAmount.optional(),
  description: OperatingReserveRequestItem.fields.denialReason.optional(),
  type: withDocumentNames(code('Decision', 1, 3, reviewTypes), 'reviewType')
    .nullable()
    .optional(),
})
export type ReviewedItem = z.infer<typeof reviewedItem>
const reviewedItems = z.array(reviewedItem).max(1000)

/** The review of operating reserve requests: how one is filed and reviewed (domain 13, 39). */
export const operatingRequests = review(OperatingReserveRequest, {
  path: '/api/OperatingReserve',
  name: facts.name,
  prefix: 'OR',
  access: facts.permission,
  module: facts.module,
  routes: { ...facts, owner: ({ propertyId }) => `/OperatingReserveList/${propertyId}` },
  names: {
    ofProperty: 'GetOperatingList',
    one: 'GetOperatingRequest',
    save: 'saveOperatingProgress',
    saveReview: 'saveOperatingReview',
  },
  flow: getDrawingFlow(APPROVAL_NOTE),
  detail: {
    items: z.array(itemDetail),
    /** The decisions on the items again, under the field names of the specification. */
    reviewItems: reviewedItems,
    types: z.array(OperatingReserveRequestType.row),
    /** The property’s reserves at the agency. Empty for a company that no longer manages the property. */
    reserves: z.array(
      z.object({ reserveTypeId: z.int(), name: z.string(), reserveAccountId: z.int(), balance: amount }),
    ),
    rules: z.object({ invoiceMaxAgeDays: z.number() }),
    claimed: amount,
    /** The approved total, null for a company until the request is decided. */
    approved: amount.nullable(),
    averageRent: amount.nullable(),
    /** The year-to-date result from the property’s last budget. Only the agency receives it. */
    yearToDate: z
      .object({
        netIncome: amount,
        year: z.int(),
        submitted: z.string(),
        requestNumber: z.string(),
        to: z.string(),
      })
      .nullable(),
    /** Whether the caller may read names and incomes of households. They are masked otherwise. */
    showsHouseholds: z.boolean(),
    ...paymentsOfRequest,
  },
  lines: { items: OperatingReserveRequestItem },
  withheld: ['approvedAmount', 'denialReason', 'reviewType', 'approved'],
  alsoInHistory: { payments: Payment },
  line: {
    reserveTypeId: z.int().nullable(),
    reserveName: z.string().nullable(),
    itemCount: z.int(),
    claimed: amount,
    approved: amount.nullable(),
    paidDate: z.iso.date().nullable(),
  },
  letters: true,
  saves: itemSaveFields(OperatingReserveRequestItem.input),
  reviews: { approvedAmounts: approvedAmounts.optional(), items: reviewedItems.optional() },
  beyond: {
    fields: {
      description: 'why the property cannot pay',
      figuresAsOf: 'the day of the cash figures',
      currentPayables: 'payables now',
      dueWithinMonth: 'what is due within 30 days',
      cashAvailable: 'cash available',
      certified: 'the certification',
    },
    strict: operatingSettings.beyondDocuments,
  },
  rules: { ORR: (content: RequestContent, detail: RequestFacts) => getSubmitFaults(content, detail) },
  reviewRules: {
    'ORR-review': ({ items }: RequestFacts) => reviewFaults(items),
    'ORR-waiting': ({ waitingOnProject }: { waitingOnProject: boolean }) =>
      waitingOnProject &&
      'It waits on the property. Say that it waits no longer before you finish the review.',
  },
  mails: financeMails,
  settings: {
    queue: operatingSettings.queueAddress,
    twoPerson: operatingSettings.twoPerson,
    turnaround: reserveSettings.turnaroundDays,
  },
})

export type RequestRow = ReviewedRow<typeof OperatingReserveRequest>
export type RequestDetail = DetailOfReview<typeof operatingRequests>
export type RequestLine = LineOfReview<typeof operatingRequests>
