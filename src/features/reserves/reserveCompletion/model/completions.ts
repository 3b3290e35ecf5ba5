import { z } from 'zod'
import { DuplicateMatch } from '#core/money/invoices/model/index.ts'
import { Payment, paymentsOfRequest } from '#core/money/payments/model/index.ts'
import {
  attachCall,
  type DetailOfReview,
  documentKind,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  removalCall,
  review,
} from '#engines/review/model/index.ts'
import { requestFacts, reserveSettings } from '#features/reserves/replacementReserve/model/index.ts'
import { exceptionCall } from '#features/shared/invoicedItems/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { id, money, text } from '#kernel/model/field.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { CompletionItem, ReplacementReserveCompletion } from './entities.ts'
import { facts } from './facts.ts'
import { type CompletionContent, type CompletionFacts, getReleaseFaults, getSubmitFaults } from './rules.ts'

const amount = z.number()

/**
 * A line of a completion with its pre-approved item. Amounts are in dollars; `remaining` is not released yet.
 */
export const completionLine = CompletionItem.row.extend({
  descriptionOfWork: z.string().nullable(),
  location: z.string().nullable(),
  vendorId: z.int().nullable(),
  vendorName: z.string().nullable(),
  vendorHasW9: z.boolean(),
  preApproved: amount,
  remaining: amount,
  duplicates: z.array(DuplicateMatch),
})

/** The reviewer’s decision on each line: the released amount, and the reason if it is reduced. */
const releasedAmounts = z
  .array(
    z.object({
      itemId: id('Item'),
      amount: money('Released amount'),
      reason: text('Reason for the reduction', 1000).optional(),
    }),
  )
  .max(200)
export type ReleasedAmounts = z.infer<typeof releasedAmounts>

const { account, rules } = requestFacts

/**
 * The review of completions: how the completion of pre-approved work is filed, checked against the
 * pre-approval, and released (domain 11).
 */
export const completions = review(ReplacementReserveCompletion, {
  path: '/api/ReplacementReserveCompletion',
  name: facts.name,
  prefix: 'RC',
  noun: 'completion',
  access: facts.permission,
  routes: { ...facts, owner: ({ propertyId }) => `/ReplacementReserveList/${propertyId}` },
  // A completion has no call for a blank one: it is begun from its pre-approved request.
  names: { fresh: null },
  flow: {
    labels: { [RequestStatus.APPROVED]: 'Released', [RequestStatus.REJECTED]: 'Denied' },
    steps: {
      approve: {
        label: 'Release',
        done: 'Released',
        confirm: 'The amounts leave the reserve, and everyone concerned is mailed.',
      },
      approveDirectly: {
        label: 'Release',
        done: 'Released',
        confirm: 'The amounts leave the reserve, and everyone concerned is mailed.',
      },
      reopen: {
        confirm:
          'It returns to review, and the released amount goes back into the reserve. Not possible once paid.',
      },
    },
  },
  detail: {
    items: z.array(completionLine),
    account,
    rules,
    /** Whether the request is still pre-approved. */
    open: z.boolean(),
    invoiced: amount,
    /** The released total, null for a company until the completion is decided. */
    released: amount.nullable(),
    ...paymentsOfRequest,
  },
  lines: { items: CompletionItem },
  withheld: ['approvedAmount', 'denialReason', 'released'],
  alsoInHistory: { payments: Payment },
  line: {
    replacementReserveRequestId: z.int(),
    invoiced: amount,
    released: amount.nullable(),
    paidDate: z.iso.date().nullable(),
  },
  saves: { items: z.array(CompletionItem.input).max(200).optional() },
  reviews: { releasedAmounts },
  rules: {
    RRC: (completed: CompletionContent, completionState: CompletionFacts) =>
      getSubmitFaults(completed, completionState),
  },
  reviewRules: { 'RRC-review': ({ items }: CompletionFacts) => getReleaseFaults(items) },
  letters: true,
  mails: financeMails,
  settings: {
    queue: reserveSettings.queueAddress,
    twoPerson: reserveSettings.twoPerson,
    turnaround: reserveSettings.turnaroundDays,
  },
})

export type CompletionRow = ReviewedRow<typeof ReplacementReserveCompletion>
export type CompletionDetail = DetailOfReview<typeof completions>
export type CompletionListLine = LineOfReview<typeof completions>

/** The types of document that people can attach to a completion. */
export const documentKinds = ['Invoice', 'Photo', 'Check', 'W-9'] as const

const { path } = completions
const write = permission(facts.permission, 'write')

export const beginCompletion = call({
  method: 'POST',
  path: `${path}/Begin/:requestId`,
  access: write,
  params: z.object({ requestId: id('Advance review') }),
  answer: completions.calls.one.answer,
  summary: 'Begin the completion of a pre-approved request; returns the open one if there is one',
}) as Call<
  z.ZodObject<{ requestId: ReturnType<typeof id> }>,
  undefined,
  undefined,
  typeof completions.calls.one.answer
>

export const addDocument = attachCall(
  completions,
  'AddDocument',
  { documentType: documentKind },
  'attach a document',
)

export const grantException = exceptionCall(completions)

export const removeDocument = removalCall(completions, 'RemoveDocument')
