import type pg from 'pg'
import { addDays } from '#kernel/model/dates.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { continueIds, insertRows } from './insertRows.ts'

/**
 * A step of a filed record, from one status to another. `at` is a UTC timestamp, and `by` is a user's id or
 * null for the system.
 */
export type FiledStep = {
  action: string
  from: number | null
  to: number
  at: string
  by: number | null
  reason: string | null
}

/** The columns of {@link getStepColumns} and their types. */
export const stepColumns = {
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

/**
 * Returns the columns that the steps of a filed record set. If a step was repeated, the last time applies.
 */
export function getStepColumns(steps: readonly FiledStep[]) {
  const findLastStep = (...actions: string[]) => steps.findLast((step) => actions.includes(step.action))
  const [created, submit, start, review] = [
    findLastStep('create'),
    findLastStep('submit'),
    findLastStep('startReview'),
    findLastStep('review'),
  ]
  const decision = findLastStep('approve', 'deny')
  return {
    version: steps.length,
    submitted_by_id: submit?.by ?? null,
    submitted: submit?.at ?? null,
    return_reason: findLastStep('return')?.reason ?? null,
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

/** Loads the steps of filed records as rows of the status history. */
export async function loadStatusHistory(
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

/** The ids of the users who take the steps: a person of the company, and the agency's analyst and manager. */
export type StepTakers = { company: number; analyst: number; manager: number }

/** Returns the ids of the demonstration's users who take the steps. */
export const getStepTakers = (users: ReadonlyMap<string, number>): StepTakers => ({
  company: users.get('company.admin') ?? 1,
  analyst: users.get('agency.write') ?? 1,
  manager: users.get('agency.manager') ?? 1,
})

/** The steps to an approval. The n-th step leads to status n. */
const APPROVAL_ACTIONS = ['create', 'submit', 'startReview', 'review', 'approve'] as const
const DENIED = RequestStatus.REJECTED
const DAYS_BETWEEN_STEPS = 4

/**
 * Returns the steps of a filed record to a status, one every {@link DAYS_BETWEEN_STEPS} days from the start
 * day. `reason` is the reason for the decision.
 */
export function getStepsTo(
  statusId: number,
  startDay: string,
  stepTakers: StepTakers,
  reason: string | null = null,
): FiledStep[] {
  const actions =
    statusId === DENIED ? [...APPROVAL_ACTIONS.slice(0, 4), 'deny'] : APPROVAL_ACTIONS.slice(0, statusId)
  const takerIds = [
    stepTakers.company,
    stepTakers.company,
    stepTakers.analyst,
    stepTakers.analyst,
    stepTakers.manager,
  ]
  return actions.map((action, index) => ({
    action,
    from: index === 0 ? null : index,
    to: action === 'deny' ? DENIED : index + 1,
    at: `${addDays(startDay, index * DAYS_BETWEEN_STEPS)}T15:00:00Z`,
    by: takerIds[index] ?? null,
    reason: index === 4 ? reason : null,
  }))
}

/**
 * Loads filed records of a reviewed subject: their own columns (`values`), the columns that the steps set,
 * and the status history.
 */
export async function loadFiledRecords(
  client: pg.ClientBase,
  { entity, flow }: { entity: { table: string; key: string }; flow: { entity: string } },
  records: readonly {
    id: number
    propertyId: number
    steps: readonly FiledStep[]
    values: Record<string, unknown>
  }[],
): Promise<void> {
  const rows = records.map(({ id, propertyId, steps, values }) => ({
    [snakeCase(entity.key)]: id,
    property_id: propertyId,
    status_id: steps.at(-1)?.to,
    ...getStepColumns(steps),
    ...values,
  }))
  const columnNames = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(
    `insert into ${entity.table} (${columnNames}) select ${columnNames} from json_populate_recordset(null::${entity.table}, $1)`,
    [JSON.stringify(rows)],
  )
  await loadStatusHistory(client, flow.entity, records)
  await continueIds(client, entity.table, snakeCase(entity.key))
}
