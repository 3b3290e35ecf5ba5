import { sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import type { AnyEntity, Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { ComplianceInspection, type Inspection8823Date, type InspectionFinding } from '../model/entities.ts'
import {
  canTakeStep,
  FindingStatus,
  InspectionStatus,
  type InspectionStep,
  inspectionStatusLabels,
} from '../model/rules.ts'
import type { Inspection } from './detail.ts'

/**
 * The context of a step on one record: its id, the version that the caller saw, and the step's own values.
 */
export type StepContext<Body = object> = {
  params: { id: number }
  body: { version?: number | null } & Body
} & AnyContext
export type Finding = Row<typeof InspectionFinding>
export type Form = Row<typeof Inspection8823Date>

/** Returns the trimmed text; answers 400 at its field if it is empty. */
export const requireText = (text: string, field: string, label: string): string =>
  text.trim() || refuse.invalid([{ field, message: `${label}: *Field is required` }])

/** Refuses a step that is not allowed in the inspection's current state (409). */
export function refuseWrongStatus(row: Pick<Inspection, 'statusId'>, step: InspectionStep): void {
  if (!canTakeStep(step, row.statusId))
    refuse.conflict(`This cannot be done: the inspection is “${inspectionStatusLabels[row.statusId]}”.`)
}

/**
 * Locks an inspection for a step. Refuses if it changed since the caller saw it, or if its status does not
 * allow the step.
 */
export async function lockInspection(context: StepContext, step: InspectionStep): Promise<Inspection> {
  const { id } = context.params
  const row = (await lockRow(context, ComplianceInspection, id)) as Inspection
  await refuseStaleVersion(context, ComplianceInspection, id, context.body.version, row.version)
  refuseWrongStatus(row, step)
  return row
}

/**
 * Locks a line of an inspection and the inspection itself. Refuses if the line changed since, or if the
 * status does not allow the step.
 */
export async function lockLine<Line extends { complianceInspectionId: number }>(
  context: StepContext,
  entity: AnyEntity,
  step: InspectionStep,
): Promise<{ row: Inspection; line: Line }> {
  const line = (await lockRow(context, entity, context.params.id)) as Line & { version?: number }
  if (line.version !== undefined)
    await refuseStaleVersion(context, entity, context.params.id, context.body.version, line.version)
  const row = (await lockRow(context, ComplianceInspection, line.complianceInspectionId)) as Inspection
  refuseWrongStatus(row, step)
  return { row, line }
}

/**
 * Moves an inspection to another status and stores further values. Writes the status history for steps of the
 * agency; steps of a company are only in the audit log.
 */
export async function moveToStatus(
  context: AnyContext,
  row: Inspection,
  action: string,
  to: number,
  set: Values = {},
  reason: string | null = null,
): Promise<Inspection> {
  const { complianceInspectionId: id } = row
  await updateRow(context, ComplianceInspection, id, { ...set, statusId: to })
  if (isAgency(context.actor))
    await writeHistory(context, 'ComplianceInspection', id, row.propertyId, row.statusId, to, action, reason)
  return { ...row, ...set, statusId: to }
}

/** Counts the open findings, all findings, and unfiled forms of an inspection. One statement. */
export async function loadOpenCounts(
  { db }: AnyContext,
  id: number,
): Promise<{ findings: number; forms: number; all: number }> {
  const result = await sql<{ findings: number; forms: number; all: number }>`select
      (select count(*)::integer from inspection_finding where compliance_inspection_id = ${id}
      and status_id <> ${FindingStatus.CLOSED}) as findings,
      (select count(*)::integer from inspection_finding where compliance_inspection_id = ${id}) as all,
      (select count(*)::integer from inspection8823_date where compliance_inspection_id = ${id}
      and filed_on is null) as forms`.execute(db)
  return result.rows[0]!
}

const { REPORTED, RESPONDED, CLEARED, FILED } = InspectionStatus

/**
 * Clears an inspection that has a report and no open findings or forms; one with a filed form keeps its
 * status. Returns whether no finding is open.
 */
export async function clearIfDone(context: AnyContext, row: Inspection): Promise<boolean> {
  const { findings, forms } = await loadOpenCounts(context, row.complianceInspectionId)
  if (findings > 0 || forms > 0 || row.statusId < REPORTED) return findings === 0
  if (row.statusId === REPORTED || row.statusId === RESPONDED)
    await moveToStatus(context, row, 'clear', CLEARED, { clearedOn: context.settings.today() })
  else if (row.statusId === FILED && row.clearedOn === null)
    await updateRow(context, ComplianceInspection, row.complianceInspectionId, {
      clearedOn: context.settings.today(),
    })
  return true
}
