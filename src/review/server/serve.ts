import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { lettersOf } from '#ground/letters/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Fields } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController, updateRow } from '#kernel/server/crud.ts'
import { historyOf } from '#kernel/server/history.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/workflow.ts'
import type { AnyReview, DetailOfReview, LineOfReview, Review } from '../model/review.ts'
import { keyOf, type ReviewedRow } from '../model/reviewed.ts'
import type { Attached } from '../model/shapes.ts'
import { stepTo } from '../model/steps.ts'
import { attach, lockForDocuments, removeDocument } from './documents.ts'
import type { AnyDetail, AnyRow, Kit, Owner, ReviewServer, Values } from './kit.ts'
import { detailOf, emptyDetail, has, hiddenColumns, lines } from './records.ts'
import { lockToEdit, save, saveReview } from './saving.ts'
import { effectsOf, mailDecision, take, type Wanted } from './steps.ts'

type Shape = z.ZodRawShape
type Sent<S extends Shape> = z.infer<z.ZodObject<S>>

/** A review as the server runs it: its calls, and the parts of it for calls of the subject's own. */
export type ServedReview<Row, Detail, Line> = {
  served: Served[]
  /** One record as its screen shows it; 404 out of scope. */
  detail: (context: AnyContext, id: number) => Promise<Detail>
  /** Lines of the records `r` that agree, newest first. */
  lines: (context: AnyContext, condition: RawBuilder<unknown>, limit?: RawBuilder<unknown>) => Promise<Line[]>
  /** An empty record of a property or company, not stored. */
  empty: (context: AnyContext, owner: Owner) => Promise<Detail>
  /** Stores a record in progress with what came along; answers its id. */
  save: (context: AnyContext, body: object & { request: object }) => Promise<number>
  /** Takes a step by name and answers the record as it stands then. */
  take: (context: AnyContext, id: number, step: string, wanted?: Wanted) => Promise<Detail>
  /** Takes the step that leads to a status (409 where none does). */
  takeTo: (context: AnyContext, id: number, statusId: number, wanted?: Wanted) => Promise<Detail>
  /** Mails the decision about a record once more to everyone concerned. */
  mailDecision: (context: AnyContext, id: number) => Promise<void>
  /** Attaches received documents of a kind to a record, or to one of its lines. */
  attach: (context: AnyContext, id: number, kind: string | null, itemId?: number | null) => Promise<Attached[]>
  /** Removes a document of a record that is still open to the caller. */
  removeDocument: (context: AnyContext, fileId: number) => Promise<boolean>
  /** The record locked for a change of its documents; 409 once they stand. */
  lockForDocuments: (context: AnyContext, id: number) => Promise<Row>
  /** What the layer knows of it, for registrations. */
  kit: Kit
}

/** Answers every call of a declared review; `server` is what its subject adds. */
export function serveReview<
  N extends string,
  F extends Fields,
  D extends Shape,
  L extends Shape,
  S extends Shape,
  R extends Shape,
>(
  declared: Review<N, F, D, L, S, R>,
  server: ReviewServer<ReviewedRow<typeof declared.entity>, DetailOfReview<typeof declared>, Sent<S>, Sent<R>> = {},
): ServedReview<ReviewedRow<typeof declared.entity>, DetailOfReview<typeof declared>, LineOfReview<typeof declared>> {
  const kit = { review: declared as unknown as AnyReview, server: server as unknown as ReviewServer }
  const effects = effectsOf(kit)
  const stepped = async (context: AnyContext, id: number, ...how: [Parameters<typeof take>[4], Wanted?]) => {
    await take(context, kit, effects, id, ...how)
    return detailOf(context, kit, id)
  }
  const towards = (context: AnyContext, statusId: number) => (row: AnyRow) =>
    stepTo(kit.review.flow, row.statusId, statusId, context.actor)
  const parts = {
    served: [...genericCalls(kit), ...recordCalls(kit), ...listCalls(kit), ...stepCalls(kit, stepped, towards)],
    detail: (context: AnyContext, id: number) => detailOf(context, kit, id),
    lines: (context: AnyContext, ...which: [RawBuilder<unknown>, RawBuilder<unknown>?]) =>
      lines(context, kit, ...which),
    empty: (context: AnyContext, owner: Owner) => emptyDetail(context, kit, owner),
    save: (context: AnyContext, body: object & { request: object }) =>
      save(context, kit, body as Values & { request: Values }),
    take: stepped,
    takeTo: (context: AnyContext, id: number, statusId: number, wanted?: Wanted) =>
      stepped(context, id, towards(context, statusId), wanted),
    mailDecision: async (context: AnyContext, id: number) =>
      mailDecision(context, kit, await detailOf(context, kit, id)),
    attach: (context: AnyContext, ...what: [number, string | null, (number | null)?]) => attach(context, kit, ...what),
    removeDocument: (context: AnyContext, fileId: number) => removeDocument(context, kit, fileId),
    lockForDocuments: (context: AnyContext, id: number) => lockForDocuments(context, kit, id),
    kit,
  }
  return parts as never
}

/** The six generic calls, through the same gates as saving. */
function genericCalls(kit: Kit): Served[] {
  const { entity, noun } = kit.review
  return serveController(kit.review.generic, {
    // A record is begun, with history and client key, like any other; its content is stored as an edit of it.
    create: async (context, values) => save(context, kit, { request: values }),
    before: async (context, values, present) => {
      await lockToEdit(context, kit, keyOf(entity, present as Values))
      return Object.fromEntries(Object.entries(values).filter(([name]) => entity.content.includes(name)))
    },
    beforeRemove: async (context, present) => {
      await lockToEdit(context, kit, keyOf(entity, present))
      if (present.submitted !== null) refuse.rule(`Only a ${noun} that was never submitted can be removed.`)
    },
  })
}

function recordCalls(kit: Kit): Served[] {
  const { review } = kit
  const { calls, entity, names = {} } = review
  const given = (name: keyof typeof names, served: Served): Served[] => (names[name] === null ? [] : [served])
  return [
    ...given(
      'one',
      serve(calls.one, (context) => detailOf(context, kit, context.params.id)),
    ),
    ...given(
      'fresh',
      serve(calls.fresh, (context) => emptyDetail(context, kit, ownerOf(kit, context.params.ownerId))),
    ),
    ...given(
      'save',
      serve(calls.save, async (context) => {
        const body = context.body as unknown as Values & { request: Values }
        return detailOf(context, kit, await save(context, kit, body))
      }),
    ),
    ...given(
      'saveReview',
      serve(calls.saveReview, async (context) => {
        const body = context.body as unknown as Values & { id: number }
        await saveReview(context, kit, body)
        return detailOf(context, kit, body.id)
      }),
    ),
    serve(calls.saveNotes, async (context) => {
      const { id, agencyComments, version } = context.body
      const row = await lockRow<AnyRow>(context, entity, id)
      await refuseStaleVersion(context, entity, id, version, row.version)
      await updateRow(context, entity, id, { agencyComments })
      return detailOf(context, kit, id)
    }),
    ...given(
      'history',
      serve(calls.history, async (context) => {
        const { id } = context.params
        const detail = await detailOf(context, kit, id)
        const ofLines = Object.entries(review.lines ?? {}).map(([field, line]) => ({
          table: line.table,
          ids: (detail[field] as object[]).map((one) => keyOf(line, one)),
        }))
        const rows = [{ table: entity.table, ids: [id] }, ...ofLines]
        return historyOf(context, review.flow.entity, id, rows, hiddenColumns(context, kit, detail))
      }),
    ),
    ...(review.letters
      ? given(
          'letters',
          serve(calls.letters, async (context) => {
            await detailOf(context, kit, context.params.id)
            return lettersOf(context, review.flow.entity, context.params.id)
          }),
        )
      : []),
  ]
}

/** Whose an empty record is to be; 0 stands for the caller's own company. */
const ownerOf = ({ review }: Kit, ownerId: number): Owner =>
  has(review, 'propertyId')
    ? { propertyId: ownerId, managementCompanyId: null }
    : { propertyId: null, managementCompanyId: ownerId }

function listCalls(kit: Kit): Served[] {
  const { calls, names = {} } = kit.review
  // Records of a company as such are those of the company that runs the property.
  const atProperty = (propertyId: number) =>
    has(kit.review, 'propertyId')
      ? sql`r.property_id = ${propertyId}`
      : sql`r.management_company_id in (select o.management_company_id from property o where o.property_id = ${propertyId})`
  const listed = [
    { name: 'list', served: serve(calls.list, (context) => lines(context, kit, sql`true`)) },
    {
      name: 'ofProperty',
      served: serve(calls.ofProperty, (context) => lines(context, kit, atProperty(context.params.propertyId))),
    },
    {
      name: 'byStatus',
      served: serve(calls.byStatus, ({ params, ...context }) =>
        lines(context, kit, sql`r.status_id = ${params.status}`),
      ),
    },
    {
      name: 'byStatusAndProperty',
      served: serve(calls.byStatusAndProperty, ({ params, ...context }) =>
        lines(context, kit, sql`r.status_id = ${params.status} and ${atProperty(params.propertyId)}`),
      ),
    },
  ]
  return listed.filter(({ name }) => names[name as 'list'] !== null).map(({ served }) => served)
}

type Stepped = (
  context: AnyContext,
  id: number,
  choose: string | ((row: AnyRow) => string | undefined),
  wanted?: Wanted,
) => Promise<AnyDetail>

function stepCalls(
  kit: Kit,
  stepped: Stepped,
  towards: (context: AnyContext, statusId: number) => (row: AnyRow) => string | undefined,
): Served[] {
  const { calls, entity, names = {}, flow } = kit.review
  return [
    serve(calls.submit, (context) => stepped(context, context.params.id, 'submit', context.body)),
    serve(calls.unSubmit, (context) =>
      stepped(context, context.params.id, isAgency(context.actor) ? 'return' : 'recall', context.body),
    ),
    serve(calls.review, (context) => {
      const { id, ...wanted } = context.body
      return stepped(context, id, (row) => towards(context, row.statusId < 3 ? 3 : 4)(row), wanted)
    }),
    ...(names.changeStatus === null
      ? []
      : [
          serve(calls.changeStatus, (context) => {
            const { id, statusId, ...wanted } = context.body
            return stepped(context, id, towards(context, statusId), wanted)
          }),
        ]),
    ...(flow.steps.adminChange
      ? [
          serve(calls.forceStatus, (context) => {
            const { id, statusId, ...wanted } = context.body
            return stepped(context, id, 'adminChange', { ...wanted, to: statusId })
          }),
        ]
      : []),
    serve(calls.assign, async (context) => {
      const { id, userId, version } = context.body
      const row = await lockRow<AnyRow>(context, entity, id)
      await refuseStaleVersion(context, entity, id, version, row.version)
      if (row.statusId < 2 || row.decided !== null)
        refuse.conflict(`Only a ${kit.review.noun} in the queue can be given to an analyst.`)
      const known = userId ? (await analystsOf(context)).some((one) => one.userId === userId) : true
      if (!known) refuse.invalid([{ field: 'userId', message: 'Analyst: choose one of the agency’s people.' }])
      await updateRow(context, entity, id, { reviewerId: userId || null })
      return detailOf(context, kit, id)
    }),
    serve(calls.analysts, (context) => analystsOf(context)),
  ]
}

/** People of the agency who may review. */
const analystsOf = async ({ db }: AnyContext): Promise<{ userId: number; name: string }[]> =>
  (
    await sql<{ userId: number; name: string }>`
      select u.user_id, trim(u.first_name || ' ' || u.last_name) as name from app_user u
      where u.active and exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 1) order by 2`.execute(
      db,
    )
  ).rows
