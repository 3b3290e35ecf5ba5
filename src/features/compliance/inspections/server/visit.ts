import { sql } from 'kysely'
import { addDays } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { InspectionFinding, UnitStatus } from '../model/entities.ts'
import { getInspectionNumber } from '../model/rules.ts'
import { PHOTO_TYPE, type Visit, type VisitLine } from '../model/visitCalls.ts'
import { loadInspectionRules } from './rules.ts'
import { personName, sqlInspectionStatus } from './sql.ts'

/** Visits up to this many days ahead are listed, so that devices store them. */
const DAYS_AHEAD = 7
const MAX_STANDARDS = 100
const MAX_VISITS = 200

/**
 * Loads the visits without a report whose day is within the next days or has passed, the caller's own first.
 * One statement.
 */
export async function loadUpcomingVisits({
  db,
  settings,
  actor,
}: AnyContext): Promise<{ today: string; visits: VisitLine[] }> {
  const today = settings.today()
  const result = await sql<Omit<VisitLine, 'number'>>`
    select i.compliance_inspection_id, i.property_id, i.status_id, i.inspection_type, i.scheduled_on,
    p.name as property_name,
      concat_ws(', ', p.address, p.city) as place, ${personName('w')} as inspector_name,
      coalesce(k.user_id = ${actor.userId}, false) as mine, n.units, n.looked,
      (select count(*)::integer from inspection_finding f
      where f.compliance_inspection_id = i.compliance_inspection_id) as findings
    from compliance_inspection i join property p using (property_id)
    left join compliance_inspector k using (compliance_inspector_id) left
    join app_user w on w.user_id = k.user_id
    cross join lateral (select count(*)::integer as units,
    (count(*) filter (where u.status_id <> ${UnitStatus.WAITING}))::integer as looked
      from inspection_unit u where u.compliance_inspection_id = i.compliance_inspection_id) n
    where i.status_id <= ${sqlInspectionStatus.VISITED} and coalesce(i.visited_on,
    i.scheduled_on) <= ${addDays(today, DAYS_AHEAD)}::date
    order by mine desc, coalesce(i.visited_on, i.scheduled_on), i.compliance_inspection_id
    limit ${MAX_VISITS}`.execute(db)
  return {
    today,
    visits: result.rows.map((row) => ({ ...row, number: getInspectionNumber(row.complianceInspectionId) })),
  }
}

/** SQL: the findings of other visits in unit `u` during about the last four years, as one text. */
const earlierFindingsSql = sql`(select string_agg(left(f.description, 80), '; ' order by f.number)
  from inspection_finding f
  join compliance_inspection o using (compliance_inspection_id)
  where o.property_id = i.property_id and o.compliance_inspection_id <> i.compliance_inspection_id
  and f.unit = u.unit
    and o.visited_on >= ${agencyDay(sql`now()`)} - 1500)`

const unitsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('unit', u.unit, 'place', u.place, 'bin',
  u.bin, 'vacant', u.vacant, 'statusId', u.status_id,
    'note', u.note, 'fileToReview', u.file_to_review, 'fileReviewed', u.file_reviewed, 'substitute',
    u.substitute_for_id is not null,
    'before', ${earlierFindingsSql})
    order by u.substitute_for_id is not null, u.place, u.inspection_unit_id), '[]')
  from inspection_unit u where u.compliance_inspection_id = i.compliance_inspection_id)`

const findingsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('inspectionFindingId',
  f.inspection_finding_id, 'number', f.number, 'area', f.area,
    'unit', f.unit, 'bin', f.bin, 'location', f.location, 'standardCode', f.standard_code, 'severity',
    f.severity, 'description', f.description,
    'category8823', f.category8823, 'foundOn', f.found_on, 'version', f.version,
    'keys', (select coalesce(jsonb_agg(e.sent_key), '[]') from sent_entry e
    where e.user_id = (select kernel.actor_id())
      and e.row_id = f.inspection_finding_id and e.entity = ${InspectionFinding.name}),
    'photos', (select coalesce(jsonb_agg(d.file_id order by d.file_id), '[]') from file d
    where d.module_name = 'ComplianceInspection'
      and d.module_id = f.compliance_inspection_id and d.sub_module_id = f.inspection_finding_id
      and d.document_type = ${PHOTO_TYPE}
      and d.replaced_by_id is null)) order by f.number), '[]')
  from inspection_finding f where f.compliance_inspection_id = i.compliance_inspection_id)`

const standardsSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('standardCode', s.standard_code,
  'severity', s.severity) order by s.times desc, s.standard_code), '[]')
  from (select standard_code, mode() within group (order by severity) as severity, count(*) as times
  from inspection_finding
    where standard_code is not null group by standard_code order by times desc, standard_code
    limit ${MAX_STANDARDS}) s)`

const lastScoreSql = sql`(select jsonb_build_object('day', h.inspection_date, 'score', h.score)
  from property_inspection h
  where h.property_id = i.property_id order by h.inspection_date desc, h.property_inspection_id desc limit 1)`

/**
 * Loads a visit for storage on a device; 404 for one out of the caller's scope. One statement plus the
 * settings.
 */
export async function loadInspectionVisit({ db, settings }: AnyContext, id: number): Promise<Visit> {
  const result = await sql<Omit<Visit, 'number' | 'passFrom' | 'cure'>>`
    select i.compliance_inspection_id, i.property_id, i.status_id, i.inspection_type, i.standard,
    i.scheduled_on, i.notice_on, i.visited_on, i.score,
      i.comments, i.buildings_looked_at, i.files_reviewed, i.sample_draws, coalesce(i.low_income_units,
      p.low_income_units, p.total_units) as low_income_units,
      p.name as property_name, concat_ws(', ', p.address, p.city) as place,
      ${personName('w')} as inspector_name,
      ${unitsSql} as units, ${findingsSql} as findings, ${standardsSql} as standards, ${lastScoreSql} as last,
      (select coalesce(jsonb_agg(jsonb_build_object('bin', b.bin, 'name', b.name) order by b.bin), '[]')
      from property_building b
        where b.property_id = i.property_id) as buildings
    from compliance_inspection i join property p using (property_id)
    left join compliance_inspector k using (compliance_inspector_id) left
    join app_user w on w.user_id = k.user_id
    where i.compliance_inspection_id = ${id}`.execute(db)
  const row = result.rows[0] ?? refuse.notFound('This inspection')
  const { passFrom, urgentDays, moderateDays, lowDays, correctionDays } = await loadInspectionRules(settings)
  return {
    ...row,
    number: getInspectionNumber(id),
    passFrom,
    cure: { urgentDays, moderateDays, lowDays, correctionDays },
  }
}
