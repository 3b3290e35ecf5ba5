import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** The approved completions that depend on a request, because they release its pre-approved amounts. */
export const requestDependents: readonly RecordDependency[] = [
  {
    on: 'ReplacementReserveRequest',
    record: 'ReplacementReserveCompletion',
    rows: (id) => sql`select concat('RC-', c.replacement_reserve_completion_id, ' approved'),
        (select sum(l.approved_amount) from replacement_reserve_completion_item l
          where l.replacement_reserve_completion_id = c.replacement_reserve_completion_id),
        concat('/R4rCompletion/', c.replacement_reserve_completion_id)
      from replacement_reserve_completion c where c.replacement_reserve_request_id = ${id}
      and c.status_id = ${sqlStatus.APPROVED}`,
  },
]
