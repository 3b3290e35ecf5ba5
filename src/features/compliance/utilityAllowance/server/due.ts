import { type RawBuilder, sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { allowances } from '../model/allowances.ts'
import type { ListedProperty } from '../model/calls.ts'
import { getLastQuarter, getQuarter, getQuarterEnd, type Quarter } from '../model/quarter.ts'
import { allowanceSettings } from '../model/settings.ts'

/** SQL: whether allowances that expire on `day` have expired. They hold until that day. */
export const isExpiredSql = (day: RawBuilder<unknown>, today: string) => sql`${day} < ${today}::date`

/** SQL: joins the oldest unfiled task of property `p` as `t`. */
const openTask = (today: string) => sql`
  left join lateral (select i.period_end, i.due_date from task_instance i
    where i.property_id = p.property_id and i.task_type_id = ${TaskType.UtilityAllowance}
    and i.window_open <= ${today}::date
      and ${statusIs.unfiled('i')} order by i.period_end limit 1) t on true`

/**
 * SQL: joins the end of the quarter that property `p` files next as `q`, and the stored allowances of that
 * quarter as `r`. A new record can be begun if there are none.
 */
export const nextQuarterSql = (today: string) => sql`${openTask(today)}
  cross join lateral (select coalesce(t.period_end,
    ${getQuarterEnd(getLastQuarter(today))}::date) as period_end) q
  left join utility_allowance r on r.property_id = p.property_id
    and r.year = extract(year from q.period_end) and r.quarter = extract(quarter from q.period_end)`

/**
 * Loads the quarter that a property files next: that of its oldest unfiled task, else the last one that is
 * over.
 */
export async function loadDueQuarter({ db, settings }: AnyContext, propertyId: number): Promise<Quarter> {
  const today = settings.today()
  const result = await sql<{ periodEnd: string | null }>`
    select t.period_end::text from property p ${openTask(today)} where p.property_id = ${propertyId}`.execute(
    db,
  )
  const end = result.rows[0]?.periodEnd
  return end ? getQuarter(end) : getLastQuarter(today)
}

type PropertyRow = Omit<ListedProperty, 'statusLabel' | 'mayRepeat'> & {
  submitted: string | null
  periodEnd: string
}

/** Determines whether a quarter can be filed with the approved allowances, which must outlast it. */
const canRepeat = ({ statusId, expiresOn, periodEnd }: PropertyRow): boolean =>
  (statusId ?? RequestStatus.NOT_SUBMITTED) === RequestStatus.NOT_SUBMITTED &&
  expiresOn !== null &&
  expiresOn > periodEnd

/**
 * Loads the properties that file allowances and that the caller may see, with the quarter due next, earliest
 * due date first. One statement.
 */
export async function loadListedProperties(context: AnyContext, userId: number): Promise<ListedProperty[]> {
  const { db, settings, actor } = context
  const today = settings.today()
  const months = await settings.get(allowanceSettings.expiryMonths)
  const userCondition =
    userId === 0 || userId === actor.userId
      ? sql`true`
      : sql`exists (select from user_property u where u.user_id = ${userId}
        and u.property_id = p.property_id)`
  const result = await sql<PropertyRow>`
    select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units,
    q.period_end::text,
      extract(year from q.period_end)::integer as year, extract(quarter
      from q.period_end)::integer as quarter, t.due_date::text,
      r.utility_allowance_id, r.status_id, r.submitted, r.version, a.approved, a.expires_on::text,
      coalesce(${isExpiredSql(sql`a.expires_on`, today)}, false) as is_expired
    from property p left join management_company c using (management_company_id) ${nextQuarterSql(today)}
    left join (select a.property_id, string_agg(b.name || ' $' || trim_scale(a.amount), ', '
    order by b.bedrooms, b.name) as approved,
        (min(a.effective_date) + make_interval(months => ${months}))::date as expires_on
      from utility_allowance_on(${today}::date) a join property_room_type o using (project_room_type_id)
      join room_type b using (room_type_id)
      group by a.property_id) a on a.property_id = p.property_id
    where ${userCondition} and (r.utility_allowance_id is not null or a.approved is not null or exists (select
    from task_schedule s
      where s.property_id = p.property_id and s.task_type_id = ${TaskType.UtilityAllowance}))
    order by t.due_date nulls last, lower(p.name)`.execute(db)
  return result.rows.map((line) => {
    const { submitted, periodEnd: _, ...row } = line
    return {
      ...row,
      statusLabel: row.statusId === null ? 'Not started' : allowances.labelOf(row.statusId, submitted),
      mayRepeat: canRepeat(line),
    }
  })
}

/**
 * Loads the approved allowances of a property that rents use today. An expired one stays the last approved
 * amount until a newer one is approved, but is not in force.
 */
export async function loadCurrentAllowances({ db, settings }: AnyContext, propertyId: number) {
  const months = await settings.get(allowanceSettings.expiryMonths)
  const result = await sql<{
    projectRoomTypeId: number
    unitType: string
    utilityAllowance: number
    effectiveDate: string
    expiresOn: string
    isExpired: boolean
    utilityAllowanceId: number
  }>`select a.project_room_type_id, b.name as unit_type, a.amount as utility_allowance,
  a.effective_date::text, e.expires_on::text,
      ${isExpiredSql(sql`e.expires_on`, settings.today())} as is_expired, a.utility_allowance_id
    from utility_allowance_on(${settings.today()}::date) a
    cross join lateral (select (a.effective_date + make_interval(months => ${months}))::date
      as expires_on) e
    join property_room_type o using (project_room_type_id) join room_type b using (room_type_id)
    where a.property_id = ${propertyId} order by b.bedrooms, b.name`.execute(db)
  return result.rows
}

/**
 * Loads the unit types whose latest filed allowance requires a document of its source, and whether it is
 * attached.
 */
export async function loadRequiredDocuments({ db }: AnyContext, propertyId: number) {
  const result = await sql<{
    propertyId: number
    projectRoomTypeId: number
    unitType: string
    source: string
    utilityAllowance: number | null
    effectiveDate: string | null
    utilityAllowanceId: number
    onFile: boolean
  }>`select l.property_id, l.project_room_type_id, b.name as unit_type, s.name as source, l.utility_allowance,
  l.effective_date::text,
      l.utility_allowance_id, exists (select from file f
      join utility_allowance e on e.utility_allowance_id = f.module_id
        where f.module_name = ${allowances.module} and f.document_type = s.name
        and e.property_id = l.property_id
          and (e.year, e.quarter) <= (r.year, r.quarter) and exists (select from utility_allowance_line o
            where o.utility_allowance_id = e.utility_allowance_id
            and o.project_room_type_id = l.project_room_type_id
              and o.source = l.source and o.effective_date = l.effective_date)) as on_file
    from (select u.* from utility_allowance u where u.property_id = ${propertyId}
    and u.status_id <> ${sqlStatus.REJECTED}
      order by u.year desc, u.quarter desc limit 1) r
    join utility_allowance_line l using (utility_allowance_id)
    join utility_allowance_source s on s.utility_allowance_source_id = l.source
    join property_room_type o on o.project_room_type_id = l.project_room_type_id
    join room_type b using (room_type_id)
    where s.document_required order by l.position`.execute(db)
  return result.rows
}
