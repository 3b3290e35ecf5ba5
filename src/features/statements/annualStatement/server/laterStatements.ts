import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** SQL: joins accepted statements `o` of years after that of statement `a`. */
const laterStatements = sql`annual_statement o on o.property_id = a.property_id and o.year > a.year
  and o.status_id = ${sqlStatus.APPROVED}`

/**
 * The accepted statements of later years that depend on a statement: their rights and balances begin with
 * those of earlier years.
 */
export const laterAcceptedStatements: readonly RecordDependency[] = [
  {
    on: 'AFS',
    record: 'AFS',
    rows: (
      id,
    ) => sql`select concat('FS-', o.afs_id, ' of ', o.year, ' accepted'), null::numeric, concat('/afs/view/',
      o.year, '/', o.property_id)
      from annual_statement a join ${laterStatements} where a.afs_id = ${id}`,
  },
]
