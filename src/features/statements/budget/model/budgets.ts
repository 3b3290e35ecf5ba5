import { z } from 'zod'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { type FigureLine, getLinesSchema, lastImport, origin } from '#engines/worksheet/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { Budget, BudgetLine, type ColumnKey, columnLabels, companyColumns, totals } from './entities.ts'
import { facts } from './facts.ts'
import * as rules from './rules.ts'
import { budgetSettings as settings } from './settings.ts'
import { inputsShape } from './worksheet.ts'

const amounts = Object.fromEntries(Object.keys(columnLabels).map((column) => [column, z.number().nullable()]))
const line = z.object({
  budgetLineId: z.int(),
  code: z.string(),
  ...amounts,
  note: z.string().nullable(),
  origins: z.record(z.string(), origin).nullable(),
}) as unknown as z.ZodType<FigureLine<ColumnKey> & { budgetLineId: number }>

/**
 * Declares how a budget is filed, reviewed and approved, with the agency's own amounts next to the proposed
 * ones (domain 9, 39).
 */
export const budgets = review(Budget, {
  path: '/api/Budget',
  name: facts.name,
  prefix: 'B',
  noun: 'budget',
  access: facts.permission,
  module: facts.module,
  routes: {
    queue: facts.queue,
    open: facts.open,
    owner: ({ propertyId }) => `/budget/list/project/${propertyId}`,
  },
  names: { list: 'GetAdminList', ofProperty: 'GetByProjectId', save: 'SaveBudget', fresh: null },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Non-Compliant' },
    steps: {
      // A budget that was not submitted, or not acceptable, can be returned to its company to be filed
      // after all.
      return: {
        from: [
          RequestStatus.SUBMITTED,
          RequestStatus.UNDER_REVIEW,
          RequestStatus.REVIEWED,
          RequestStatus.REJECTED,
        ],
      },
      approve: {
        confirm:
          'The approved column becomes the budget of the year, and everyone concerned is mailed the letter.',
      },
      approveDirectly: { by: 'agency manager' },
      deny: {
        label: 'Close as non-compliant',
        done: 'Closed as non-compliant',
        confirm:
          'The property is not compliant for want of an acceptable budget. Everyone concerned is mailed your reason.',
      },
    },
    extra: [
      {
        name: 'notSubmitted',
        label: 'Not submitted in time',
        done: 'Found not submitted in time',
        from: [RequestStatus.NOT_SUBMITTED],
        to: RequestStatus.REJECTED,
        by: 'system',
        reason: 'none',
        confirm: '',
      },
    ],
  },
  detail: {
    ...inputsShape,
    lines: z.array(line),
    /** The names of people who entered figures, by user id. */
    people: z.record(z.string(), z.string()),
    lastImport,
  },
  lines: { lines: BudgetLine },
  withheld: ['approved'],
  line: {
    budgetYear: z.int(),
    totals: totals.nullable(),
    approvedTotals: totals.nullable(),
    coverage: z.number().nullable(),
    /** Approved amounts if the caller may see them, otherwise as filed. */
    revenue: z.number().nullable(),
    expenses: z.number().nullable(),
  },
  saves: { lines: getLinesSchema(companyColumns).optional() },
  reviews: { lines: getLinesSchema(['approved']).optional() },
  rules: {
    'BUD-1': rules.checkNotEmpty,
    'BUD-2': rules.checkNotNegative,
    'BUD-3': rules.checkExplained,
    'BUD-4': rules.checkRentQuestion,
    'BUD-5': rules.checkTies,
    'BUD-6': rules.checkCertified,
  },
  reviewRules: { 'BUD-7': rules.checkApprovedAmounts },
  documents: ['Budget narrative', 'Insurance quote', 'Other'],
  letters: true,
  mails: financeMails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type Detail = DetailOfReview<typeof budgets>
export type ListLine = LineOfReview<typeof budgets>
export type BudgetRow = ReviewedRow<typeof Budget>
