import { sql } from 'kysely'
import { getOccupancyMonthsSql, getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { occupancySettings } from '#features/compliance/occupancy/model/index.ts'
import { daysLateSql, occupancyTaskType } from '#features/compliance/occupancy/server/index.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import occupancyByProperty from '../model/report.ts'

/** Serves report 5 (the months of every property): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(occupancyByProperty, {
    rows: async ({ from, to, lateOnly }, properties, { settings }) => {
      const last = getMonthStart(to ?? addMonths(settings.today(), -1))
      const first = getMonthStart(from ?? addMonths(last, -11))
      const threshold = await settings.get(occupancySettings.explainBelow)
      const late = daysLateSql(sql`m.submitted`, sql`i.due_date`)
      return sql`select p.property_id, m.project_occupancy_id, p.name as property,
        ${propertyNumberSql()} as property_number, c.name as company,
          m.period_date as month, m.units, m.vacant,
          ${getOccupancySql(sql`m.units`, sql`m.vacant`)} as occupancy,
          coalesce(m.units > 0 and (m.units - m.vacant) * 100 < ${threshold}::numeric * m.units,
          false) as below, m.submitted, ${late} as days_late
        from property p join ${getOccupancyMonthsSql()} m on m.property_id = p.property_id
        left join management_company c on c.management_company_id = p.management_company_id
        left join task_instance i on i.property_id = m.property_id and i.task_type_id = ${occupancyTaskType}
        and i.period_start = m.period_date
        where ${properties} and m.period_date between ${first}::date and ${last}::date
          ${lateOnly ? sql`and ${late} is not null` : sql``}`
    },
    exceptions: () => sql`r.below`,
  }),
)
