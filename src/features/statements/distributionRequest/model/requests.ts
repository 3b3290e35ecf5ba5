import { z } from 'zod'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  required,
  review,
} from '#engines/review/model/index.ts'
import { computationView, interimPeriod } from '#features/statements/surplusCash/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { DistributionRequest } from './entities.ts'
import { facts } from './facts.ts'
import { guard, guardFacts } from './guardFacts.ts'
import * as rules from './rules.ts'
import { distributionSettings as settings } from './settings.ts'

/** The status of a request that expired because the next year's statement was filed. */
export const EXPIRED = 7

const decisionMail = { ...financeMails.approved, to: [...financeMails.approved.to, 'concerned' as const] }
const SUBMIT_TEXT =
  'The agency receives it. You can recall it until its review begins. Figures typed for an interim day are certified by you as complete and accurate.'
const APPROVE_TEXT =
  'The amount counts as paid among the yearly rights. The letter is drawn up, and everyone concerned is mailed.'

/** Declares how a distribution of surplus cash is requested, reviewed and decided (domain 7, 39). */
export const requests = review(DistributionRequest, {
  path: '/api/DistributionRequest',
  name: facts.name,
  prefix: 'DR',
  access: facts.permission,
  module: facts.module,
  routes: { ...facts, owner: ({ propertyId }) => `/DistributionRequest/list/single/${propertyId}` },
  names: { ofProperty: 'GetPropertyHistory', fresh: null },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Denied', [EXPIRED]: 'Expired' },
    steps: {
      submit: { confirm: SUBMIT_TEXT },
      approve: { confirm: APPROVE_TEXT },
      approveDirectly: { by: 'agency manager', confirm: APPROVE_TEXT },
      reopen: {
        confirm: 'It returns to review, and what its approval wrote among the yearly rights is taken back.',
      },
    },
    extra: [
      {
        name: 'expire',
        label: 'Expire',
        done: 'Expired with the next statement',
        from: [RequestStatus.NOT_SUBMITTED, RequestStatus.SUBMITTED],
        to: EXPIRED,
        by: 'system',
        reason: 'none',
        confirm: '',
      },
    ],
  },
  detail: {
    /** Null for callers who may not read the statement, such as a company that has left the property. */
    computation: computationView.nullable(),
    facts: guardFacts.nullable(),
    /** The interim days of the fiscal year after the statement's. */
    interim: z.array(interimPeriod),
    guards: z.array(guard),
    /** The other requests on the same statement. */
    others: z.array(
      z.object({
        distributionRequestId: z.int(),
        requestNumber: z.string(),
        statusId: z.int(),
        statusLabel: z.string(),
        submitted: z.string().nullable(),
        periodType: z.string(),
        interimDate: z.string().nullable(),
        amountRequested: z.number().nullable(),
        approvedAmount: z.number().nullable(),
      }),
    ),
  },
  withheld: ['passes'],
  line: {
    year: z.int(),
    purpose: z.string().nullable(),
    amountRequested: z.number().nullable(),
    approvedAmount: z.number().nullable(),
  },
  rules: {
    'DSR-1': required<{ amountRequested: number | null; purpose: string | null; payee: string | null }>(
      'amountRequested',
      'purpose',
      'payee',
    ),
    'DSR-2': rules.checkAmount,
    'DSR-3': rules.checkStatementIsLatest,
    'DSR-4': rules.checkPeriodType,
    'DSR-7': rules.checkFrequency,
    'DSR-8': rules.checkInterim,
  },
  reviewRules: { 'DSR-5': rules.checkApprovedAmount, 'DSR-6': rules.checkGuards },
  documents: ['Owner’s resolution', 'Other'],
  letters: true,
  mails: { ...financeMails, approved: decisionMail, denied: decisionMail },
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type Detail = DetailOfReview<typeof requests>
export type Line = LineOfReview<typeof requests>
export type RequestRow = ReviewedRow<typeof DistributionRequest>
