import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { InspectionLine } from '../model/calls.ts'
import { getInspectionNumber } from '../model/rules.ts'
import { isOpenForm, personName, sqlFindingStatus } from './sql.ts'

/**
 * Loads the inspections `i` that match the condition, newest first, with the number of open points of each,
 * in one statement.
 */
export async function loadInspectionLines(
  { db, settings }: AnyContext,
  condition: RawBuilder<unknown>,
  maximum: number | null = null,
): Promise<InspectionLine[]> {
  const result = await sql<Omit<InspectionLine, 'number'>>`
    select i.compliance_inspection_id, i.property_id, i.status_id, i.inspection_type, i.standard,
    i.scheduled_on, i.planned_month, i.visited_on, i.reported_on,
      i.score, i.cure_by, i.closed_on, i.due_by, ${personName('u')} as inspector_name, f.findings,
      f.open_findings, f.late_findings, e.open_forms
    from compliance_inspection i left join compliance_inspector k using (compliance_inspector_id) left
    join app_user u on u.user_id = k.user_id
    cross join lateral (select count(*)::integer as findings,
    (count(*) filter (where n.status_id <> ${sqlFindingStatus.CLOSED}))::integer as open_findings,
        (count(*) filter (where n.status_id = ${sqlFindingStatus.OPEN}
        and n.cure_by < ${settings.today()}::date))::integer as late_findings
      from inspection_finding n where n.compliance_inspection_id = i.compliance_inspection_id) f
    cross join lateral (select count(*)::integer as open_forms from inspection8823_date d
      where d.compliance_inspection_id = i.compliance_inspection_id and ${isOpenForm}) e
    where ${condition}
    order by coalesce(i.visited_on, i.scheduled_on, i.planned_month, i.due_by) desc nulls first,
    i.compliance_inspection_id desc limit ${maximum}`.execute(db)
  return result.rows.map((row) => ({ ...row, number: getInspectionNumber(row.complianceInspectionId) }))
}

/**
 * Loads the inspection that this one follows, or else the property's previous visit. For `inspectionId` 0,
 * loads the last visit of the property.
 */
export async function loadPreviousInspection(
  context: AnyContext,
  propertyId: number,
  inspectionId: number,
): Promise<InspectionLine | null> {
  const before = sql`i.property_id = ${propertyId} and i.compliance_inspection_id <> ${inspectionId}
    and i.visited_on is not null
    and coalesce((select (i.compliance_inspection_id = s.related_inspection_id)
    or (s.related_inspection_id is null and (s.visited_on is null or i.visited_on < s.visited_on
        or (i.visited_on = s.visited_on and i.compliance_inspection_id < s.compliance_inspection_id)))
      from compliance_inspection s where s.compliance_inspection_id = ${inspectionId}
      and s.property_id = ${propertyId}), ${inspectionId}::integer = 0)`
  const [line = null] = await loadInspectionLines(context, before, 1)
  return line
}

/** Refuses a property that the caller does not see (404). */
export async function refuseUnseenProperty({ db }: AnyContext, propertyId: number): Promise<void> {
  const result = await sql`select from property where property_id = ${propertyId}`.execute(db)
  if (result.rows.length === 0) refuse.notFound('This property')
}
