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
import { AFS, AFSAmount } from './entities.ts'
import { facts } from './facts.ts'
import * as rules from './rules.ts'
import { findBlockingTies } from './schedules/fromStatement.ts'
import { checkRestatements } from './schedules/restating.ts'
import { scheduleInputs, scheduleLines, scheduleSaves, scheduleShape } from './schedules/wire.ts'
import { statementSettings as settings } from './settings.ts'
import { inputsShape } from './worksheet.ts'

/** A total in dollars. Null until any figure is entered. */
const figure = z.number().nullable()

/** One amount of a statement as the API sends it. */
export const amountLine = z.object({
  afsAmountId: z.int(),
  code: z.string(),
  amount: z.number().nullable(),
  note: z.string().nullable(),
  origins: z.record(z.string(), origin).nullable(),
}) as z.ZodType<FigureLine<'amount'> & { afsAmountId: number }>

/** The rules that a statement must meet before anybody certifies it. */
export const statementRules = {
  'AFS-1': rules.checkNotEmpty,
  'AFS-2': rules.checkBalance,
  'AFS-3': rules.checkNotNegative,
  'AFS-4': rules.checkExplained,
  'AFS-5': rules.checkHeader,
  'AFS-6': rules.checkPeriod,
  'AFS-7': rules.checkSignedAudit,
  'AFS-9': findBlockingTies,
  'AFS-10': checkRestatements,
}

/** Declares how an annual statement is certified, reviewed and accepted (domain 4.13). */
export const statements = review(AFS, {
  path: '/api/AFS',
  name: facts.name,
  prefix: 'FS',
  alsoNumbered: ['afs'],
  noun: 'statement',
  access: facts.permission,
  module: facts.module,
  routes: {
    queue: facts.queue,
    open: facts.open,
    owner: ({ propertyId }) => `/afs/list/single/${propertyId}`,
  },
  names: { ofProperty: 'GetPropertyHistory', fresh: null },
  flow: {
    labels: { [RequestStatus.REJECTED]: 'Non-Compliant' },
    steps: {
      recall: {
        confirm: 'It comes back to you for changes. Your submission stays on record; both certify again.',
      },
      return: {
        confirm: 'The company is mailed your reason. Its submission stays on record; both certify again.',
      },
      approve: {
        from: [RequestStatus.UNDER_REVIEW, RequestStatus.REVIEWED],
        confirm: 'The statement is accepted, and everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        label: 'Close in non-compliance',
        done: 'Closed in non-compliance',
        confirm:
          'The statement is closed with its non-compliance on record. Everyone concerned is mailed your reason.',
      },
    },
    extra: [
      {
        name: 'closeNonCompliance',
        label: 'Close the non-compliance',
        done: 'Non-compliance closed',
        from: [RequestStatus.REJECTED],
        to: RequestStatus.APPROVED,
        by: 'agency write',
        reason: 'required',
        confirm: 'The non-compliance is settled, and the statement is accepted.',
      },
    ],
  },
  detail: {
    ...inputsShape,
    ...scheduleShape,
    ...scheduleInputs,
    lines: z.array(amountLine),
    /** The names of people who entered figures, by user id. */
    people: z.record(z.string(), z.string()),
    lastImport,
  },
  lines: { lines: AFSAmount, ...scheduleLines },
  line: {
    year: z.int(),
    periodEnd: z.iso.date(),
    months: z.int(),
    assets: figure,
    revenue: figure,
    netIncome: figure,
  },
  saves: { lines: getLinesSchema(['amount']).optional(), ...scheduleSaves },
  rules: { ...statementRules, 'AFS-8': rules.checkCertifications },
  documents: [rules.SIGNED_AUDIT, 'Management letter', 'Other'],
  letters: true,
  // The preparer of a statement is seldom the person who submits it, and gets the same emails.
  mails: {
    submitted: { ...financeMails.submitted, cc: [...financeMails.submitted.cc, 'preparer'] },
    recalled: { ...financeMails.recalled, cc: [...financeMails.recalled.cc, 'preparer'] },
    returned: { ...financeMails.returned, cc: [...financeMails.returned.cc, 'preparer'] },
    approved: { ...financeMails.approved, cc: [...financeMails.approved.cc, 'preparer', 'concerned'] },
    denied: { ...financeMails.denied, cc: [...financeMails.denied.cc, 'preparer', 'concerned'] },
  },
  settings: {
    queue: settings.queueAddress,
    twoPerson: settings.twoPerson,
    turnaround: settings.turnaroundDays,
  },
})

export type Detail = DetailOfReview<typeof statements>
export type ListLine = LineOfReview<typeof statements>
export type StatementRow = ReviewedRow<typeof AFS>
