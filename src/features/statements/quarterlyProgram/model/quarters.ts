import { z } from 'zod'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import {
  type DetailOfReview,
  financeMails,
  type LineOfReview,
  type MailTable,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import { TCAPQuarter } from './entities.ts'
import { facts, getMonthListPath } from './facts.ts'
import { monthName } from './periods.ts'
import { programSettings as settings } from './settings.ts'
import { agingNames } from './ties.ts'
import { totals } from './totals.ts'

const count = z.int().nullable()
const dollars = z.number().nullable()

/** A month as shown in its quarter. Its id is null if it was not begun. */
const monthOfQuarter = z.object({
  periodDate: z.string(),
  tcapId: z.int().nullable(),
  /** Whether the property must report it, because the month is within its program. */
  required: z.boolean(),
  statusId: z.int(),
  statusLabel: z.string(),
  submitted: z.string().nullable(),
  dueDate: z.string().nullable(),
  units: z.int(),
  vacantUnits: count,
  moveIns: count,
  moveOuts: count,
  evictions: count,
  policeCalls: count,
  claimsFiled: count,
  waitingList: count,
  ...(Object.fromEntries(agingNames.map((name) => [name, dollars])) as Record<
    (typeof agingNames)[number],
    typeof dollars
  >),
  totals: totals.nullable(),
})
export type MonthOfQuarter = z.infer<typeof monthOfQuarter>

/**
 * The year-to-date sums of a quarter, from the first month of the fiscal year or of the program to the
 * quarter's last month.
 */
const yearToDate = z.object({
  from: z.string(),
  through: z.string(),
  /** The number of submitted months, which are counted, and the months that are missing. */
  counted: z.int(),
  missing: z.array(z.string()),
  flows: totals.omit({ totalAssets: true }),
  /** Net operating income divided by debt service. Null without debt. */
  coverage: z.number().nullable(),
  /** The occupied part of all unit-months, in percent. */
  occupancy: z.number().nullable(),
  unitMonths: z.int(),
  vacantMonths: z.int(),
})

const quarterShape = {
  program: z.string(),
  months: z.array(monthOfQuarter),
  toDate: yearToDate,
  /** The approved budget of the year up to the end of the quarter. */
  budget: z
    .object({
      budgetYear: z.int(),
      requestNumber: z.string(),
      elapsed: z.int(),
      months: z.int(),
      revenue: z.number(),
      expenses: z.number(),
      operatingIncome: z.number(),
    })
    .nullable(),
  coverageAfterReserve: z.boolean(),
  leastCoverage: z.number(),
  /**
   * For a TCR property: the part of its cash flow due to the reserve, and the deposits made there in the
   * year. Null for others.
   */
  cashFlow: z.object({ percent: z.number(), due: z.number(), deposited: z.number() }).nullable(),
}

/** TCA-20: a quarter can be reviewed only once all the months it requires are submitted (domain 10.3). */
const checkMonthsSubmitted = (_: unknown, { months }: { months: readonly MonthOfQuarter[] }) =>
  months.flatMap(({ required, statusId, periodDate, statusLabel }) =>
    required && !isFiled(statusId)
      ? [{ field: '', message: `${monthName(periodDate)} is not in: ${statusLabel.toLowerCase()}.` }]
      : [],
  )

const mails: MailTable = {
  ...financeMails,
  submitted: { to: ['queue'], cc: [] },
  recalled: { to: ['reviewer', 'queue'], cc: [] },
  denied: {
    to: [ContactType.FinancialContact, ContactType.GeneralPartner, 'submitter', 'companyAdmins'],
    cc: [ContactType.PrimaryContact, 'reviewer'],
  },
}

const automaticStep = { by: 'system', reason: 'none', confirm: '' } as const

/**
 * Declares how a quarter is reviewed. Until its months are in, its status follows them; then the agency
 * takes its steps (domain 10.3, 39).
 */
export const quarters = review(TCAPQuarter, {
  path: '/api/TCAPQuarter',
  name: facts.quarter.name,
  prefix: 'TQ',
  noun: 'quarter',
  access: 'Budget',
  module: facts.quarter.module,
  routes: { queue: facts.queue, open: facts.quarter.open, owner: getMonthListPath },
  names: { fresh: null },
  flow: {
    labels: {
      [RequestStatus.NOT_SUBMITTED]: 'Months missing',
      [RequestStatus.SUBMITTED]: 'Ready for review',
      [RequestStatus.APPROVED]: 'Accepted',
      [RequestStatus.REJECTED]: 'Deficient',
    },
    // A company edits the months, not the quarter.
    editable: [],
    steps: {
      submit: null,
      recall: null,
      return: null,
      startReview: { confirm: 'It is assigned to you. Its company takes no month back until you are done.' },
      approve: {
        label: 'Accept',
        done: 'Accepted',
        confirm: 'Its company is mailed that the quarter is accepted.',
      },
      approveDirectly: {
        label: 'Accept',
        done: 'Accepted',
        confirm: 'Its company is mailed that the quarter is accepted.',
      },
      deny: {
        label: 'Find deficient',
        done: 'Found deficient',
        confirm:
          'Its company is mailed your reason. It recalls the months that are wrong and submits them again.',
      },
      reopen: { by: 'agency write', confirm: 'It is reviewed again.' },
    },
    extra: [
      {
        ...automaticStep,
        name: 'complete',
        label: 'All months in',
        done: 'All months in',
        from: [RequestStatus.NOT_SUBMITTED],
        to: RequestStatus.SUBMITTED,
      },
      {
        ...automaticStep,
        name: 'incomplete',
        label: 'Month taken back',
        done: 'Month taken back',
        from: [RequestStatus.SUBMITTED],
        to: RequestStatus.NOT_SUBMITTED,
      },
      {
        ...automaticStep,
        name: 'restated',
        label: 'Month restated',
        done: 'Reopened by a restated month',
        from: [RequestStatus.REVIEWED, RequestStatus.APPROVED, RequestStatus.REJECTED],
        to: RequestStatus.UNDER_REVIEW,
      },
    ],
  },
  detail: quarterShape,
  line: {
    year: z.int(),
    quarter: z.int(),
    /** `2026 Q1` */
    period: z.string(),
    monthsIn: z.int(),
    coverage: z.number().nullable(),
    occupancy: z.number().nullable(),
  },
  rules: {},
  reviewRules: { 'TCA-20': checkMonthsSubmitted },
  mails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type QuarterDetail = DetailOfReview<typeof quarters>
export type QuarterLine = LineOfReview<typeof quarters>
export type QuarterRow = ReviewedRow<typeof TCAPQuarter>
