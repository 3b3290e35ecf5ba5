import { sql } from 'kysely'
import { withdrawMessages } from '#core/correspondence/messages/server/index.ts'
import { loadAnalysts } from '#core/people/people/server/index.ts'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import { lastChange } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { assignWork, stepWork, type WorkOutcome } from '../model/work.ts'
import { getUnassignableReason, type Notice, notifyAnalysts } from './assigning.ts'
import type { AnyRow, Kit } from './kit.ts'
import { keyColumn, reviewTableSql } from './records.ts'
import type { RegisteredReview } from './serve.ts'

type FindReview = (kind: string) => RegisteredReview | undefined
type RecordInput = { kind: string; id: number; version?: number | null | undefined }
type AssignmentInput = RecordInput & { userId: number | null }
type ReviewAssignments = { kit: Kit; rows: AssignmentInput[] }

const requireReview = (find: FindReview, kind: string): RegisteredReview =>
  find(kind) ?? refuse.invalid([{ field: 'rows', message: `Records: there are none of the kind ${kind}.` }])

/** Returns why a record with this locked row cannot be assigned to an analyst; null if it can. */
async function getAssignmentObstacle(
  context: AnyContext,
  kit: Kit,
  input: AssignmentInput,
  row: AnyRow | undefined,
) {
  if (!row) return 'It is not there, or not yours to change.'
  if (input.version != null && input.version !== row.version)
    return lastChange(context, kit.review.entity.table, input.id)
  return getUnassignableReason(kit, row)
}

type AssignmentResult = WorkOutcome & { before: (number | null)[]; notices: Notice[] }

/**
 * Assigns records of one review to analysts in two statements, regardless of their number, and adds the
 * outcome to `into`. Refused records do not change.
 */
async function assignRecords(
  context: AnyContext,
  { kit, rows }: ReviewAssignments,
  into: AssignmentResult,
): Promise<void> {
  const { review } = kit
  const key = keyColumn(review)
  const ids = rows.map(({ id }) => id)
  const locked = await sql<AnyRow & { id: number }>`
    select ${key} as id, r.version, r.status_id, r.decided, r.reviewer_id from ${reviewTableSql(review)} r
    where ${key} = any (${ids}::integer[]) order by ${key} for update`.execute(context.db)
  const byId = new Map(locked.rows.map((row) => [row.id, row]))
  const acceptedInputs: AssignmentInput[] = []
  for (const input of rows) {
    const row = byId.get(input.id)
    const reason = await getAssignmentObstacle(context, kit, input, row)
    const number = review.numberOf(input.id)
    if (reason) into.refused.push({ kind: input.kind, id: input.id, number, reason })
    else {
      acceptedInputs.push(input)
      into.before.push(row!.reviewerId)
      into.done.push({ kind: input.kind, id: input.id, version: row!.version + 1 })
      if (input.userId && input.userId !== row!.reviewerId)
        into.notices.push({ userId: input.userId, number })
    }
  }
  await sql`update ${reviewTableSql(review)} r set reviewer_id = w.user_id, version = r.version + 1
    from unnest(${acceptedInputs.map(({ id }) => id)}::integer[],
    ${acceptedInputs.map(({ userId }) => userId)}::integer[]) as w (id, user_id)
    where ${key} = w.id`.execute(context.db)
}

/**
 * Serves the call that assigns records to analysts in one transaction. If one of the users is no analyst, the
 * whole call is refused (400).
 */
export const assignHandler = (find: FindReview): Served =>
  serve(assignWork, async (context) => {
    const { rows, takesBack } = context.body
    const analysts = new Set((await loadAnalysts(context)).map(({ userId }) => userId))
    if (rows.some(({ userId }) => userId !== null && !analysts.has(userId)))
      refuse.invalid([{ field: 'userId', message: 'Analyst: choose one of the agency’s people.' }])
    const into: AssignmentResult = { done: [], refused: [], before: [], notices: [] }
    for (const [kind, kindRows] of Map.groupBy(rows, (row) => row.kind))
      await assignRecords(context, { kit: requireReview(find, kind).kit, rows: kindRows }, into)
    const { notices, ...answer } = into
    if (takesBack) await withdrawMessages(context, takesBack)
    return { ...answer, messages: takesBack ? [] : await notifyAnalysts(context, notices) }
  })

/** Returns the text of a refusal: all its faults, or its message. */
const getReason = ({ message, faults }: Refusal): string =>
  faults.length > 0 ? [...new Set(faults.map((fault) => fault.message))].join(' ') : message

/**
 * Serves the call that takes a step for many records. A refused record is rolled back on its own and reported
 * with the reason.
 */
export const stepHandler = (find: FindReview): Served =>
  serve(stepWork, async (context) => {
    const { step, rows } = context.body
    const outcome: WorkOutcome = { done: [], refused: [] }
    for (const { kind, id, version = null } of rows) {
      const { kit, take } = requireReview(find, kind)
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
