import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the number of the property with this table alias, as reports print it: the agency number, or else its
 * first LIHTC number. Screens and letters use `projectNumber` for the same.
 */
export const propertyNumberSql = (alias = 'p'): RawBuilder<string | null> => {
  const getColumn = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<
    string | null
  >`coalesce(nullif(${getColumn('agency_number')}, ''), (select 'LIHTC #' || n.lihtc_number
    from property_lihtc_number n where n.property_id = ${getColumn('property_id')} order by n.position
    limit 1))`
}
