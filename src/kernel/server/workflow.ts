import type { AnyEntity } from '../model/entity.ts'
import { type Fault, refuse } from '../model/refusals.ts'
import { type Flow, type FlowRow, getStepObstacle, type Step } from '../model/workflow.ts'
import { refuseStaleVersion, updateRow } from './rows.ts'
import type { AnyContext } from './serve.ts'

/**
 * A module's additions to a step on the server, in the request's transaction. `notes` is one object for the
 * whole step, in which an earlier part leaves what a later part needs.
 */
export type StepEffects<R extends FlowRow, Notes = undefined> = {
  /** Returns all faults that prevent the step. `to` is the target status. */
  needs?: (context: AnyContext, row: R, to: number, notes: Notes) => Promise<Fault[]>
  /** Returns the columns to set together with the status. */
  stamp?: (context: AnyContext, row: R, reason: string | null, to: number) => Partial<R>
  /** Runs after the change, for postings, mails and letters. */
  after?: (context: AnyContext, row: R, reason: string | null, notes: Notes) => Promise<void>
}

export type Effects<R extends FlowRow, Notes = undefined> = Readonly<Record<string, StepEffects<R, Notes>>>

export type TransitionRequest = {
  rowId: number
  step: string
  reason?: string | null
  /** The version that the caller saw. If it is out of date, the refusal says who changed the record. */
  version?: number | null
  /** Target status of an admin change. */
  to?: number | null
  twoPerson: boolean
}

/**
 * Changes the status of a record; nothing else does. `row` is locked. It checks the version, the role, the
 * status and the step's requirements, changes the status, writes the history, and runs the step's effects. If
 * the same person has just taken this step, it returns the current row and does nothing, so that a double
 * click or a call repeated after a crash counts once. Refuses with forbidden (403), with conflict (409) for a
 * stale version or a wrong status, or with rule (422) and all faults.
 */
export async function transition<R extends FlowRow, Notes>(
  context: AnyContext,
  flow: Flow,
  entity: AnyEntity,
  effects: Effects<R, Notes>,
  row: R,
  request: TransitionRequest,
  notes: Notes,
): Promise<R> {
  const step = flow.steps[request.step]
  if (!step) return refuse.notFound(`Step ${request.step}`)
  const to = step.to ?? request.to ?? row.statusId
  if (await isRepetition(context, flow, request.rowId, row, step, to)) return row
  await refuseStaleVersion(context, entity, request.rowId, request.version, row.version)
  refuseObstacle(context, step, row, request)
  if (step.to === null && to === row.statusId) refuse.conflict('It has this status already.')
  if (!flow.statuses.includes(to)) refuse.invalid([{ field: 'statusId', message: 'Unknown status.' }])
  const reason = checkReason(step, request.reason, context.request.isPathOnly)
  const effect = effects[step.name]
  const faults = (await effect?.needs?.(context, row, to, notes)) ?? []
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  const changed = { ...effect?.stamp?.(context, row, reason, to), statusId: to }
  await updateRow(context, entity, request.rowId, changed)
  await writeHistory(
    context,
    flow.entity,
    request.rowId,
    row.propertyId ?? null,
    row.statusId,
    to,
    step.name,
    reason,
  )
  const after = { ...row, ...changed, version: row.version + 1 } as R
  await effect?.after?.(context, after, reason, notes)
  return after
}

/** Refuses a step that the caller may not take or that does not fit the status. */
function refuseObstacle(context: AnyContext, step: Step, row: FlowRow, request: TransitionRequest): void {
  const blocker = getStepObstacle(step, row, context.actor, { twoPerson: request.twoPerson })
  if (blocker) refuse[blocker.kind === 'state' ? 'conflict' : 'forbidden'](blocker.message)
}

/**
 * The reason in the history if a call without a body takes a step that requires one. Screens always ask for
 * it.
 */
export const NO_REASON = 'No reason given.'

/** Returns the trimmed reason of a step, and refuses a missing or too long one. */
function checkReason(step: Step, reasonText: string | null | undefined, isPathOnly = false): string | null {
  const reason = reasonText?.trim() || (isPathOnly && step.reason === 'required' ? NO_REASON : null)
  if (step.reason === 'required' && !reason)
    refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
  if (reason && reason.length > 4000)
    refuse.invalid([{ field: 'reason', message: 'Text cannot exceed 4000 characters.' }])
  return reason
}

/**
 * Whether this person set the current status with the last step, within the last minute. The name of the step
 * is not compared, because some calls name only the target status.
 */
async function isRepetition(
  context: AnyContext,
  flow: Flow,
  rowId: number,
  row: FlowRow,
  step: Step,
  to: number,
): Promise<boolean> {
  if (row.statusId !== to || step.to === null) return false
  const last = await context.db
    .selectFrom('statusHistory')
    .select(['fromStatusId', 'toStatusId', 'userId', 'at'])
    .where('entity', '=', flow.entity)
    .where('rowId', '=', rowId)
    .orderBy('statusHistoryId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    last?.toStatusId === to &&
    last.fromStatusId !== null &&
    last.userId === context.actor.userId &&
    context.services.now().getTime() - Date.parse(last.at) < 60_000
  )
}

/** Adds one row to the status history. */
export async function writeHistory(
  context: AnyContext,
  entity: string,
  rowId: number,
  propertyId: number | null,
  from: number | null,
  to: number,
  action: string,
  reason: string | null,
): Promise<void> {
  await context.db
    .insertInto('statusHistory')
    .values({
      entity,
      rowId,
      propertyId,
      fromStatusId: from,
      toStatusId: to,
      action,
      reason,
      userId: context.actor.userId || null,
      requestId: context.request.id,
    })
    .execute()
}
