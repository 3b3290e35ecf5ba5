import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { loadLetters } from '#core/correspondence/letters/server/index.ts'
import { loadAnalysts } from '#core/people/people/server/index.ts'
import type { AttachedFile } from '#core/platform/files/model/index.ts'
import { removeFiles } from '#core/platform/files/server/index.ts'
import { loadHistory } from '#core/platform/history/server/index.ts'
import type { Fields } from '#kernel/model/entity.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isSame } from '#kernel/model/wire.ts'
import { serveController } from '#kernel/server/crud.ts'
import type { Statement } from '#kernel/server/database.ts'
import { locking, lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { buildNotWrittenFault } from '#kernel/server/shape.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import type { MailEvent } from '../model/mails.ts'
import { RecordQuestion } from '../model/questions.ts'
import {
  type AnyReview,
  type CallName,
  type DetailOfReview,
  isFiledByAgency,
  type LineOfReview,
  type Review,
} from '../model/review.ts'
import { getReviewKey, type ReviewedRow } from '../model/reviewed.ts'
import { findStepTo } from '../model/steps.ts'
import { analystsToday, getUnassignableReason, notifyAnalysts } from './assigning.ts'
import { attachTo, lockAndAttach, lockForDocuments, removeDocument } from './documents.ts'
import type { AnyRow, Kit, Owner, ReviewServer, Values } from './kit.ts'
import { mailAbout } from './mails.ts'
import { loadReviewOffer } from './offers.ts'
import { buildPartCondition, loadReviewPage } from './paging.ts'
import { previewStep } from './preview.ts'
import { questionHandlers } from './questionHandlers.ts'
import { emptyDetail, has, hiddenColumns, lines, loadReviewDetail, longLines } from './records.ts'
import { lockToEdit, ownerSent, refuseUnlessFiled, save, saveReview, toStoredValues } from './saving.ts'
import { type Handler, type ReviewCallContext, stepHandlers, type TakeStep } from './stepHandlers.ts'
import { getEffects, mailDecision, type StepOptions, takeReviewStep } from './steps.ts'

type Shape = z.ZodRawShape
/** The values that a save sends in addition to the record. */
type SentValues<S extends Shape> = z.infer<z.ZodObject<S>>

/** A call of any review that takes one named step, as `stepCall` declares it. */
type StepCall = Parameters<typeof serve>[0]

/** A review on the server: the answers to its calls, and functions for the subject's own calls. */
export type ServedReview<Row, Detail, Line> = {
  served: Served[]
  /** Loads one record as its screen shows it. Records out of scope are not found (404). */
  detail: (context: AnyContext, id: number) => Promise<Detail>
  /** Loads the list rows of the records `r` that meet the condition, newest first. */
  lines: (context: AnyContext, condition: RawBuilder<unknown>, limit?: RawBuilder<unknown>) => Promise<Line[]>
  /** Builds a new record of a property or company with the sent values, without storing it. */
  empty: (context: AnyContext, owner: Owner, values?: Values) => Promise<Detail>
  /** Stores a record in progress and the data sent with it. Returns its id. */
  save: (context: AnyContext, body: object & { request: object }) => Promise<number>
  /** Takes a step by name and returns the record after it. */
  take: (context: AnyContext, id: number, step: string, options?: StepOptions) => Promise<Detail>
  /** Takes the step that leads to a status. Refuses (409) if there is none. */
  takeTo: (context: AnyContext, id: number, statusId: number, options?: StepOptions) => Promise<Detail>
  /** Serves a call that takes one step, given by its name or by the status it leads to. */
  serveStep: (call: StepCall, step: string | number) => Served
  /** Mails the decision about a record to everyone concerned again. */
  mailDecision: (context: AnyContext, id: number) => Promise<void>
  /** Mails everyone concerned about an event of a record. */
  mailAbout: (context: AnyContext, row: Row, event: MailEvent, mailLines?: readonly string[]) => Promise<void>
  /** Attaches the uploaded documents to a record, or to one of its lines. */
  attach: (
    context: AnyContext,
    id: number,
    kind: string | null,
    itemId?: number | null,
    title?: string | null,
  ) => Promise<AttachedFile[]>
  /** Attaches the uploaded documents to a locked record, regardless of its status. */
  attachTo: (context: AnyContext, row: Row, kind: string | null) => Promise<AttachedFile[]>
  /** Removes a document of a record that is still open to the caller. */
  removeDocument: (context: AnyContext, fileId: number) => Promise<boolean>
  /** Locks the record for a change of its documents; 409 once they are final. */
  lockForDocuments: (context: AnyContext, id: number) => Promise<Row>
  /** Returns the statement that locks the record of a call, for the subject's own calls that change it. */
  lead: (checked: object) => Statement | undefined
  /** The review with the server part of its subject. */
  kit: Kit
}

/** A review as a module's manifest registers it. */
export type RegisteredReview = Pick<ServedReview<unknown, unknown, unknown>, 'kit' | 'take'>

/** Serves every call of a declared review. `server` is the part that the subject adds. */
export function serveReview<
  N extends string,
  F extends Fields,
  D extends Shape,
  L extends Shape,
  S extends Shape,
  R extends Shape,
>(
  declared: Review<N, F, D, L, S, R>,
  server: ReviewServer<
    ReviewedRow<typeof declared.entity>,
    DetailOfReview<typeof declared>,
    SentValues<S>,
    SentValues<R>
  > = {},
): ServedReview<
  ReviewedRow<typeof declared.entity>,
  DetailOfReview<typeof declared>,
  LineOfReview<typeof declared>
> {
  const kit = { review: declared as AnyReview, server: server as ReviewServer }
  const effects = getEffects(kit)
  const takeStep = (
    context: AnyContext,
    id: number,
    ...how: [Parameters<typeof takeReviewStep>[4], StepOptions?]
  ) => takeReviewStep(context, kit, effects, id, ...how)
  const takeStepTo = (context: AnyContext, id: number, statusId: number, options?: StepOptions) =>
    takeStep(
      context,
      id,
      (row) => findStepTo(kit.review.flow, row.statusId, statusId, context.actor),
      options,
    )
  const getLeadStatement = getLead(kit)
  const parts = {
    served: [...serveGenericCalls(kit), ...serveSharedCalls(kit, takeStep, effects)],
    detail: (context: AnyContext, id: number) => loadReviewDetail(context, kit, id),
    lines: (context: AnyContext, ...conditions: [RawBuilder<unknown>, RawBuilder<unknown>?]) =>
      lines(context, kit, ...conditions),
    empty: (context: AnyContext, ...what: [Owner, Values?]) => emptyDetail(context, kit, ...what),
    save: (context: AnyContext, body: object & { request: object }) =>
      save(context, kit, body as Values & { request: Values }),
    take: takeStep,
    takeTo: takeStepTo,
    serveStep: (call: StepCall, step: string | number) => {
      const handle = ({ params: { id }, body, ...context }: ReviewCallContext) =>
        typeof step === 'string' ? takeStep(context, id, step, body) : takeStepTo(context, id, step, body)
      return serve(call, handle as never, getLeadStatement)
    },
    mailDecision: async (context: AnyContext, id: number) =>
      mailDecision(context, kit, await loadReviewDetail(context, kit, id)),
    mailAbout: (context: AnyContext, row: AnyRow, ...what: [MailEvent, (readonly string[])?]) =>
      mailAbout(context, kit, row, ...what),
    attach: (context: AnyContext, ...what: [number, string | null, (number | null)?, (string | null)?]) =>
      lockAndAttach(context, kit, ...what),
    attachTo: (context: AnyContext, row: AnyRow, kind: string | null) => attachTo(context, kit, row, kind),
    removeDocument: (context: AnyContext, fileId: number) => removeDocument(context, kit, fileId),
    lockForDocuments: (context: AnyContext, id: number) => lockForDocuments(context, kit, id),
    lead: getLeadStatement,
    kit,
  }
  return parts as never
}

/** Serves the six generic calls with the same checks as saving. */
function serveGenericCalls(kit: Kit): Served[] {
  const { entity, noun } = kit.review
  return serveController(kit.review.generic, {
    // Creating uses the ordinary save, so the record gets its history and client key like any other.
    create: async (context, values) => save(context, kit, { request: values }),
    before: async (context, values, present) => {
      await lockToEdit(context, kit, getReviewKey(entity, present as Values))
      const fixed = Object.keys(values).filter(
        (name) => !entity.content.includes(name) && name !== 'clientKey',
      )
      const changed = fixed.filter((name) => !isSame(values[name], present?.[name]))
      if (changed.length > 0) refuse.invalid(changed.map(buildNotWrittenFault))
      return toStoredValues(
        Object.fromEntries(Object.entries(values).filter(([name]) => entity.content.includes(name))),
      )
    },
    beforeRemove: async (context, present) => {
      await lockToEdit(context, kit, getReviewKey(entity, present))
      if (present.submitted !== null) refuse.rule(`Only a ${noun} that was never submitted can be removed.`)
      await removeFiles(context, [{ moduleName: kit.review.module, moduleId: getReviewKey(entity, present) }])
    },
  })
}

/**
 * Serves the shared calls, except those that the subject answers itself or that its workflow does not need.
 */
function serveSharedCalls(kit: Kit, takeStep: TakeStep, effects: ReturnType<typeof getEffects>): Served[] {
  const { calls, names = {}, flow, letters } = kit.review
  const reads = readHandlers(kit)
  const handlers: Record<string, Handler> = {
    ...reads,
    ...writeHandlers(kit),
    ...stepHandlers(kit, takeStep),
    ...(questionHandlers(kit) as Record<string, never>),
    mayBegin: async ({ body, ...context }) => {
      const payload = body
      return loadReviewOffer(context, kit, ownerSent(kit, payload), payload)
    },
    preview: ({ body: { id, step, ...options }, ...context }) =>
      previewStep(context, kit, effects, id, step, options),
  }
  const unused = [
    ...(flow.steps.adminChange ? [] : ['forceStatus']),
    ...(letters ? [] : ['letters']),
    ...(isFiledByAgency(kit.review) ? Object.keys(questionHandlers(kit)) : []),
  ]
  return Object.entries(handlers)
    .filter(([name]) => names[name as CallName] !== null && !unused.includes(name))
    .map(([name, handle]) => {
      if (name in reads) return serve(calls[name as 'one'], handle as never)
      return { ...serve(calls[name as 'one'], handle as never, getLead(kit)), standing: serveStanding(kit) }
    })
}

/**
 * Loads the stored record that a body refers to. Clients that send a whole record back may repeat its other
 * fields with these values.
 */
const serveStanding =
  (kit: Kit): NonNullable<Served['standing']> =>
  async (context) => {
    const id = getNamedId(kit, context)
    return typeof id === 'number' && id > 0 ? loadReviewDetail(context, kit, id) : null
  }

/** Returns the function that builds the statement that locks the record of a call before it changes. */
const getLead =
  (kit: Kit) =>
  (checked: object): Statement | undefined => {
    const id = getNamedId(kit, checked)
    return id ? locking(kit.review.entity, id) : undefined
  }

/** Returns the id of the record that a call names in its path or its body. */
function getNamedId({ review: { entity } }: Kit, checked: object): unknown {
  const { params, body } = checked as { params?: Values; body?: Values & { request?: Values } }
  return params?.id ?? body?.request?.[entity.key] ?? body?.id ?? body?.requestId
}

/** Builds the handlers of the calls that read records. */
function readHandlers(kit: Kit): Record<string, Handler> {
  const { review } = kit
  // For records about a company, the records of a property are those of the company that runs it.
  const matchProperty = (propertyId: number) =>
    has(review, 'propertyId')
      ? sql`r.property_id = ${propertyId}`
      : sql`r.management_company_id in (select o.management_company_id from property o
        where o.property_id = ${propertyId})`
  // 0 means the caller's own company.
  const getOwner = ({ params: { ownerId }, actor }: ReviewCallContext): Owner =>
    has(review, 'propertyId')
      ? { propertyId: ownerId, managementCompanyId: null }
      : { propertyId: null, managementCompanyId: ownerId || (actor.managementCompanyIds[0] ?? 0) }
  return {
    list: async (context) => {
      const { open, part } = context.query
      const inPart = await buildPartCondition(context, kit, part)
      return longLines(context, kit, open ? sql`${statusIs.open('r')} and ${inPart}` : inPart)
    },
    page: (context) => loadReviewPage(context, kit, context.query),
    ofProperty: (context) => lines(context, kit, matchProperty(context.params.propertyId)),
    byStatus: (context) => longLines(context, kit, sql`r.status_id = ${context.params.status}`),
    byStatusAndProperty: (context) =>
      lines(
        context,
        kit,
        sql`r.status_id = ${context.params.status} and ${matchProperty(context.params.propertyId)}`,
      ),
    one: (context) => loadReviewDetail(context, kit, context.params.id),
    fresh: async (context) => {
      const owner = getOwner(context)
      await refuseUnlessFiled(context, kit, owner.propertyId)
      return emptyDetail(context, kit, owner)
    },
    history: (context) => loadRecordHistory(context, kit, context.params.id),
    letters: async (context) => {
      await loadReviewDetail(context, kit, context.params.id)
      return loadLetters(context, review.flow.entity, context.params.id)
    },
    analysts: analystsToday,
  }
}

/** Loads the history of a record with its lines and questions, as far as the caller may see it. */
async function loadRecordHistory(context: AnyContext, kit: Kit, id: number): Promise<HistoryLine[]> {
  const { entity, flow, lines: kinds = {}, alsoInHistory = {} } = kit.review
  const detail = await loadReviewDetail(context, kit, id)
  const lineRows = Object.entries({ ...kinds, ...alsoInHistory }).map(([field, line]) => ({
    table: line.table,
    ids: (detail[field] as object[]).map((item) => getReviewKey(line, item)),
  }))
  const questionRows = {
    table: RecordQuestion.table,
    ids: detail.questions.map((line) => line.recordQuestionId),
  }
  const rows = [{ table: entity.table, ids: [id] }, ...lineRows, questionRows]
  return loadHistory(context, flow.entity, id, rows, hiddenColumns(context, kit, detail))
}

/** Builds the handlers of the calls that save a record, its review, its notes and its analyst. */
function writeHandlers(kit: Kit): Record<string, Handler> {
  const { entity } = kit.review
  /** Sets columns outside of the record's content, unless `refused` returns a reason why not. */
  const setColumns = async (
    context: ReviewCallContext,
    values: Values,
    refused: (row: AnyRow) => string | null,
  ) => {
    const { id, version } = context.body
    const row = (await lockRow(context, entity, id)) as AnyRow
    await refuseStaleVersion(context, entity, id, version, row.version)
    const text = refused(row)
    if (text) refuse.conflict(text)
    await updateRow(context, entity, id, values)
    return loadReviewDetail(context, kit, id)
  }
  return {
    save: async (context) => {
      const body = context.body as unknown as Values & { request: Values }
      return loadReviewDetail(context, kit, await save(context, kit, body))
    },
    saveReview: async (context) => {
      await saveReview(context, kit, context.body)
      return loadReviewDetail(context, kit, context.body.id)
    },
    saveNotes: (context) => setColumns(context, { agencyComments: context.body.agencyComments }, () => null),
    assign: async (context) => {
      const { userId } = context.body
      const isKnown = !userId || (await loadAnalysts(context)).some((analyst) => analyst.userId === userId)
      if (!isKnown)
        refuse.invalid([{ field: 'userId', message: 'Analyst: choose one of the agency’s people.' }])
      const before = { reviewerId: userId as number | null }
      const detail = await setColumns(context, { reviewerId: userId || null }, (row) => {
        before.reviewerId = row.reviewerId
        return getUnassignableReason(kit, row)
      })
      if (userId && userId !== before.reviewerId)
        await notifyAnalysts(context, [{ userId, number: kit.review.numberOf(context.body.id) }])
      return detail
    },
  }
}
