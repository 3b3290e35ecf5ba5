import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import resyndicationReport from '../model/report.ts'

/** SQL: whether the caller sees the old property. Row-level security hides its name if not. */
const isOldPropertyVisible = () => sql<boolean>`(r.old_property_id is null or r.old_name is not null)`

/** Serves report 16 (resyndications): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(resyndicationReport, {
    rows: ({ type, from, to }, properties) => sql`select s.resyndication_id, p.property_id, s.old_property_id,
        ${propertyNumberSql('o')} as old_number, o.name as old_name, ${propertyNumberSql()} as new_number,
        p.name as new_name,
        s.resyndication_type as type, s.resyndicated_date as date, p.total_units as units
      from resyndication s join property p on p.property_id = s.new_property_id left
      join property o on o.property_id = s.old_property_id
      where ${properties} and ${type ? sql`s.resyndication_type = ${type}` : sql`true`}
        and ${from ? sql`s.resyndicated_date >= ${from}::date` : sql`true`}
        and ${to ? sql`s.resyndicated_date <= ${to}::date` : sql`true`}`,
    visibleColumns: { oldNumber: isOldPropertyVisible, oldName: isOldPropertyVisible },
    choices: { type: sql`select distinct name as value, name as label from resyndication_type` },
  }),
)
