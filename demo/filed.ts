import type pg from 'pg'
import { insertRows } from './insertRows.ts'

/** A step that a filed record took: `at` as a UTC timestamp, `by` a user's id or null for nobody. */
export type FiledStep = {
  action: string
  from: number | null
  to: number
  at: string
  by: number | null
  reason: string | null
}

/** The columns of {@link trailOf} and their types. */
export const trailColumns = {
  version: 'integer',
  submitted_by_id: 'integer',
  submitted: 'timestamptz',
  return_reason: 'text',
  reviewer_id: 'integer',
  review_started: 'timestamptz',
  reviewed_by_id: 'integer',
  decided_by_id: 'integer',
  decided: 'timestamptz',
  decision_comment: 'text',
  created_by: 'integer',
  created_at: 'timestamptz',
} as const

/** What the steps a filed record took leave in its row; of an action that was taken twice, the last time. */
export function trailOf(steps: readonly FiledStep[]) {
  const last = (...actions: string[]) => steps.findLast((one) => actions.includes(one.action))
  const [created, submit, start, review] = [last('create'), last('submit'), last('startReview'), last('review')]
  const decision = last('approve', 'deny')
  return {
    version: steps.length,
    submitted_by_id: submit?.by ?? null,
    submitted: submit?.at ?? null,
    return_reason: last('return')?.reason ?? null,
    reviewer_id: start?.by ?? null,
    review_started: start?.at ?? null,
    reviewed_by_id: review?.by ?? null,
    decided_by_id: decision?.by ?? null,
    decided: decision?.at ?? null,
    decision_comment: decision?.reason ?? null,
    created_by: created?.by ?? null,
    created_at: created?.at ?? null,
  }
}

const historyColumns = {
  entity: 'text',
  row_id: 'integer',
  property_id: 'integer',
  from_status_id: 'integer',
  to_status_id: 'integer',
  action: 'text',
  reason: 'text',
  user_id: 'integer',
  at: 'timestamptz',
}

/** Loads the steps of filed records as their status history. */
export async function loadHistory(
  client: pg.ClientBase,
  entity: string,
  records: readonly { id: number; propertyId: number | null; steps: readonly FiledStep[] }[],
): Promise<void> {
  const rows = records.flatMap(({ id, propertyId, steps }) =>
    steps.map((step) => ({
      entity,
      row_id: id,
      property_id: propertyId,
      from_status_id: step.from,
      to_status_id: step.to,
      action: step.action,
      reason: step.reason,
      user_id: step.by,
      at: step.at,
    })),
  )
  await insertRows(client, 'status_history', historyColumns, rows)
}
