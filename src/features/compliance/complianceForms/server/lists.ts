import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import type { getMatrix, getProperties, getSettings, PropertyForm } from '../model/calls.ts'
import { forms } from '../model/forms.ts'
import { getPeriodName } from '../model/periods.ts'
import { formDueSql, recordOfRequiredFormSql } from './inputs.ts'

const dueDateSql = formDueSql(sql`q.property_id`, sql`q.period_end`, sql`q.due_days`)
const isFiledSql = statusIs.filed('r')

type PropertyFormRow = Omit<PropertyForm, 'statusLabel' | 'period'> & { months: number | null }

/**
 * Loads the forms of properties that match the condition, with the status of their last period. One
 * statement.
 */
export async function loadPropertyForms(
  { db, settings }: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<PropertyForm[]> {
  const result = await sql<PropertyFormRow>`
    select q.property_id, p.name as property_name, c.name as company_name, q.exhibit_id, e.code, e.name,
    q.period_end::text, t.months,
      ${dueDateSql}::text as due_date, q.required, q.always_allow_entry, q.exception, r.project_exhibit_id,
      r.status_id, r.submitted,
      e.original_required and ${isFiledSql} and r.original_received is null as original_missing
    from required_exhibits(${settings.today()}::date) q join property p using (property_id)
    left join management_company c using (management_company_id) join exhibit e on e.exhibit_id = q.exhibit_id
    join exhibit_schedule_type t using (exhibit_schedule_type_id) left
    join project_exhibit r on ${recordOfRequiredFormSql}
    where ${condition} order by lower(p.name), e.code`.execute(db)
  return result.rows.map(({ months, ...row }) => ({
    ...row,
    originalMissing: row.originalMissing ?? false,
    period: getPeriodName(row.periodEnd, months),
    statusLabel: row.statusId === null ? 'Not started' : forms.labelOf(row.statusId, row.submitted),
  }))
}

/**
 * Loads the properties that a user files forms for with their counts, those with most overdue and missing
 * forms first. One statement.
 */
export async function loadPropertySummaries(
  context: AnyContext,
  userId: number,
): Promise<Answer<typeof getProperties>> {
  const { db, settings, actor } = context
  const today = settings.today()
  const userCondition =
    userId === 0 || userId === actor.userId
      ? sql`true`
      : sql`exists (select from user_property u where u.user_id = ${userId}
        and u.property_id = p.property_id)`
  const isLackingSql = sql`(r.status_id is null or r.status_id in (${sqlStatus.NOT_SUBMITTED},
    ${sqlStatus.REJECTED}))`
  const result = await sql<Answer<typeof getProperties>[number]>`
    select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units,
    count(*)::integer as required,
      (count(*) filter (where ${isLackingSql}))::integer as lacking,
      (count(*) filter (where ${isLackingSql} and ${dueDateSql} < ${today}::date))::integer as late,
      (count(*) filter (where r.status_id = ${sqlStatus.REJECTED}))::integer as rejected,
      (count(*) filter (where r.status_id = ${sqlStatus.APPROVED}))::integer as approved,
      (min(${dueDateSql}) filter (where ${isLackingSql}))::text as next_due
    from required_exhibits(${today}::date) q join property p using (property_id)
    left join management_company c using (management_company_id) left
    join project_exhibit r on ${recordOfRequiredFormSql}
    where q.required and ${userCondition} group by p.property_id, c.name
    order by late desc, lacking desc, lower(p.name)`.execute(db)
  return result.rows
}

type Cell = { exhibitId: number; statusId: number; late: boolean; projectExhibitId: number | null }

/** Loads a matrix of all properties that file forms by all forms in use. Two statements. */
export async function loadFormMatrix({ db, settings }: AnyContext): Promise<Answer<typeof getMatrix>> {
  const today = settings.today()
  const usedForms = await sql<{ exhibitId: number; code: string; name: string }>`
    select exhibit_id, code, name from exhibit where active order by code`.execute(db)
  const result = await sql<{
    propertyId: number
    propertyName: string
    companyName: string | null
    cells: Cell[]
  }>`
    select p.property_id, p.name as property_name, c.name as company_name,
    jsonb_agg(jsonb_build_object('exhibitId', q.exhibit_id,
      'statusId', coalesce(r.status_id, -1), 'projectExhibitId', r.project_exhibit_id,
      'late', (r.status_id is null or r.status_id in (${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.REJECTED}))
      and q.period_end + q.due_days < ${today}::date)) as cells
    from required_exhibits(${today}::date) q join property p using (property_id)
    left join management_company c using (management_company_id) left
    join project_exhibit r on ${recordOfRequiredFormSql}
    where q.required group by p.property_id, c.name order by lower(p.name)`.execute(db)
  const emptyCell = { statusId: null, late: false, projectExhibitId: null }
  const rows = result.rows.map(({ cells, ...row }) => {
    const cellsByExhibit = new Map(cells.map(({ exhibitId, ...one }) => [exhibitId, one]))
    return {
      ...row,
      cells: usedForms.rows.map(({ exhibitId }) => cellsByExhibit.get(exhibitId) ?? emptyCell),
    }
  })
  return { exhibits: usedForms.rows, rows }
}

/** Loads the settings of each form at a property, by rule if no exception was entered. */
export async function loadSettings(
  { db, settings }: AnyContext,
  propertyId: number,
): Promise<Answer<typeof getSettings>> {
  const result = await sql<Answer<typeof getSettings>[number]>`
    select coalesce(s.project_exhibit_settings_id, 0) as project_exhibit_settings_id, q.property_id,
    q.exhibit_id, s.required, s.starts_on::text,
      s.ends_on::text, s.waived_year, s.exception, coalesce(s.always_allow_entry,
      false) as always_allow_entry, e.code, e.name, q.required as by_rule
    from required_exhibits(${settings.today()}::date) q join exhibit e on e.exhibit_id = q.exhibit_id
    left join project_exhibit_settings s on s.property_id = q.property_id and s.exhibit_id = q.exhibit_id
    where q.property_id = ${propertyId} order by e.code`.execute(db)
  return result.rows
}

/**
 * SQL for the tasks: the forms of each property and period together, with a common status and submission
 * time.
 */
export const answeredTasksSql = sql`
  select r.property_id, r.period_end, min(r.project_exhibit_id), case
      when count(*) filter (where ${isFiledSql}) < coalesce(max(n.required), 1)
      then ${RequestStatus.NOT_SUBMITTED}
      when bool_or(r.status_id = ${sqlStatus.REJECTED}) then ${RequestStatus.REJECTED} else min(r.status_id)
      end,
    case when count(*) filter (where ${isFiledSql}) >= coalesce(max(n.required), 1) then max(r.submitted) end
  from project_exhibit r left join (select q.property_id, count(*) as required
  from required_exhibits(${agencyDay(sql`now()`)}) q
    where q.recurs and q.required group by 1) n using (property_id)
  group by r.property_id, r.period_end`
