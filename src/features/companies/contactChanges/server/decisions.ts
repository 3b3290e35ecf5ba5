import { sql } from 'kysely'
import type { z } from 'zod'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { decisionInput } from '../model/shapes.ts'
import { describeDecisions } from '../model/threeWay.ts'
import { loadRequestLines } from './detail.ts'

/** Stores the reviewer's choices on lines of a request; answers 404 if a line does not belong to it. */
export async function storeDecisions(
  { db }: AnyContext,
  requestId: number,
  decisions: readonly z.infer<typeof decisionInput>[],
): Promise<void> {
  const choicesById = decisions.map(({ contactChangeId: id, choices }) => ({ id, choices }))
  const result = await sql`with d as (select *
      from jsonb_to_recordset(${JSON.stringify(choicesById)}::jsonb) as d(id integer,
      choices jsonb)),
    changed as (update contact_change l set decisions = d.choices from d where l.contact_change_id = d.id
      and l.contact_change_request_id = ${requestId} and l.decisions <> d.choices)
    select 1 from d join contact_change l on l.contact_change_id = d.id
    and l.contact_change_request_id = ${requestId}`.execute(db)
  if (result.rows.length < choicesById.length) refuse.notFound('A change to decide on')
}

/** Stores a description of the choices on each line of an approved request, for its history. */
export async function storeDecisionTexts(context: AnyContext, requestId: number): Promise<void> {
  const lines = await loadRequestLines(context, requestId)
  const labels = lines.flatMap((line) => {
    const label = describeDecisions(line)
    return label ? [{ id: line.contactChangeId, words: label }] : []
  })
  if (labels.length === 0) return
  await sql`update contact_change l set decision = d.words
    from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as d(id integer, words text)
    where l.contact_change_id = d.id`.execute(context.db)
}
