import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the number of property `alias` as reports and their files print it: the agency's, else its first LIHTC
 * number, as `projectNumber` does for screens and letters.
 */
export const propertyNumberSql = (alias = 'p'): RawBuilder<string | null> => {
  const getColumn = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<
    string | null
  >`coalesce(nullif(${getColumn('agency_number')}, ''), (select 'LIHTC #' || n.lihtc_number
    from property_lihtc_number n where n.property_id = ${getColumn('property_id')} order by n.position
    limit 1))`
}
