import { z } from 'zod'
import {
  type DetailOfReview,
  type LineOfReview,
  type MailTable,
  type ReviewedRow,
  required,
  review,
} from '#engines/review/model/index.ts'
import { type FigureLine, getLinesSchema, origin } from '#engines/worksheet/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { Program2013, Program2013Debt, Program2013EmployeeType, StatementCategoryAmount } from './entities.ts'
import { facts, getPropertyRecordsPath } from './facts.ts'
import { place } from './places.ts'
import * as rules from './rules.ts'
import { programSettings as settings } from './settings.ts'

const { NOT_SUBMITTED, SUBMITTED, REVIEWED, APPROVED } = RequestStatus

const line = z.object({
  statementCategoryAmountId: z.int(),
  code: z.string(),
  amount: z.number().nullable(),
  note: z.string().nullable(),
  origins: z.record(z.string(), origin).nullable(),
}) as z.ZodType<FigureLine<'amount'> & { statementCategoryAmountId: number }>

const recipients = { to: ['submitter', 'reviewer'], cc: [] } as const
/**
 * The recipients of the mails, all at the agency. A company finds approved records on its property’s page.
 */
const mails: MailTable = {
  submitted: { to: ['queue'], cc: [] },
  recalled: recipients,
  returned: { to: ['submitter'], cc: ['reviewer'] },
  approved: { to: ['submitter', 'reviewer'], cc: ['queue'] },
  denied: recipients,
}

const employeeInput = Program2013EmployeeType.input
const debtInput = Program2013Debt.input
const dollars = z.number().nullable()

/**
 * The review of 2013 records: how the agency enters, reviews and locks one (domain 30, 39). It uses the
 * statuses 1, 2, 4 and 5.
 */
export const records = review(Program2013, {
  path: '/api/Program2013',
  name: facts.name,
  prefix: 'PF',
  noun: 'record',
  access: { read: permission('Budget', 'read'), write: agency('write') },
  module: facts.module,
  routes: {
    queue: facts.queue,
    open: facts.open,
    owner: ({ propertyId }) => getPropertyRecordsPath(propertyId ?? 0),
  },
  names: { fresh: null },
  flow: {
    labels: { [NOT_SUBMITTED]: 'In progress', [SUBMITTED]: 'To review', [APPROVED]: 'Approved' },
    steps: {
      submit: {
        label: 'Send to review',
        done: 'Sent to review',
        by: 'agency write',
        confirm: 'It is checked as a whole and waits for a reviewer.',
      },
      recall: null,
      startReview: null,
      backToReview: null,
      approveDirectly: null,
      deny: null,
      return: {
        from: [SUBMITTED, REVIEWED],
        confirm: 'The person who entered it is mailed your reason, corrects it and sends it to review again.',
      },
      review: { from: [SUBMITTED], confirm: 'A second person approves it.' },
      approve: { confirm: 'It is locked as the baseline of the property. Its company can read it.' },
      reopen: {
        from: [APPROVED],
        to: SUBMITTED,
        confirm: 'It is no baseline any more until it is approved again.',
      },
    },
  },
  detail: {
    lines: z.array(line),
    employees: z.array(Program2013EmployeeType.row),
    debts: z.array(Program2013Debt.row),
    /** The authors of figures, by user id. */
    people: z.record(z.string(), z.string()),
    /** The places of the record’s ZIP code. */
    places: z.array(place),
    /** The dollars by which two figures may differ and still agree. */
    tolerance: z.number(),
  },
  lines: { lines: StatementCategoryAmount, employees: Program2013EmployeeType, debts: Program2013Debt },
  line: {
    year: z.int(),
    recordType: z.string(),
    units: z.int().nullable(),
    grossPotentialRent: dollars,
    effectiveIncome: dollars,
    expenses: dollars,
    netIncome: dollars,
    debtService: dollars,
    coverage: dollars,
    importedOn: z.iso.date().nullable(),
  },
  saves: {
    lines: getLinesSchema(['amount']).optional(),
    employees: z.array(employeeInput).max(50).optional(),
    debts: z.array(debtInput).max(50).optional(),
  },
  rules: {
    'P13-0': required<rules.RecordContent>('units', 'vacancyPercent', 'city', 'county', 'zip'),
    'P13-1': rules.checkNotEmpty,
    'P13-2': rules.checkNotNegative,
    'P13-3': rules.checkVacancy,
    'P13-4': rules.checkTies,
    'P13-5': rules.checkPlace,
    'P13-6': rules.checkLenders,
  },
  documents: ['Application', 'Commitment', 'Cost certification', 'Other'],
  mails,
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type RecordDetail = DetailOfReview<typeof records>
export type RecordLine = LineOfReview<typeof records>
export type RecordRow = ReviewedRow<typeof Program2013>

/** The statuses a record can have, as its lists name them. */
export const statuses: readonly number[] = [NOT_SUBMITTED, SUBMITTED, REVIEWED, APPROVED]
