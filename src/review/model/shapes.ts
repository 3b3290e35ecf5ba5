import { z } from 'zod'
import { outLine } from '#ground/people/absences/model/index.ts'
import { attached } from '#ground/platform/files/model/index.ts'
import { Action } from '#kernel/model/workflow.ts'
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

/** Columns that every list shows of a record. */
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
  /** The analyst of an open record, while they are out; companies see nothing of it. */
  reviewerOut: outLine.nullable(),
  decided: name,
}
export type StandingLine = z.infer<z.ZodObject<typeof standingLine>>

/** Data that every record's screen shows in addition to its own fields. */
export const standingDetail = {
  /** The agency's questions to its company, newest first. */
  questions: z.array(questionLine),
  /** Whether the caller may ask the company a question, and answer one. */
  canAsk: z.boolean(),
  canAnswer: z.boolean(),
  /** The fields beyond the documents that the filer left out, in words. */
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
  files: z.array(attached),
  actions: z.array(Action),
  canEdit: z.boolean(),
  /** Whether the caller may write the reviewer's part now. */
  canReview: z.boolean(),
  /** Whether the caller may give the record to an analyst, and keep notes of its own about it. */
  canAssign: z.boolean(),
}
export type StandingDetail = z.infer<z.ZodObject<typeof standingDetail>>
