import { sql } from 'kysely'
import type { FactSheetPart } from '#core/portfolio/factSheet/server/index.ts'
import { getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { occupancyFacts } from '../model/facts.ts'

const { permission } = occupancyFacts
const MONTHS = 12

/** SQL: the latest filed months of a property, as `o`. */
const lastMonthsSql = (
  propertyId: number,
  maximum: number,
) => sql`(select period_date, units, vacant_units as vacant from project_occupancy
  where property_id = ${propertyId} and ${statusIs.filed()} and units > 0 and vacant_units is not null
  order by period_date desc limit ${maximum}) o`
const occupancyPercentSql = getOccupancySql(sql`o.units`, sql`o.vacant`)
const monthNameSql = sql`to_char(o.period_date, 'FMMonth YYYY')`

/** The part of a property's fact sheet about its occupancy. */
export const occupancySheetParts: readonly FactSheetPart[] = [
  {
    title: 'Occupied',
    place: 'figure',
    order: 10,
    maxRows: 1,
    permission,
    columns: [
      { label: '', kind: 'percent' },
      { label: '', kind: 'text' },
    ],
    rows: ({ propertyId }) =>
      sql`select jsonb_build_array(${occupancyPercentSql},
        (o.units - o.vacant) || ' of ' || o.units || ', ' || ${monthNameSql}), false
        from ${lastMonthsSql(propertyId, 1)}`,
  },
  {
    title: 'Occupied, %',
    place: 'chart',
    order: 10,
    maxRows: MONTHS,
    permission,
    note: '12 months',
    columns: [
      { label: '', kind: 'text' },
      { label: '', kind: 'percent' },
    ],
    rows: ({ propertyId }) =>
      sql`select jsonb_build_array(to_char(o.period_date, 'Mon YYYY'), ${occupancyPercentSql}), false
        from ${lastMonthsSql(propertyId, MONTHS)} order by o.period_date`,
  },
]
