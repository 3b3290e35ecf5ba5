import { z } from 'zod'
import { outLine } from '#core/people/absences/model/index.ts'
import { attachedFile } from '#core/platform/files/model/index.ts'
import { Action, BlockedStep } from '#kernel/model/workflow.ts'
import { questionLine } from './questions.ts'

const name = z.string().nullable()

/** A decision letter as it was sent. */
export const letterLine = z.object({
  letterId: z.int(),
  kind: z.string(),
  title: z.string(),
  createdAt: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** A mail that goes out with a step. */
export const mailLine = z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() })

/** The columns that the lists of all reviews have. */
export const standingLine = {
  requestNumber: z.string(),
  propertyId: z.int().nullable(),
  managementCompanyId: z.int().nullable(),
  /** The property, or the company a record is about. */
  subject: z.string(),
  /** The company of record. */
  companyName: name,
  statusId: z.int(),
  statusLabel: z.string(),
  version: z.int(),
  submitted: name,
  ageDays: z.int().nullable(),
  promisedBy: name,
  reviewerId: z.int().nullable(),
  reviewerName: name,
  /** The absence of the analyst of an open record while they are out of office. Companies do not see it. */
  reviewerOut: outLine.nullable(),
  decided: name,
}
export type StandingLine = z.infer<z.ZodObject<typeof standingLine>>

/** Data that every record's screen shows in addition to its own fields. */
export const sharedDetailFields = {
  /** The agency's questions to its company, newest first. */
  questions: z.array(questionLine),
  /** Whether the caller may ask the company a question. */
  canAsk: z.boolean(),
  /** Whether the caller may answer the open question. */
  canAnswer: z.boolean(),
  /** The labels of the extra required fields that the filer left out. */
  leftOut: z.array(z.string()),
  requestNumber: z.string(),
  statusLabel: z.string(),
  subject: z.string(),
  companyName: name,
  submittedByName: name,
  reviewerName: name,
  reviewedByName: name,
  decidedByName: name,
  ageDays: z.int().nullable(),
  promisedBy: name,
  today: z.string(),
  files: z.array(attachedFile),
  actions: z.array(Action),
  /** The steps that wait for another person than the caller. */
  blockedSteps: z.array(BlockedStep),
  canEdit: z.boolean(),
  /** Whether the caller may write the reviewer's part now. */
  canReview: z.boolean(),
  /** Whether the caller may assign the record to an analyst and write the agency's notes about it. */
  canAssign: z.boolean(),
}
export type SharedDetail = z.infer<z.ZodObject<typeof sharedDetailFields>>

/** The sort columns for pages of records: those that all lists share, and those of the subject's lines. */
export const sortColumns = [
  'number',
  'subject',
  'status',
  'submitted',
  'age',
  'analyst',
  'decided',
  'company',
] as const
/** A name by which pages of all kinds of records are sorted. */
export type SharedSortName = (typeof sortColumns)[number]
