import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** The approved extensions that depend on a suspension, because they prolong it. */
export const suspensionDependents: readonly RecordDependency[] = [
  {
    on: 'ReplacementReserveSuspension',
    record: 'ReplacementReserveExtension',
    rows: (id) => sql`select concat('RX-', e.replacement_reserve_extension_id, ' approved'), null::numeric,
        concat('/R4rSuspensionExtension/', e.replacement_reserve_extension_id)
      from replacement_reserve_extension e where e.replacement_reserve_suspension_id = ${id}
      and e.status_id = ${sqlStatus.APPROVED}`,
  },
]
