import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { approvedAmounts, reviewFaults } from '#features/shared/invoicedItems/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { RentGap, RentGapItem } from './entities.ts'
import { facts, getListPath } from './facts.ts'
import { condition, nonCompliance } from './qualification.ts'
import {
  type Content,
  checkSubmission,
  documentKinds,
  type FiledFacts,
  rentShape,
  takenShape,
} from './rules.ts'
import { rentGapSettings as settings } from './settings.ts'

/** The number of rent gap applications in the list of modules. */
export const RENT_GAP_MODULE = 43

const amount = z.number()
export const itemDetail = RentGapItem.row.extend({
  months: amount,
  /** 1 approved, 2 denied, 3 reduced; null while undecided. */
  reviewType: z.int().nullable(),
})
export type ItemDetail = z.infer<typeof itemDetail>

/**
 * The funds of a year: the total, the approved and the remaining amount, and the number of earlier
 * applications that wait for funds.
 */
export const fundsShape = z.object({
  year: z.int(),
  total: amount,
  approved: amount,
  left: amount,
  waitingBefore: z.int(),
})

/** The label of a status while the funds of its year do not cover the approved amount. */
export const WAITING = 'Waiting list'

/** Declares how rent gap assistance is applied for, reviewed and decided (domain 15, 39). */
export const applications = review(RentGap, {
  path: '/api/RentGap',
  name: facts.name,
  prefix: 'RG',
  noun: 'application',
  access: facts.permission,
  module: facts.module,
  routes: { queue: facts.queue, open: facts.open, owner: ({ propertyId }) => getListPath(propertyId) },
  names: { ofProperty: 'GetByPropertyId' },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Denied' },
    steps: {
      return: {
        from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW],
        confirm:
          'The company is mailed your reason and the day by which it is to submit again; it can change everything.',
      },
      approveDirectly: null,
      approve: {
        confirm:
          'The approved amounts count against the funds of the year. The letter is drawn up, and everyone concerned is mailed.',
      },
      reopen: { confirm: 'It returns to review, and the approved amount is available to others again.' },
    },
  },
  detail: {
    items: z.array(itemDetail),
    rents: z.array(rentShape),
    taken: z.array(takenShape),
    conditions: z.array(condition),
    nonCompliance: z.array(nonCompliance),
    byException: z.boolean(),
    movedInBy: z.string(),
    resubmitOver: z.boolean(),
    claimed: amount,
    /** Null for a company until the decision. */
    approved: amount.nullable(),
    /** Only for the agency. */
    funds: fundsShape.nullable(),
    /** Whether the caller may see who the households are. Their names are masked otherwise. */
    showsHouseholds: z.boolean(),
  },
  lines: { items: RentGapItem },
  withheld: ['approvedAmount', 'denialReason', 'reviewType', 'approved'],
  line: {
    assistanceYear: z.int().nullable(),
    households: z.int(),
    claimed: amount,
    approved: amount.nullable(),
    adjustedResubmitDate: z.iso.date().nullable(),
  },
  letters: true,
  /** All households of the application. One that is not sent is removed. */
  saves: { items: z.array(RentGapItem.input).max(1000).optional() },
  reviews: { approvedAmounts: approvedAmounts.optional() },
  rules: { RGP: (content: Content, detail: FiledFacts) => checkSubmission(content, detail) },
  reviewRules: { 'RGP-review': ({ items }: { items: readonly ItemDetail[] }) => reviewFaults(items) },
  documents: documentKinds,
  mails: complianceMails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type ApplicationRow = ReviewedRow<typeof RentGap>
export type Detail = DetailOfReview<typeof applications>
export type Line = LineOfReview<typeof applications>
