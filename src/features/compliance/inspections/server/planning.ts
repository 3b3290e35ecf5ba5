import { type RawBuilder, sql } from 'kysely'
import type { Output } from '#kernel/model/call.ts'
import { addDays, getMonthStart, monthEnd } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { BoardLine } from '../model/calls.ts'
import { computeCapacity, type DueKind, getInspectionType } from '../model/due.ts'
import type { InspectorLine, plan as planCall } from '../model/planCalls.ts'
import { InspectionStatus } from '../model/rules.ts'
import { loadBoardLines } from './board.ts'
import { loadInspectionRules } from './rules.ts'
import { personName, sqlInspectionStatus } from './sql.ts'

type Leave = { firstDay: string; lastDay: string }
type InspectorRow = Omit<InspectorLine, 'months'> & { planned: Record<string, number>; leave: Leave[] }

/** Returns the days of a month from Monday to Friday; `month` is its first day. */
function getWorkingDays(month: string): string[] {
  const days: string[] = []
  for (let day = month; day <= monthEnd(month); day = addDays(day, 1)) {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days.push(day)
  }
  return days
}

function computeMonths(
  { visitsPerMonth, planned, leave }: InspectorRow,
  year: number,
): InspectorLine['months'] {
  return Array.from({ length: 12 }, (_, index) => {
    const days = getWorkingDays(`${year}-${String(index + 1).padStart(2, '0')}-01`)
    const daysOut = days.filter((day) =>
      leave.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay),
    ).length
    return {
      planned: planned[index + 1] ?? 0,
      capacity: computeCapacity(visitsPerMonth, days.length, daysOut),
    }
  })
}

/**
 * Loads the inspectors with their months of a year: the visits planned or made, and the capacity minus leave.
 * One statement.
 */
export async function loadInspectors({ db, settings }: AnyContext, year: number) {
  const result = await sql<InspectorRow>`
    select k.compliance_inspector_id, k.user_id, ${personName('u')} as name, k.home_office,
    k.visits_per_month,
    k.active,
      (select g.name from city t join county y using (county_id) join region g using (region_id)
      where lower(t.name) = lower(trim(k.home_office))
        order by y.county_id limit 1) as region_name,
      (select coalesce(jsonb_object_agg(g.month, g.visits), '{}') from (
        select extract(month from d.day)::integer as month, count(*)::integer as visits
        from compliance_inspection i cross join lateral (select coalesce(i.visited_on,
        i.planned_month) as day) d
        where i.compliance_inspector_id = k.compliance_inspector_id and extract(year
        from d.day) = ${year}::integer group by 1) g) as planned,
      (select coalesce(jsonb_agg(jsonb_build_object('firstDay', a.first_day, 'lastDay', a.last_day)), '[]')
      from absence a
        where a.user_id = k.user_id and not a.called_off and a.first_day <= make_date(${year}::integer, 12,
        31) and a.last_day >= make_date(${year}::integer, 1, 1)) as leave
    from compliance_inspector k join app_user u using (user_id)
    order by k.active desc, k.compliance_inspector_id`.execute(db)
  const { passFrom } = await loadInspectionRules(settings)
  const inspectors = result.rows.map((row) => {
    const { planned: _, leave: __, ...line } = row
    return { ...line, name: row.name ?? '', months: computeMonths(row, year) }
  })
  return { today: settings.today(), passFrom, inspectors }
}

type PlanRequest = NonNullable<Output<typeof planCall.body>>

/** Returns the columns that store why an inspection was planned. */
const getReasonColumns = (line: BoardLine) => ({
  property_id: line.propertyId,
  inspection_type: getInspectionType(line.kind as DueKind | null),
  reason: line.words ? `${line.label} ${line.words}`.trim().slice(0, 200) : null,
  due_by: line.kind === null ? null : line.dueBy,
  low_income_units: line.lowIncomeUnits,
})

const getPlannedMonth = (day: string | null) => (day === null ? null : getMonthStart(day))

/** A visit with its month, day and inspector on the plan. */
export type PlannedPlace = {
  line: BoardLine
  plannedMonth: string | null
  scheduledOn: string | null
  complianceInspectorId: number | null
}

const replacePlanSql = sql`planned_month = excluded.planned_month, scheduled_on = excluded.scheduled_on,
  compliance_inspector_id = excluded.compliance_inspector_id`

/**
 * Plans visits and returns how many were stored. `set` is the SQL that changes visits that are already
 * planned. One statement. The caller checks for conflicts with other people's plans before.
 */
export async function storePlannedVisits(
  { db, actor, request }: AnyContext,
  places: readonly PlannedPlace[],
  set: RawBuilder<unknown> = replacePlanSql,
): Promise<number> {
  const rows = places.map(({ line, plannedMonth, scheduledOn, complianceInspectorId }) => ({
    ...getReasonColumns(line),
    planned_month: getPlannedMonth(plannedMonth),
    scheduled_on: scheduledOn,
    compliance_inspector_id: complianceInspectorId,
  }))
  const result = await sql<{ id: number }>`
    with made as (insert into compliance_inspection (property_id, inspection_type, reason, due_by,
    low_income_units, planned_month, scheduled_on, compliance_inspector_id, created_by_id)
      select r.*, ${actor.userId}::integer from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (property_id integer, inspection_type text, reason text, due_by date, low_income_units integer,
        planned_month date, scheduled_on date, compliance_inspector_id integer)
      on conflict (property_id) where status_id < ${sqlInspectionStatus.VISITED}
      and inspection_type in ('Initial', 'Annual', 'Periodic') do update set
        ${set}, version = compliance_inspection.version + 1
      returning compliance_inspection_id as id, property_id, version),
    written as (insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action,
    user_id, request_id)
      select 'ComplianceInspection', id, property_id, null, ${InspectionStatus.PLANNED}::integer, 'plan',
      ${actor.userId}::integer, ${request.id} from made where version = 1)
    select id from made`.execute(db)
  return result.rows.length
}

/** SQL: changes only the given values of a planned visit. The day is cleared when the month changes. */
const changeGivenValuesSql = (
  setsInspector: boolean,
) => sql`planned_month = coalesce(excluded.planned_month, compliance_inspection.planned_month),
  scheduled_on = case when excluded.scheduled_on is not null then excluded.scheduled_on
    when excluded.planned_month is null or date_trunc('month',
    compliance_inspection.scheduled_on) = excluded.planned_month then compliance_inspection.scheduled_on end,
  compliance_inspector_id = case when ${setsInspector} then excluded.compliance_inspector_id
  else compliance_inspection.compliance_inspector_id end`

/**
 * Plans the due visits of properties, or moves those already planned, and returns how many. Four statements.
 */
export async function planVisits(
  context: AnyContext,
  planRequest: PlanRequest,
): Promise<{ planned: number }> {
  const ids = [...new Set(planRequest.propertyIds)]
  const { month, scheduledOn = null, complianceInspectorId } = planRequest
  const year = Number((month ?? scheduledOn ?? context.settings.today()).slice(0, 4))
  const lines = await loadBoardLines(context, year, sql`p.property_id = any (${ids}::integer[])`)
  if (lines.length < ids.length) refuse.notFound('A property')
  const plan = {
    plannedMonth: month ?? scheduledOn,
    scheduledOn,
    complianceInspectorId: complianceInspectorId ?? null,
  }
  const places = lines.map((line) => ({ line, ...plan }))
  return {
    planned: await storePlannedVisits(
      context,
      places,
      changeGivenValuesSql(complianceInspectorId !== undefined),
    ),
  }
}

/** Removes visits from the plan; refuses if the notice of one was sent. */
export async function unplanVisits(
  { db }: AnyContext,
  ids: readonly number[],
): Promise<{ unplanned: number }> {
  const noticed =
    await sql`select from compliance_inspection where compliance_inspection_id = any (${[...ids]}::integer[])
    and status_id <> ${sqlInspectionStatus.PLANNED}`.execute(db)
  if (noticed.rows.length > 0) refuse.rule('A visit whose notice was sent stays on the plan.')
  const result =
    await sql`delete from compliance_inspection where compliance_inspection_id = any (${[...ids]}::integer[])
    and status_id = ${sqlInspectionStatus.PLANNED} returning compliance_inspection_id`.execute(db)
  return { unplanned: result.rows.length }
}
