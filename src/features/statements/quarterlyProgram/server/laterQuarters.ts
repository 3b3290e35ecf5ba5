import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** The approved later quarters that depend on a quarter, because their figures to date include it. */
export const laterQuarters: readonly RecordDependency[] = [
  {
    on: 'TCAPQuarter',
    record: 'TCAPQuarter',
    rows: (id) => sql`select concat('TQ-', n.tcap_quarter_id, ' approved'), null::numeric,
        concat('/TCAPAdmin/', n.property_id, '/', n.year, '/', n.quarter)
      from tcap_quarter o join tcap_quarter n on n.property_id = o.property_id
      and (n.year, n.quarter) > (o.year, o.quarter)
      where o.tcap_quarter_id = ${id} and n.status_id = ${sqlStatus.APPROVED}`,
  },
]
