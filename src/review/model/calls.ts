import { z } from 'zod'
import { type Access, agency } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { id, longText, ref } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import type { Reviewed } from './reviewed.ts'
import { letterLine } from './shapes.ts'

const step = { reason: longText('Reason', 4000).optional(), version: z.int().nullable().optional() }
const statusId = z.int().min(-1).max(9).meta({ label: 'Status', kind: 'choice' })
// Made once, so that the documents describe them once.
const byId = z.object({ id: id() })
const byOwner = z.object({ ownerId: id('Property or company') })
const byProperty = z.object({ propertyId: id('Property') })
const byStatus = z.object({ status: statusId })
const byStatusAndProperty = z.object({ status: statusId, propertyId: id('Property') })
const stepBody = z.object(step)
const reviewBody = z.object({ id: id(), ...step })
const changeBody = z.object({ id: id(), statusId, ...step })
const assignBody = z.object({ id: id(), userId: ref('Analyst', 'User'), version: step.version })
const notesBody = z.object({
  id: id(),
  agencyComments: longText('Internal agency comments', 4000),
  version: step.version,
})
const analysts = z.array(z.object({ userId: z.int(), name: z.string() }))
const history = z.array(historyLine)
const letters = z.array(letterLine)

type Options<A, L, S, R> = {
  path: string
  title: string
  read: Access
  write: Access
  detail: A
  line: L
  saves?: S
  reviews?: R
  names?: Readonly<Record<string, string | null | undefined>>
  statuses: readonly number[]
}

/** The calls that every kind of filed record shares (area SHS among them). `detail` is one record, `line` a row of its lists. */
export function reviewCalls<
  A extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodType,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends z.ZodRawShape = z.ZodRawShape,
>(entity: Reviewed, options: Options<A, L, S, R>) {
  const { path, title, read, write, detail: answer, line, names = {} } = options
  const list = { method: 'GET', access: read, answer: z.array(line) } as const
  const one = { method: 'GET', access: read, params: byId } as const
  const at = (name: string, usual: string, params = ''): string => `${path}/${names[name] ?? usual}${params}`
  const post = <B extends z.ZodType>(url: string, body: B, access: Access, summary: string) =>
    call({ method: 'POST', path: url, access, body, answer, summary: `${title}: ${summary}`, bodyLimit: 4_194_304 })
  const stepOf = (tail: string, access: Access, summary: string) =>
    call({
      method: 'POST',
      path: `${path}/${tail}/:id`,
      access,
      params: byId,
      body: stepBody,
      answer,
      summary: `${title}: ${summary}`,
    })
  const pick = (fields: readonly string[]) =>
    z.object(Object.fromEntries(fields.map((name) => [name, entity.fields[name]!.optional()])))
  const owners = ['propertyId', 'managementCompanyId'].filter((name) => name in entity.fields)
  const { begunWith, content, review } = entity
  const sent = pick([entity.key, ...owners, 'version', 'clientKey', ...begunWith, ...content, ...review])
  return {
    list: call({ ...list, path: at('list', 'GetQueue'), summary: `${title}: every one in scope, for the queue` }),
    ofProperty: call({
      ...list,
      path: at('ofProperty', 'GetByProperty', '/:propertyId'),
      params: byProperty,
      summary: `${title}: those of a property, newest first`,
    }),
    byStatus: call({
      ...list,
      path: `${path}/GetByStatus/:status`,
      params: byStatus,
      summary: `${title}: those of a status`,
    }),
    byStatusAndProperty: call({
      ...list,
      path: `${path}/GetByStatusAndProperty/:status/:propertyId`,
      params: byStatusAndProperty,
      summary: `${title}: those of a status at a property`,
    }),
    one: call({
      ...one,
      path: at('one', 'GetRequest', '/:id'),
      answer,
      summary: `${title}: one, with what may be done`,
    }),
    fresh: call({
      method: 'GET',
      path: at('fresh', 'GetNewRequest', '/:ownerId'),
      access: write,
      params: byOwner,
      answer,
      summary: `${title}: an empty one of a property or company, not stored`,
    }),
    save: post(
      at('save', 'SaveProgress'),
      z.object({ request: sent, ...options.saves } as { request: typeof sent } & S),
      write,
      'save progress: shape only',
    ),
    saveReview: post(
      at('saveReview', 'SaveReview'),
      z.object({
        id: id(),
        version: step.version,
        ...pick([...entity.review, 'agencyComments']).shape,
        ...options.reviews,
      } as {
        id: ReturnType<typeof id>
        version: typeof step.version
      } & R),
      agency('write'),
      'save the reviewer’s part',
    ),
    saveNotes: post(`${path}/SaveNotes`, notesBody, agency('write'), 'save the agency’s own notes'),
    submit: stepOf('Submit', write, 'submit, every fault at once'),
    unSubmit: stepOf('UnSubmit', write, 'recall by the company, or return by the agency with a reason'),
    review: post(`${path}/Review`, reviewBody, write, 'take the next step of the review'),
    changeStatus: post(`${path}/ChangeStatus`, changeBody, write, 'take the step that leads to a status'),
    forceStatus: post(`${path}/ForceStatus`, changeBody, agency('admin'), 'force a status, with the reason'),
    assign: post(`${path}/AssignReviewer`, assignBody, agency('write'), 'give it to an analyst of the agency'),
    analysts: call({
      method: 'GET',
      path: `${path}/GetReviewers`,
      access: agency('read'),
      answer: analysts,
      summary: `${title}: analysts it can be given to`,
    }),
    history: call({
      ...one,
      path: at('history', 'GetHistory', '/:id'),
      answer: history,
      summary: `${title}: who did what to it`,
    }),
    letters: call({
      ...one,
      path: at('letters', 'GetLetterData', '/:id'),
      answer: letters,
      summary: `${title}: its decision letters, as they were sent`,
    }),
  }
}

/** The calls of a review; see `reviewCalls`. */
export type ReviewCalls<
  A extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodType,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends z.ZodRawShape = z.ZodRawShape,
> = ReturnType<typeof reviewCalls<A, L, S, R>>

/** A call that takes one named step, where the specification has a path of its own for it (`…/Approve/:id`). */
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
