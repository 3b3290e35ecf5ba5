import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { startOfDay } from '#kernel/server/days.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { claimFacts } from '../model/facts.ts'
import { insuranceClaimSumsSql } from './balance.ts'

/** To-dos of companies: claims whose received money is not requested yet (domain 3.4). */
export const claimToDos: ToDoSource[] = [
  {
    kind: 'insurance.unasked',
    label: 'Insurance check without payment request',
    act: 'Ask for payment',
    waitsFor: 'company',
    rows: () => sql`select r.insurance_claim_id, r.property_id, null::integer, ${claimFacts.permission}::text,
        'IC-' || r.insurance_claim_id, null::date,
        (select ${startOfDay(sql`min(k.received_on)`)} from insurance_check k
        where k.insurance_claim_id = r.insurance_claim_id),
        concat('/insuranceclaim/view/', r.insurance_claim_id, '/', r.property_id)
      from insurance_claim r cross join lateral ${insuranceClaimSumsSql(sql`r.insurance_claim_id`)} s
      where r.status_id in (${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW})
      and s.received - s.forwarded - s.approved > 0 and not exists (select 1 from insurance_request q
        where q.insurance_claim_id = r.insurance_claim_id and ${statusIs.open('q')})`,
  },
]
