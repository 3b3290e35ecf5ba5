import { sql } from 'kysely'
import { takeBackMessages } from '#ground/correspondence/messages/server/index.ts'
import { loadAnalysts } from '#ground/people/people/server/index.ts'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import { lastChange } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { assignWork, stepWork, type WorkOutcome } from '../model/work.ts'
import { type Notice, notifyAnalysts, unassignable } from './assigning.ts'
import type { AnyRow, Kit } from './kit.ts'
import { keyColumn, reviewTableSql } from './records.ts'
import type { RegisteredReview } from './serve.ts'

type Find = (kind: string) => RegisteredReview | undefined
type Asked = { kind: string; id: number; version?: number | null | undefined }
type Given = Asked & { userId: number | null }
type Known = { kit: Kit; rows: Given[] }

const findReview = (find: Find, kind: string): RegisteredReview =>
  find(kind) ?? refuse.invalid([{ field: 'rows', message: `Records: there are none of the kind ${kind}.` }])

/** Why a record cannot be given to an analyst, the row locked; null when it can. */
async function whyNot(context: AnyContext, kit: Kit, query: Given, row: AnyRow | undefined) {
  if (!row) return 'It is not there, or not yours to change.'
  if (query.version != null && query.version !== row.version)
    return lastChange(context, kit.review.entity.table, query.id)
  return unassignable(kit, row)
}

type Assigned = WorkOutcome & { before: (number | null)[]; notices: Notice[] }

/**
 * Assigns records of one review to analysts: two statements, regardless of their number; refused ones do not
 * change.
 */
async function loadAssign(context: AnyContext, { kit, rows }: Known, into: Assigned): Promise<void> {
  const { review } = kit
  const key = keyColumn(review)
  const ids = rows.map(({ id }) => id)
  const locked = await sql<AnyRow & { id: number }>`
    select ${key} as id, r.version, r.status_id, r.decided, r.reviewer_id from ${reviewTableSql(review)} r
    where ${key} = any (${ids}::integer[]) order by ${key} for update`.execute(context.db)
  const byId = new Map(locked.rows.map((row) => [row.id, row]))
  const acceptedQueries: Given[] = []
  for (const query of rows) {
    const row = byId.get(query.id)
    const reason = await whyNot(context, kit, query, row)
    const number = review.numberOf(query.id)
    if (reason) into.refused.push({ kind: query.kind, id: query.id, number, reason })
    else {
      acceptedQueries.push(query)
      into.before.push(row!.reviewerId)
      into.done.push({ kind: query.kind, id: query.id, version: row!.version + 1 })
      if (query.userId && query.userId !== row!.reviewerId)
        into.notices.push({ userId: query.userId, number })
    }
  }
  await sql`update ${reviewTableSql(review)} r set reviewer_id = w.user_id, version = r.version + 1
    from unnest(${acceptedQueries.map(({ id }) => id)}::integer[],
    ${acceptedQueries.map(({ userId }) => userId)}::integer[]) as w (id, user_id)
    where ${key} = w.id`.execute(context.db)
}

/** Gives records to analysts, all in one transaction. An analyst who is none refuses the whole (400). */
export const assignHandler = (find: Find): Served =>
  serve(assignWork, async (context) => {
    const { rows, takesBack } = context.body
    const analysts = new Set((await loadAnalysts(context)).map(({ userId }) => userId))
    if (rows.some(({ userId }) => userId !== null && !analysts.has(userId)))
      refuse.invalid([{ field: 'userId', message: 'Analyst: choose one of the agency’s people.' }])
    const into: Assigned = { done: [], refused: [], before: [], notices: [] }
    for (const [kind, kindRows] of Map.groupBy(rows, (row) => row.kind))
      await loadAssign(context, { kit: findReview(find, kind).kit, rows: kindRows }, into)
    const { notices, ...answer } = into
    if (takesBack) await takeBackMessages(context, takesBack)
    return { ...answer, messages: takesBack ? [] : await notifyAnalysts(context, notices) }
  })

/** The text of a refusal, with all its faults. */
const getReason = ({ message, faults }: Refusal): string =>
  faults.length > 0 ? [...new Set(faults.map((fault) => fault.message))].join(' ') : message

/** Takes a step for each record; one that is refused is undone by itself and reported with its reason. */
export const stepHandler = (find: Find): Served =>
  serve(stepWork, async (context) => {
    const { step, rows } = context.body
    const outcome: WorkOutcome = { done: [], refused: [] }
    for (const { kind, id, version = null } of rows) {
      const { kit, take } = findReview(find, kind)
      await context.transaction.query('savepoint one_of_many')
      try {
        const updatedRow = (await take(context, id, step, { version })) as AnyRow
        outcome.done.push({ kind, id, version: updatedRow.version })
        await context.transaction.query('release savepoint one_of_many')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await context.transaction.query('rollback to savepoint one_of_many')
        outcome.refused.push({ kind, id, number: kit.review.numberOf(id), reason: getReason(error) })
      }
    }
    return outcome
  })
