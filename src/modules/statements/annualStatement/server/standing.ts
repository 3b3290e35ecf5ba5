import { sql } from 'kysely'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { StandsOn } from '#review/server/index.ts'

/** SQL: accepted statements `o` of years after that of statement `a`. */
const later = sql`annual_statement o on o.property_id = a.property_id and o.year > a.year
  and o.status_id = ${sqlStatus.APPROVED}`

/** The rights and balances of later years begin with what earlier ones leave. */
export const statementsStandOn: readonly StandsOn[] = [
  {
    on: 'AFS',
    record: 'AFS',
    rows: (
      id,
    ) => sql`select concat('FS-', o.afs_id, ' of ', o.year, ' accepted'), null::numeric, concat('/afs/view/',
      o.year, '/', o.property_id)
      from annual_statement a join ${later} where a.afs_id = ${id}`,
  },
]
