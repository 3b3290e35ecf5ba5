import { z } from 'zod'
import { attachedFile } from '#core/platform/files/model/index.ts'
import { offer } from '#core/portfolio/properties/model/index.ts'
import { type Access, agency } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { day, id, longText, ref, text, withDocumentNames } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { historyLine } from '#kernel/model/history.ts'
import { page } from '#kernel/model/listQuery.ts'
import { standingLine } from './dependents.ts'
import { questionCalls } from './questionCalls.ts'
import { commonRecordFields, type ReviewedEntity } from './reviewed.ts'
import { letterLine, mailLine, sortColumns } from './shapes.ts'
import { analystLine } from './work.ts'

const LARGEST_BODY = 4_194_304
/** Fields that every step sends. */
export const stepFields = {
  reason: longText('Reason', 4000).optional(),
  version: z.int().nullable().optional(),
  /** The figures that `Preview` answered. The decision is refused if they have changed since then. */
  seen: z.string().max(400).nullable().optional(),
  /** The rewritten paragraphs of the decision's letter, in order; null leaves one as drafted. */
  letterText: z.array(z.string().max(4000).nullable()).max(100).nullable().optional(),
}
const statusId = z.int().min(-1).max(9).meta({ label: 'Status', kind: 'choice' })
const byId = z.object({ id: id() })
const byOwner = z.object({ ownerId: id('Property or company') })
const byProperty = z.object({ propertyId: id('Property') })
const byStatus = z.object({ status: statusId })
const byStatusAndPropertyParams = z.object({ status: statusId, propertyId: id('Property') })
const byName = z.object({ name: text('Step', 60) })
const stepBody = z.object(stepFields)
const reviewBody = z.object({ id: id(), ...stepFields })
/** The documents send `userId`: the call is refused unless it is the caller. */
const changeBody = z.object({
  id: withDocumentNames(id(), 'requestId'),
  statusId,
  userId: id('User').nullable().optional(),
  ...stepFields,
})
const previewBody = z.object({
  id: id(),
  step: z.string().max(60).meta({ label: 'Step', kind: 'text' }),
  ...stepFields,
})
const assignBody = z.object({ id: id(), userId: ref('Analyst', 'User'), version: stepFields.version })
const notesBody = z.object({
  id: id(),
  agencyComments: commonRecordFields.agencyComments,
  version: stepFields.version,
})
const analysts = z.array(analystLine)
const history = z.array(historyLine)
const letters = z.array(letterLine)
/** `part` is the name of a part that the review declares. */
const listQuery = z.object({ open: z.boolean().optional(), part: z.string().max(40).optional(), ...page })

const optionalText = z.string().max(200).optional()
const optionalInteger = z.int().optional()
const pageQuery = z.object({
  status: statusId.optional(),
  part: listQuery.shape.part,
  search: optionalText,
  /** A choice of the alphabet filter. */
  letter: z.string().length(1).optional(),
  /** The analyst’s name as lists show it; an empty name means no analyst. */
  reviewer: optionalText,
  number: optionalText,
  subject: optionalText,
  analyst: optionalText,
  company: optionalText,
  submittedFrom: day('Submitted from').optional(),
  submittedTo: day('Submitted to').optional(),
  decidedFrom: day('Decided from').optional(),
  decidedTo: day('Decided to').optional(),
  ageFrom: optionalInteger,
  ageTo: optionalInteger,
  sortBy: z.enum(sortColumns).optional(),
  descending: z.boolean().optional(),
  /** Adds up the figures of the lines as well. */
  sums: z.boolean().optional(),
  ...page,
})

/**
 * Returns the filters and sort columns that a subject's own columns add to a page. Numbers and days are
 * filtered by a range, texts and numbers by a part of them.
 */
function getOwnFilters(line: z.ZodRawShape) {
  const filters: Record<string, z.ZodType> = {}
  const orders = Object.entries(line).flatMap(([name, type]) => {
    const inner = type instanceof z.ZodNullable ? type.unwrap() : type
    const rangeType =
      inner instanceof z.ZodNumber ? z.number() : inner instanceof z.ZodISODate ? day(name) : null
    if (rangeType)
      Object.assign(filters, { [`${name}From`]: rangeType.optional(), [`${name}To`]: rangeType.optional() })
    // People search for a number, such as a year, by typing a part of it.
    if (inner instanceof z.ZodString || inner instanceof z.ZodNumber) filters[name] ??= optionalText
    return rangeType || inner instanceof z.ZodString || inner instanceof z.ZodBoolean ? [name] : []
  })
  return { filters, orders }
}

type Options<A, L, S, R> = {
  path: string
  title: string
  read: Access
  write: Access
  detail: A
  line: L
  /** Columns that only the lists of this subject have. */
  own?: z.ZodRawShape
  saves?: S
  reviews?: R
  names?: Readonly<Record<string, string | null | undefined>>
  statuses: readonly number[]
}

/**
 * Fields in the documents' payloads that the portal itself stores: accepted if they match the stored value.
 */
const notedByPortal = ['statusId', 'submittedById', 'submitted', 'reSubmitted', 'reviewedById', 'decidedById']

/**
 * Builds the request bodies of the calls that begin a record, save it, and save the reviewer's part of it.
 */
function getBodies<S extends z.ZodRawShape, R extends z.ZodRawShape>(
  entity: ReviewedEntity,
  { saves, reviews }: { saves?: S; reviews?: R },
) {
  const pick = (fields: readonly string[]) =>
    z.object(Object.fromEntries(fields.map((name) => [name, entity.fields[name]!.optional()])))
  const owners = ['propertyId', 'managementCompanyId'].filter((name) => name in entity.fields)
  const { begunWith, content, review } = entity
  const requestBody = pick([
    ...[entity.key, ...owners, 'version', 'clientKey', ...begunWith, ...content, ...review],
    ...['agencyComments', ...notedByPortal],
  ])
  return {
    begun: pick([...owners, ...begunWith]),
    saved: z.object({ request: requestBody, ...saves } as { request: typeof requestBody } & S),
    reviewed: z.object({
      id: id(),
      version: stepFields.version,
      ...pick([...review, 'agencyComments', ...notedByPortal]).shape,
      ...reviews,
    } as { id: ReturnType<typeof id>; version: typeof stepFields.version } & R),
  }
}

const buildMayBeginCall = <B extends z.ZodType>(path: string, title: string, access: Access, body: B) =>
  call({
    method: 'POST',
    path: `${path}/MayBegin`,
    access,
    body,
    answer: offer,
    summary: `${title}: whether one can be begun, and if not, why, and what can be done instead; nothing is changed`,
  })

const buildPreviewCall = <B extends z.ZodType>(path: string, title: string, detail: B) =>
  call({
    method: 'POST',
    path: `${path}/Preview`,
    access: agency('write'),
    body: previewBody,
    answer: z.object({
      detail,
      letter: letterLine.nullable(),
      mails: z.array(mailLine),
      /** The figures that the decision would be based on; null for kinds without figures. */
      seen: z.string().nullable(),
      /** Decisions on the record that the step would undo. */
      standing: z.array(standingLine),
    }),
    summary: `${title}: preview a step with its letter and mails; nothing is changed`,
  })

function buildPageCall<B extends z.ZodType>(path: string, title: string, rows: B, line: z.ZodRawShape) {
  const ownFilters = getOwnFilters(line)
  const query = pageQuery.extend({
    ...ownFilters.filters,
    sortBy: z.enum([...sortColumns, ...ownFilters.orders]).optional(),
  })
  return call({
    method: 'GET',
    path: `${path}/GetPage`,
    access: agency('read'),
    query: query as unknown as z.ZodObject<PageShape>,
    answer: z.object({
      rows,
      /** The number of records that match the filters and the requested status. */
      total: z.int(),
      /** The number of records that match the filters, for each status. */
      counts: z.array(
        z.object({
          statusId: z.int(),
          count: z.int(),
          /** The sum of each numeric column of the subject, by field. */
          sums: z.record(z.string(), z.number().nullable()).optional(),
          /** The number of these records in each part. */
          parts: z.record(z.string(), z.int()).optional(),
        }),
      ),
      /** The names of all analysts who have such a record, for the filter. */
      analysts: z.array(z.string()),
    }),
    summary: `${title}: a page of the records with a status, filtered and sorted; the newest first by default`,
  })
}

/** The query of a page of records. Filters of the subject's own columns come in addition. */
export type ReviewPageQuery = z.infer<z.ZodObject<PageShape>>
type PageShape = Omit<(typeof pageQuery)['shape'], 'sortBy'> & { sortBy: z.ZodOptional<z.ZodString> }

/**
 * The calls that all kinds of filed records share (area SHS included). `detail` is one record, `line` a row
 * of its lists.
 */
export function reviewCalls<
  A extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodType,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends z.ZodRawShape = z.ZodRawShape,
>(entity: ReviewedEntity, options: Options<A, L, S, R>) {
  const { path, title, read, write, detail: answer, line, own: ownFields = {}, names = {} } = options
  const buildPath = (name: string, usual: string, params = ''): string =>
    `${path}/${names[name] ?? usual}${params}`
  const get = <P extends z.ZodType | undefined, B extends z.ZodType>(
    url: string,
    params: P,
    reply: B,
    text: string,
  ) =>
    call({
      method: 'GET',
      path: url,
      access: read,
      params,
      answer: reply,
      summary: `${title}: ${text}`,
    } as Call<P, undefined, undefined, B>)
  const post = <B extends z.ZodType>(url: string, body: B, access: Access, text: string) =>
    call({
      method: 'POST',
      path: url,
      access,
      body,
      answer,
      summary: `${title}: ${text}`,
      bodyLimit: LARGEST_BODY,
    })
  const step = (tail: string, access: Access, text: string) =>
    call({ ...post(`${path}/${tail}/:id`, stepBody, access, text), params: byId })
  const { begun: beginBody, saved, reviewed } = getBodies(entity, options)
  const lines = z.array(line)
  return {
    list: call({
      ...get(buildPath('list', 'GetQueue'), undefined, lines, 'all in scope, or open ones'),
      query: listQuery,
    }),
    page: buildPageCall(path, title, lines, ownFields),
    ofProperty: get(
      buildPath('ofProperty', 'GetByProperty', '/:propertyId'),
      byProperty,
      lines,
      'by property',
    ),
    byStatus: get(`${path}/GetByStatus/:status`, byStatus, lines, 'by status'),
    byStatusAndProperty: get(
      `${path}/GetByStatusAndProperty/:status/:propertyId`,
      byStatusAndPropertyParams,
      lines,
      'by status/property',
    ),
    one: get(buildPath('one', 'GetRequest', '/:id'), byId, answer, 'one, with the steps possible next'),
    fresh: call({
      ...get(buildPath('fresh', 'GetNewRequest', '/:ownerId'), byOwner, answer, 'an empty one, not stored'),
      access: write,
    }),
    mayBegin: buildMayBeginCall(path, title, write, beginBody),
    save: post(buildPath('save', 'SaveProgress'), saved, write, 'save progress; completeness is not checked'),
    saveReview: post(
      buildPath('saveReview', 'SaveReview'),
      reviewed,
      agency('write'),
      'save the reviewer’s part',
    ),
    saveNotes: post(`${path}/SaveNotes`, notesBody, agency('write'), 'save the agency’s own notes'),
    saveAndSubmit: post(
      `${path}/SaveAndSubmit`,
      saved,
      write,
      'save and submit: both, or nothing is changed',
    ),
    submit: step('Submit', write, 'submit; returns all errors at once'),
    unSubmit: step('UnSubmit', write, 'recall by the company, or return by the agency with a reason'),
    takeStep: call({
      ...post(`${path}/Steps/:name`, reviewBody, write, 'take a step by its name, as its answers offer it'),
      params: byName,
    }),
    review: post(`${path}/Review`, reviewBody, write, 'take the next step of the review'),
    changeStatus: post(`${path}/ChangeStatus`, changeBody, write, 'take the step to the given status'),
    preview: buildPreviewCall(path, title, answer),
    forceStatus: post(`${path}/ForceStatus`, changeBody, agency('admin'), 'force a status, with a reason'),
    assign: post(`${path}/AssignReviewer`, assignBody, agency('write'), 'assign it to an analyst'),
    ...questionCalls(path, title, write, answer),
    analysts: call({
      ...get(`${path}/GetReviewers`, undefined, analysts, 'analysts it can be assigned to'),
      access: agency('read'),
    }),
    history: get(buildPath('history', 'GetHistory', '/:id'), byId, history, 'history of steps'),
    letters: get(buildPath('letters', 'GetLetterData', '/:id'), byId, letters, 'decision letters as sent'),
  }
}

/** The calls of a review; see `reviewCalls`. */
export type ReviewCalls<
  A extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodType,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends z.ZodRawShape = z.ZodRawShape,
> = ReturnType<typeof reviewCalls<A, L, S, R>>

/**
 * A call that takes one named step, where the specification has a path of its own for it (`…/Approve/:id`).
 */
export const stepCall = <A extends z.ZodType>(
  review: {
    path: string
    entity: { label: string }
    calls: { submit: Call<typeof byId, undefined, typeof stepBody, A> }
  },
  tail: string,
  access: Access,
  summary: string,
): Call<typeof byId, undefined, typeof stepBody, A> =>
  call({
    ...review.calls.submit,
    path: `${review.path}/${tail}/:id`,
    access,
    summary: `${review.entity.label}: ${summary}`,
  })

/** A read about one property (`…/GetActive/:propertyId`), for those who may read its records. */
export const propertyCall = <A extends z.ZodType>(
  review: { path: string; entity: { label: string }; calls: { ofProperty: Call<typeof byProperty> } },
  tail: string,
  answer: A,
  summary: string,
): Call<typeof byProperty, undefined, undefined, A> =>
  call({
    ...review.calls.ofProperty,
    path: `${review.path}/${tail}/:propertyId`,
    answer,
    summary: `${review.entity.label}: ${summary}`,
  } as Call<typeof byProperty, undefined, undefined, A>)

type Filing = { path: string; entity: { label: string }; calls: { save: { access: Access } } }
/** The kind of document that comes with a file. */
export const documentKind = text('Kind of document', 50)

/** A call that attaches documents to a record (`…/AddDocument/:id`), for those who may write it. */
export const attachCall = <B extends z.ZodRawShape>(review: Filing, tail: string, body: B, summary: string) =>
  call({
    method: 'POST',
    path: `${review.path}/${tail}/:id`,
    access: review.calls.save.access,
    params: byId,
    bodyType: 'multipart',
    bodyLimit: fileLimits.bytes,
    body: z.object(body),
    answer: z.array(attachedFile),
    summary: `${review.entity.label}: ${summary}`,
  })

const byFile = z.object({ id: id('File') })
/** A call that removes one document of a record that is still being written. */
export const removalCall = (review: Filing, tail: string) =>
  call({
    method: 'POST',
    path: `${review.path}/${tail}/:id`,
    access: review.calls.save.access,
    params: byFile,
    answer: z.boolean(),
    summary: `${review.entity.label}: remove a document of a draft`,
  })
