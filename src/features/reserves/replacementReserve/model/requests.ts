import { Payment } from '#core/money/payments/model/index.ts'
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
  itemSaveFields,
  reviewFaults,
} from '#features/shared/invoicedItems/model/index.ts'
import { ReplacementReserveRequest, ReplacementReserveRequestItem, requestTypes } from './entities.ts'
import {
  getSubmitFaults,
  type ItemInput,
  type RequestContent,
  type RequestFacts,
  toItemContents,
} from './rules.ts'
import { reserveSettings } from './settings.ts'
import { requestColumns, requestFacts } from './shapes.ts'

const APPROVAL_NOTE =
  'A reimbursement leaves the reserve; an advance review is pre-approved and released once the work is completed. The letter is drawn up, and everyone concerned is mailed.'

/**
 * The type of request whose work is approved before it is done. The money is released once it is completed.
 */
export const ADVANCE_REVIEW = requestTypes[1]

type SubmittedContent = RequestContent & { items: readonly ItemInput[] }

/** The review of replacement reserve requests: how one is filed and reviewed (domain 11, 39). */
export const requests = review(ReplacementReserveRequest, {
  path: '/api/ReplacementReserve',
  name: 'reserve',
  prefix: 'R',
  alsoNumbered: ['r4r'],
  access: 'Replacement_Reserve',
  module: 'Replacement_Reserve',
  routes: {
    queue: '/ReplacementReserveMultiNav',
    open: '/ReplacementReserve/:id/:projectId',
    owner: ({ propertyId }) => `/ReplacementReserveList/${propertyId}`,
  },
  names: {
    ofProperty: 'GetReplacementList',
    save: 'SaveReplacementProgress',
    saveReview: 'SaveReplacementReview',
    changeStatus: null,
  },
  flow: getDrawingFlow(APPROVAL_NOTE),
  detail: requestFacts,
  lines: { items: ReplacementReserveRequestItem },
  withheld: ['approvedAmount', 'denialReason', 'approved'],
  alsoInHistory: { payments: Payment },
  line: requestColumns,
  letters: true,
  saves: itemSaveFields(ReplacementReserveRequestItem.input, requestTypes),
  reviews: { approvedAmounts },
  beyond: {
    fields: {
      'items.categoryId': 'the category of each item',
      certified: 'the certification',
    },
    strict: reserveSettings.beyondDocuments,
  },
  rules: {
    R4R: (content: SubmittedContent, detail: RequestFacts) =>
      getSubmitFaults(
        { ...content, submittedAsException: detail.submittedAsException },
        toItemContents(content.items, detail),
        detail,
      ),
  },
  reviewRules: { 'R4R-review': ({ items }: RequestFacts) => reviewFaults(items) },
  mails: financeMails,
  settings: {
    queue: reserveSettings.queueAddress,
    twoPerson: reserveSettings.twoPerson,
    turnaround: reserveSettings.turnaroundDays,
  },
})

export type RequestRow = ReviewedRow<typeof ReplacementReserveRequest>
export type RequestDetail = DetailOfReview<typeof requests>
export type RequestLine = LineOfReview<typeof requests>
