import { sql } from 'kysely'
import { getOccupancyMonthsSql, getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { cardFiguresSql } from '#features/statements/reportCard/server/index.ts'
import { isMonth } from '#kernel/server/days.ts'
import economicOccupancy from '../model/report.ts'

/** The percentage from which the report card is green; below it is an exception (domain 8.3). */
const GREEN_FROM = 93

/**
 * Serves report 11 (economic occupancy): the SQL of its rows, filtered, and of its exceptions. Without a
 * year, the report is about last year.
 */
export default createReportsModule(
  serveReport(economicOccupancy, {
    rows: async ({ year, below: belowPercent }, properties, context) => {
      const reportYear = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const years = await cardFiguresSql(context, reportYear, properties)
      const economic = sql`y.economic_occupancy`
      const physical = getOccupancySql(sql`m.units`, sql`m.vacant`)
      // y: a year of report cards. m: the reported occupancy months of the same fiscal year. Vacancies
      // include concessions, which have their own column.
      return sql`select y.property_id, y.year, p.name as property, ${propertyNumberSql()} as property_number,
        y.months, coalesce(m.months, 0)::integer as months_reported, y.rent as gpr,
          y.vacancies - y.concessions as vacancy, y.concessions, y.bad_debt, ${economic} as econ_occ,
          ${physical} as physical_occ,
          round(${physical}::numeric - ${economic}, 2) as gap, m.units as unit_months,
          m.vacant as vacant_months
        from ${years} y join property p on p.property_id = y.property_id
        left join (select o.property_id, s.afs_id, sum(o.units) as units, sum(o.vacant) as vacant,
        count(*) as months from annual_statement s
            join ${getOccupancyMonthsSql()} o on o.property_id = s.property_id
            and ${isMonth(sql`o.period_date`, sql`s.period_start`, sql`s.period_end`)}
            where s.year = ${reportYear} and o.vacant is not null group by 1, 2) m on m.afs_id = y.afs_id
        where ${belowPercent === undefined ? sql`true` : sql`${economic} < ${belowPercent}::numeric`}`
    },
    exceptions: () => sql`r.econ_occ < ${sql.lit(GREEN_FROM)}`,
  }),
)
