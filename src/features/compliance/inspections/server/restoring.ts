import { sql } from 'kysely'
import type { Output } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { restorePlan as restoreCall } from '../model/planCalls.ts'
import { loadBoardLines } from './board.ts'
import { storePlannedVisits, unplanVisits } from './planning.ts'
import { sqlInspectionStatus } from './sql.ts'

type VisitsToRestore = NonNullable<Output<typeof restoreCall.body>>['visits']
type PlannedVisit = { id: number; propertyId: number; version: number }

/** Loads and locks the visits of properties that were not made yet. */
const loadPlannedVisits = async (
  { db }: AnyContext,
  properties: readonly number[],
): Promise<PlannedVisit[]> =>
  (
    await sql<PlannedVisit>`select compliance_inspection_id as id, property_id, version
      from compliance_inspection
      where property_id = any (${[...properties]}::integer[]) and status_id < ${sqlInspectionStatus.VISITED}
        and inspection_type in ('Initial', 'Annual', 'Periodic')
        order by compliance_inspection_id for update`.execute(db)
  ).rows

/**
 * Plans visits as they were before a move: all of them, or none if anything has changed since. Returns how
 * many.
 */
export async function restorePlan(
  context: AnyContext,
  visits: VisitsToRestore,
): Promise<{ restored: number }> {
  const properties = visits.map((visit) => visit.propertyId)
  if (new Set(properties).size < properties.length)
    refuse.invalid([{ field: 'visits', message: 'Visits: Each property once.' }])
  const month = visits.find(({ before }) => before?.plannedMonth)?.before?.plannedMonth
  const year = Number((month ?? context.settings.today()).slice(0, 4))
  const lines = new Map(
    (await loadBoardLines(context, year, sql`p.property_id = any (${properties}::integer[])`)).map((line) => [
      line.propertyId,
      line,
    ]),
  )
  if (lines.size < properties.length) refuse.notFound('A property')
  const planned = new Map(
    (await loadPlannedVisits(context, properties)).map((plannedVisit) => [
      plannedVisit.propertyId,
      plannedVisit,
    ]),
  )
  const changed = visits.filter((visit) => (planned.get(visit.propertyId)?.version ?? null) !== visit.version)
  const names = changed.slice(0, 5).map((item) => lines.get(item.propertyId)?.propertyName)
  if (changed.length > 0)
    refuse.conflict(`Somebody has planned since: ${names.join(', ')}. Nothing was taken back.`)
  await unplanVisits(
    context,
    visits.flatMap(({ propertyId, before }) => (before === null ? (planned.get(propertyId)?.id ?? []) : [])),
  )
  await storePlannedVisits(
    context,
    visits.flatMap(({ propertyId, before }) =>
      before === null ? [] : [{ line: lines.get(propertyId)!, ...before }],
    ),
  )
  return { restored: visits.length }
}
