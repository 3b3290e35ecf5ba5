import { type RawBuilder, sql } from 'kysely'
import type { Flow } from '#kernel/model/workflow.ts'
import { months } from '../model/months.ts'
import { quarters } from '../model/quarters.ts'

type Sql = RawBuilder<unknown>

/** SQL: whether the month is in program `g`. A month only partly in it counts. */
export const isInProgramSql = (month: Sql): Sql =>
  sql`${month} >= date_trunc('month', g.begins_on)::date and ${month} <= coalesce(g.ends_on,
    'infinity'::date)`

/**
 * SQL: the properties in a program as of a day, which are inspected every year, as `property_id integer,
 * program text`.
 */
export const yearlyVisitsSql = (today: string): Sql =>
  sql`select property_id, g.program || ' loan' from tcap_program g
    where ${isInProgramSql(sql`${today}::date`)}`

/** SQL: the condition that `q` is the quarter of a month. */
export const isQuarterOfMonthSql = (propertyId: Sql, month: Sql): Sql =>
  sql`q.property_id = ${propertyId} and q.year = extract(year from ${month}) and q.quarter = extract(quarter
    from ${month})`

/** SQL: the first day of quarter `q`. */
export const quarterStart: Sql = sql`make_date(q.year, q.quarter * 3 - 2, 1)`

/**
 * SQL: `year`, the fiscal year of a month, and `first`, the first month of its year to date: that of the
 * fiscal year or of program `g`, the later one. Property `p`.
 */
export const getQuarterlyProgramYear = (month: Sql): Sql => sql`
  select f.year, greatest(f.begins, date_trunc('month', g.begins_on)::date) as first, f.ends
  from (select y.year, (make_date(y.year, p.fiscal_year_end_month, 1) - interval '11 months')::date as begins,
      make_date(y.year, p.fiscal_year_end_month, 1) as ends
    from (select extract(year from ${month})::integer
      + case when extract(month from ${month}) > p.fiscal_year_end_month then 1 else 0 end as year) y) f`

/** SQL: the number of months from one month to another, both included; never below 0. */
const monthsBetween = (first: Sql, last: Sql): Sql =>
  sql`greatest(0, ((extract(year from ${last}) - extract(year from ${first})) * 12 + extract(month
    from ${last}) - extract(month from ${first}) + 1)::integer)`

/** SQL: the number of months of a budget that have passed by the given month, counted from `y.first` on. */
export const elapsedMonthsSql = (month: Sql, budgetMonths: Sql): Sql =>
  sql`least(${budgetMonths},
    ${monthsBetween(sql`greatest(y.first, (y.ends - (${budgetMonths} - 1) * interval '1 month')::date)`, month)})`

const labelsSql = (flow: Flow, getLabel: (status: number, submitted: string | null) => string) =>
  sql.join(
    flow.statuses.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(getLabel(status, null))}`),
    sql` `,
  )

/** SQL: the status of a month. Once its quarter is under review, that of the quarter. */
export const monthStatus = (status: Sql, quarterStatus: Sql): Sql =>
  sql`case when ${status} = 2 and ${quarterStatus} >= 3 then ${quarterStatus} else coalesce(${status}, -1)
    end`

/** SQL: the label of that status. */
export const monthLabel = (status: Sql, submitted: Sql, quarterStatus: Sql): Sql => sql`case
  when ${status} is null then 'Not Started' when ${status} = 1 and ${submitted} is not null then 'Unsubmitted'
  when ${status} = 2 and ${quarterStatus} >= 3 then case ${quarterStatus}
  ${labelsSql(quarters.flow, quarters.labelOf)} end
  else case ${status} ${labelsSql(months.flow, months.labelOf)} end end`

/** SQL: the due date of a property's month, from its task. */
export const getQuarterlyProgramDue = (propertyId: Sql, month: Sql): Sql =>
  sql`(select i.due_date::text from task_instance i where i.property_id = ${propertyId} and i.task_type_id = 5
    and i.period_start = ${month} limit 1)`
