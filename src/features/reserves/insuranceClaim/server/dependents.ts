import { sql } from 'kysely'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'

/** The approved payment requests that depend on a claim, because they are paid from its money. */
export const claimDependents: readonly RecordDependency[] = [
  {
    on: 'InsuranceClaim',
    record: 'InsuranceRequest',
    rows: (id) => sql`select concat('IR-', r.insurance_request_id, ' approved'),
        (select sum(i.approved_amount) from insurance_request_item i
        where i.insurance_request_id = r.insurance_request_id),
        concat('/insuranceclaim/request/', r.insurance_request_id)
      from insurance_request r where r.insurance_claim_id = ${id} and r.status_id = ${sqlStatus.APPROVED}`,
  },
]
