import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { UtilityAllowance, UtilityAllowanceLine } from './entities.ts'
import { allowanceFacts, getPropertyAllowancesPath } from './facts.ts'
import { inputsShape } from './rows.ts'
import { getQuarterFaults, type QuarterContent, type QuarterFacts } from './rules.ts'
import { allowanceSettings as settings } from './settings.ts'

const APPROVAL =
  'Rents are checked against these allowances from the day they take effect. Everyone concerned is mailed.'

/**
 * Declares the review of a quarter's utility allowances: one analyst reviews them and another approves them.
 */
export const allowances = review(UtilityAllowance, {
  path: '/api/UtilityAllowance',
  name: allowanceFacts.name,
  prefix: 'UA',
  noun: 'allowance',
  access: allowanceFacts.permission,
  module: allowanceFacts.module,
  routes: {
    queue: allowanceFacts.queue,
    open: allowanceFacts.open,
    owner: ({ propertyId }) => getPropertyAllowancesPath(propertyId),
  },
  names: { ofProperty: 'GetByProjectId' },
  flow: {
    steps: {
      review: { confirm: 'It goes to a second person for approval.' },
      approve: { by: 'agency write', confirm: APPROVAL },
      approveDirectly: { confirm: APPROVAL },
      deny: { label: 'Reject', done: 'Rejected' },
    },
  },
  detail: { ...inputsShape, lines: z.array(UtilityAllowanceLine.row), neededDocuments: z.array(z.string()) },
  lines: { lines: UtilityAllowanceLine },
  line: {
    year: z.int(),
    quarter: z.int(),
    /** `2026 Q3`. */
    period: z.string(),
    noChange: z.boolean(),
    unitTypes: z.int(),
    highest: z.number().nullable(),
  },
  /** All lines of the quarter. A line that is missing here is removed. */
  saves: { lines: z.array(UtilityAllowanceLine.input).max(100).optional() },
  beyond: {
    fields: {
      'lines.effectiveDate': 'since when each allowance holds',
      'lines.tenantPays': 'the utilities that tenants pay',
    },
    strict: settings.beyondDocuments,
  },
  rules: { UTA: (content: QuarterContent, filing: QuarterFacts) => getQuarterFaults(content, filing) },
  mails: complianceMails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

/** A quarter's allowances as a record, with the details on their screen, and as a line in lists. */
export type AllowanceRow = ReviewedRow<typeof UtilityAllowance>
export type AllowanceDetail = DetailOfReview<typeof allowances>
export type AllowanceLine = LineOfReview<typeof allowances>
