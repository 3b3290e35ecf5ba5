import { z } from 'zod'
import { type Entity, entity, type Fields, type Row } from '#kernel/model/entity.ts'
import {
  code,
  longText,
  moment,
  number,
  ofProduct,
  ref,
  text,
  withDocumentNames,
} from '#kernel/model/field.ts'
import { isOpen } from '#kernel/model/status.ts'

/**
 * The columns that every filed record has; in SQL they come with `kernel.reviewed(…)`. The company of record
 * is the one that ran the property when the record was begun; the database sets it and it never changes.
 */
export const commonRecordFields = {
  statusId: code('Status', 1, 9),
  version: number('Version').unwrap(),
  filedCompanyId: ref('Filed by company', 'ManagementCompany'),
  submittedById: withDocumentNames(ref('Submitted by', 'User'), 'SubmittedBy'),
  submitted: withDocumentNames(moment('Submitted'), 'DateSubmitted'),
  reSubmitted: moment('Resubmitted'),
  returnReason: longText('Reason for return', 4000),
  reviewerId: ref('Analyst', 'User'),
  reviewStarted: moment('Review started'),
  reviewedById: withDocumentNames(ref('Reviewed by', 'User'), 'ReviewedByUserId'),
  reviewed: moment('Reviewed'),
  decidedById: withDocumentNames(ref('Decided by', 'User'), 'ApprovedById'),
  decided: moment('Decided'),
  decisionComment: longText('Comment on the decision', 4000),
  agencyComments: ofProduct(longText('Internal agency comments', 4000), '{product}Comments'),
  createdBy: ref('Begun by', 'User'),
  createdAt: moment('Begun'),
  clientKey: z.uuid().nullable(),
  /** The extra required fields that a call left out; null if the record came from a screen. */
  notGiven: text('Not given by the filer', 2000),
}
export type CommonRecordFields = typeof commonRecordFields

/** The values of the fields that every filed record has, and of its owner. */
export type CommonRecordRow = { [K in keyof CommonRecordFields]: z.infer<CommonRecordFields[K]> } & {
  propertyId?: number | null
  managementCompanyId?: number | null
}

/** An entity whose records are filed by companies and reviewed by the agency. */
export type ReviewedEntity<
  Name extends string = string,
  F extends Fields = Fields,
  Content extends string = string,
  ReviewContent extends string = string,
  Table extends string = string,
> = Entity<Name, F & CommonRecordFields, Table> & {
  /** Fields that are set when a record is begun, and never change. */
  begunWith: readonly string[]
  /** Fields the company writes while the record is open to it. */
  content: readonly Content[]
  /** Fields the agency's reviewer writes. */
  review: readonly ReviewContent[]
}

type Names<F> = keyof F & string

type Options<
  F extends Fields,
  Content extends Names<F>,
  ReviewContent extends Names<F>,
  Table extends string,
> = {
  table: Table
  key: keyof F & string
  label: string
  /** The record's own fields; `propertyId`, `managementCompanyId` or both say whose it is. */
  fields: F
  begunWith?: readonly (keyof F & string)[]
  content: readonly Content[]
  review?: readonly ReviewContent[]
  /** The review fields that a company reads only once the decision is made; all of them if omitted. */
  withheld?: readonly (keyof F & string)[]
  /** Nullable fields that no company ever reads. */
  agencyOnly?: readonly (keyof F & string)[]
}

const owners = ['propertyId', 'managementCompanyId']

/**
 * Declares a filed record by its own fields, and adds the fields that every filed record has. Source: base of
 * reviews, domain 1.3.
 */
export function declareReviewedEntity<
  const Name extends string,
  F extends Fields,
  const Content extends Names<F>,
  const Table extends string,
  const ReviewContent extends Names<F> = never,
>(
  name: Name,
  {
    begunWith = [],
    content,
    review = [],
    withheld = review,
    agencyOnly = [],
    ...options
  }: Options<F, Content, ReviewContent, Table>,
): ReviewedEntity<Name, F, Content, ReviewContent, Table> {
  const fields = { ...options.fields, ...commonRecordFields } as F & CommonRecordFields
  const payload = new Set<string>([...begunWith, ...content, ...owners, options.key, 'version', 'clientKey'])
  const declared = entity<Name, F & CommonRecordFields, Table>(name, {
    ...options,
    fields,
    companyScoped: 'managementCompanyId' in options.fields,
    serverOnly: Object.keys(fields).filter((field) => !payload.has(field)),
    agencyOnly: [...agencyOnly, 'agencyComments'],
    withheld: (row) => (isOpen(row.statusId as number) ? withheld : []),
    everWithheld: withheld,
  })
  return { ...declared, begunWith, content, review }
}

type LineOptions<F extends Fields, Content extends Names<F>, Table extends string> = {
  table: Table
  key: keyof F & string
  label: string
  /** The field that names the record it belongs to. */
  parent: keyof F & string
  fields: F
  /** Fields that a person who edits the record writes. */
  content: readonly Content[]
}

const lineFields = {
  filedCompanyId: commonRecordFields.filedCompanyId,
  position: number('Position').unwrap(),
  clientKey: commonRecordFields.clientKey,
}

/**
 * Declares a line of a filed record. A migration sets up its table with `kernel.reviewed_lines(…)`.
 */
export function declareReviewedLine<
  const Name extends string,
  F extends Fields,
  const Content extends Names<F>,
  const Table extends string,
>(name: Name, { parent, content, ...options }: LineOptions<F, Content, Table>) {
  const fields = { ...options.fields, ...lineFields } as F & typeof lineFields
  const written = new Set<string>([...content, options.key, parent, 'clientKey'])
  const declared = entity<Name, F & typeof lineFields, Table>(name, {
    ...options,
    fields,
    companyScoped: 'managementCompanyId' in options.fields,
    serverOnly: Object.keys(fields).filter((field) => !written.has(field)),
  })
  return { ...declared, parent, content }
}

/** A declared record or line with its content. */
export type DeclaredContent = { fields: Fields; content: readonly string[] }
/** A declared record with the fields of its reviewer. */
export type DeclaredReview = { fields: Fields; review: readonly string[] }

/** The values of the fields that a person writes in a declared record or line. */
export type ContentOf<E extends DeclaredContent> = {
  [K in E['content'][number] & keyof E['fields']]: z.input<E['fields'][K]>
}
/** The values of the fields that the agency's reviewer writes in a declared record. */
export type ReviewContentOf<E extends DeclaredReview> = {
  [K in E['review'][number] & keyof E['fields']]: z.input<E['fields'][K]>
}

/** A stored row of a filed record: its own columns and those that every filed record has. */
export type ReviewedRow<E> = Row<E> & CommonRecordRow

/** Returns the id of a record from its row. */
export const getReviewKey = (entity: { key: string }, row: object): number =>
  (row as Record<string, number>)[entity.key]!
