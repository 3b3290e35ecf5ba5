import { type RawBuilder, sql } from 'kysely'
import { getOccupancyMonthsSql } from '#core/portfolio/occupancy/server/index.ts'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { daysLateSql, isMissingSql, occupancyTaskType } from '#features/compliance/occupancy/server/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { literals, statusIs } from '#kernel/server/statusSql.ts'
import occupancySummary, { MonthState } from '../model/report.ts'

const state = literals(MonthState)
const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** SQL: the state of each month of a year that a task requires or that was filed without a task. */
const statesSql = (properties: RawBuilder<boolean>, year: number, today: string): RawBuilder<unknown> => sql`
  select coalesce(i.property_id, f.property_id) as property_id, extract(month
  from coalesce(i.period_start, f.period_date)) as month,
    case when i.filed or f.property_id is not null
        then case when ${daysLateSql(sql`coalesce(f.submitted, i.submitted)`, sql`i.due_date`)} is null then
        ${state.IN_TIME} else ${state.LATE} end
      when i.missing then ${state.MISSING} when i.window_open <= ${today}::date then ${state.DUE} end as state
  from (select i.property_id, i.period_start, i.window_open, i.due_date, i.submitted,
  ${statusIs.filed('i')} as filed, ${isMissingSql(today)} as missing
      from property p join task_instance i on i.property_id = p.property_id
      where ${properties} and i.task_type_id = ${occupancyTaskType} and extract(year
      from i.period_start) = ${year}) i
  full join (select m.property_id, m.period_date, m.submitted from property p
  join ${getOccupancyMonthsSql()} m on m.property_id = p.property_id
      where ${properties} and extract(year from m.period_date) = ${year}) f on f.property_id = i.property_id
      and f.period_date = i.period_start`

const count = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::integer`

/** Serves report 13 (months filed by each property): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(occupancySummary, {
    rows: ({ year }, properties, { settings }) => {
      const today = settings.today()
      const reportYear = year ?? Number(addMonths(today, -1).slice(0, 4))
      const monthColumns = months.map(
        (month) => sql`max(s.state) filter (where s.month = ${month}) as ${sql.ref(`m${month}`)}`,
      )
      return sql`select p.name as property, ${propertyNumberSql()} as property_number, c.name as company, y.*
        from (select s.property_id, ${sql.join(monthColumns)},
        ${count(sql`s.state in (${state.IN_TIME}, ${state.LATE})`)} as submitted_count,
            ${count(sql`s.state = ${state.LATE}`)} as late_count,
            ${count(sql`s.state = ${state.MISSING}`)} as missing_count
          from (${statesSql(properties, reportYear, today)}) s group by s.property_id) y
        join property p on p.property_id = y.property_id
        left join management_company c on c.management_company_id = p.management_company_id`
    },
    exceptions: () => sql`(r.late_count > 0 or r.missing_count > 0)`,
  }),
)
