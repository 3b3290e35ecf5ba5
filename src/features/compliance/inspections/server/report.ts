import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getFormDays } from '../model/form8823.ts'
import { getCureDay, Severity } from '../model/rules.ts'
import type { Inspection } from './detail.ts'
import type { InspectionRules } from './rules.ts'
import { sqlFindingStatus } from './sql.ts'

const severities = Object.values(Severity)

/**
 * Tells the owner of the findings with the report: sets their cure days from its day. Findings that the owner
 * was told of before keep theirs. One statement.
 */
export async function setCureDays(
  { db }: AnyContext,
  id: number,
  reportedOn: string,
  rules: InspectionRules,
): Promise<void> {
  const days = severities.map((severity) => ({
    severity,
    cure_by: getCureDay(severity, reportedOn, rules),
  }))
  await sql`update inspection_finding f set notified_on = ${reportedOn}::date, cure_by = d.cure_by,
    original_cure_by = d.cure_by,
    version = f.version + 1
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (severity integer, cure_by date)
    where f.compliance_inspection_id = ${id} and f.severity = d.severity and f.notified_on is null`.execute(
    db,
  )
}

/**
 * Creates the Forms 8823 of an inspection: one for each building and line that a finding names, with days
 * counted from the report. One statement.
 */
export async function createForms(
  { db }: AnyContext,
  { complianceInspectionId: id, propertyId, reportedOn }: Inspection,
  rules: InspectionRules,
): Promise<void> {
  if (reportedOn === null) return
  const { cureBy, fileBy } = getFormDays(reportedOn, rules)
  await sql`insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, units,
    noncompliance_on, notified_on, cure_by, file_by, corrected_on)
    select ${id}::integer, ${propertyId}::integer, f.bin, f.category8823,
    left(string_agg(distinct coalesce('Unit ' || f.unit, f.area), ', '), 300), min(f.found_on),
    ${reportedOn}::date,
      ${cureBy}::date, ${fileBy}::date, case
      when bool_and(f.status_id = ${sqlFindingStatus.CLOSED}) then max(f.closed_on) end
    from inspection_finding f where f.compliance_inspection_id = ${id} and f.category8823 is not null
    and f.bin is not null
    group by f.bin, f.category8823
    on conflict (compliance_inspection_id, bin, category) do nothing`.execute(db)
}

/**
 * Marks a form as corrected when all its findings are closed, on the day the last one was corrected. One
 * statement.
 */
export async function markFormsCorrected({ db }: AnyContext, id: number): Promise<void> {
  await sql`update inspection8823_date d set corrected_on = r.day, version = d.version + 1
    from (select f.bin, f.category8823, max(coalesce(f.corrected_on, f.closed_on)) as day,
    bool_and(f.status_id = ${sqlFindingStatus.CLOSED}) as done
      from inspection_finding f where f.compliance_inspection_id = ${id} and f.category8823 is not null
      group by 1, 2) r
    where d.compliance_inspection_id = ${id} and d.bin = r.bin and d.category = r.category8823 and r.done
    and d.corrected_on is null`.execute(db)
}
