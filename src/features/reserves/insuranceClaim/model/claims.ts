import { z } from 'zod'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { InsuranceCheck, InsuranceClaim, InsuranceClaimItem, InsuranceClaimTypeOfLoss } from './entities.ts'
import { claimFacts } from './facts.ts'
import {
  type ClaimContent,
  type ClaimRuleFacts,
  type ClosingFacts,
  getClaimFaults,
  getClosingReasons,
  toFaults,
} from './rules.ts'
import { insuranceSettings } from './settings.ts'

/** The numbers of insurance claims and of their payment requests in the list of modules (`/api/Module`). */
export const [CLAIM_MODULE, REQUEST_MODULE] = [31, 32]

const amount = z.number()
const optionalText = z.string().nullable()

/** The balance of a claim in dollars, see `getInsuranceClaimBalance`. */
export const claimBalance = z.object({
  received: amount,
  forwarded: amount,
  approved: amount,
  paid: amount,
  held: amount,
  unpaid: amount,
  available: amount,
})

/** A payment request in the list of its claim. `approved` is null until the request is decided. */
const claimRequest = z.object({
  insuranceRequestId: z.int(),
  requestNumber: z.string(),
  path: z.string(),
  statusId: z.int(),
  statusLabel: z.string(),
  submitted: optionalText,
  decided: optionalText,
  claimed: amount,
  approved: amount.nullable(),
  payments: z.array(z.object({ paidOn: z.string(), amount, payee: z.string(), checkNumber: z.string() })),
})
const otherClaim = z.object({
  insuranceClaimId: z.int(),
  requestNumber: z.string(),
  dateOfLoss: z.string(),
  insuranceClaimTypeOfLossId: z.int().nullable(),
})

/** The review of insurance claims: how a claim is filed, followed and closed (domain 16, 39). */
export const claims = review(InsuranceClaim, {
  path: '/api/InsuranceClaim',
  name: claimFacts.name,
  prefix: 'IC',
  noun: 'claim',
  access: claimFacts.permission,
  routes: { ...claimFacts, owner: ({ propertyId }) => `/insuranceclaim/list/${propertyId}` },
  names: { ofProperty: 'GetByProjectId', one: 'GetClaim', save: 'SaveClaim' },
  flow: {
    labels: { [RequestStatus.APPROVED]: 'Closed', [RequestStatus.REJECTED]: 'Denied or withdrawn' },
    steps: {
      return: { from: [RequestStatus.SUBMITTED] },
      review: { confirm: 'It goes to a manager, who closes it.' },
      approve: {
        label: 'Close claim',
        done: 'Closed',
        confirm: 'The claim is closed, and everyone concerned is mailed. Nothing more is paid from it.',
      },
      approveDirectly: null,
      deny: {
        label: 'Deny or withdraw',
        done: 'Denied or withdrawn',
        confirm: 'The claim ends without payment, and everyone concerned is mailed your reason.',
      },
      reopen: { confirm: 'It returns to review; checks and payment requests are taken again.' },
    },
  },
  detail: {
    items: z.array(InsuranceClaimItem.row),
    checks: z.array(InsuranceCheck.row),
    requests: z.array(claimRequest),
    types: z.array(InsuranceClaimTypeOfLoss.row),
    others: z.array(otherClaim),
    balance: claimBalance,
    units: z.int(),
    /** Whether the agency was notified later than `notifyHours` after the day of the loss. */
    noticeLate: z.boolean(),
    notifyHours: amount,
    /**
     * Whether a final inspection is required: the reviewer said so, or the amount claimed is large enough.
     */
    needsInspection: z.boolean(),
    /** Whether the caller may record checks and add documents now. */
    mayNote: z.boolean(),
  },
  lines: { items: InsuranceClaimItem },
  alsoInHistory: { checks: InsuranceCheck },
  line: {
    dateOfLoss: z.iso.date().nullable(),
    typeOfLoss: optionalText,
    totalAmountClaimed: amount.nullable(),
    received: amount,
    paid: amount,
    held: amount,
    /** `Late` if the agency was notified too late, otherwise null. */
    notice: optionalText,
  },
  saves: { items: z.array(InsuranceClaimItem.input).max(1000).optional() },
  letters: true,
  rules: { INS: (content: ClaimContent, claimKnown: ClaimRuleFacts) => getClaimFaults(content, claimKnown) },
  reviewRules: { 'INS-closing': (claimState: ClosingFacts) => toFaults(getClosingReasons(claimState)) },
  mails: financeMails,
  settings: { queue: insuranceSettings.queueAddress },
})

export type ClaimRow = ReviewedRow<typeof InsuranceClaim>
export type ClaimDetail = DetailOfReview<typeof claims>
export type ClaimListLine = LineOfReview<typeof claims>

/** The types of document that people can attach to a claim. */
export const claimDocumentTypes = [
  'Photo of the damage',
  'Police or fire report',
  'Report of the adjuster',
  'Other',
] as const
