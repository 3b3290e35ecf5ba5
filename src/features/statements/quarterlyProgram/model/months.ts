import { z } from 'zod'
import { type DetailOfReview, financeMails, type ReviewedRow, review } from '#engines/review/model/index.ts'
import { type FigureLine, getLinesSchema, lastImport, origin } from '#engines/worksheet/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { TCAP, TCAPAmount } from './entities.ts'
import { facts, getMonthListPath } from './facts.ts'
import { inputsShape } from './month.ts'
import * as rules from './rules.ts'
import { programSettings as settings } from './settings.ts'
import { totals } from './totals.ts'

const line = z.object({
  tcapAmountId: z.int(),
  code: z.string(),
  amount: z.number().nullable(),
  note: z.string().nullable(),
  origins: z.record(z.string(), origin).nullable(),
}) as z.ZodType<FigureLine<'amount'> & { tcapAmountId: number }>

/**
 * Declares how a month is filed. The agency reviews it with its quarter, so a month is only submitted and
 * taken back (domain 10.3, 39).
 */
export const months = review(TCAP, {
  path: '/api/TCAP',
  name: facts.month.name,
  prefix: 'TC',
  noun: 'month',
  access: 'Budget',
  module: facts.month.module,
  routes: { queue: facts.queue, open: facts.month.open, owner: getMonthListPath },
  names: { ofProperty: 'GetByProjectId', save: 'Save', fresh: null },
  flow: {
    steps: {
      submit: {
        confirm: 'The agency receives it. Once all months of the quarter are in, it reviews the quarter.',
      },
      recall: {
        label: 'Take back',
        done: 'Taken back',
        confirm:
          'It comes back to you for changes. Where its quarter was reviewed, say why: it is reviewed again.',
      },
      return: { from: [RequestStatus.SUBMITTED] },
      startReview: null,
      review: null,
      approve: null,
      approveDirectly: null,
      deny: null,
      reopen: null,
    },
  },
  detail: {
    ...inputsShape,
    balance: z.array(line),
    income: z.array(line),
    /** The names of people who entered figures, by user id. */
    people: z.record(z.string(), z.string()),
    lastImport,
  },
  lines: { balance: TCAPAmount, income: TCAPAmount },
  line: {
    periodDate: z.iso.date(),
    year: z.int(),
    quarter: z.int(),
    units: z.int(),
    vacantUnits: z.int().nullable(),
    totals: totals.nullable(),
  },
  saves: { balance: getLinesSchema(['amount']).optional(), income: getLinesSchema(['amount']).optional() },
  rules: {
    'TCA-1': rules.checkNotEmpty,
    'TCA-2': rules.checkAnswered,
    'TCA-3': rules.checkNotNegative,
    'TCA-4': rules.checkTies,
    'TCA-5': rules.checkMoveOutReasons,
    'TCA-6': rules.checkBounds,
    'TCA-7': rules.checkVacancies,
    'TCA-8': rules.checkMonthIsOver,
  },
  documents: ['Balance sheet', 'Income statement', 'Payables by age', 'Other'],
  mails: financeMails,
  settings: { queue: settings.queueAddress },
})

export type MonthDetail = DetailOfReview<typeof months>
export type MonthRow = ReviewedRow<typeof TCAP>
