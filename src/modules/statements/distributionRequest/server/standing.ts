import { sql } from 'kysely'
import type { ToDoSource } from '#ground/portfolio/tasks/server/index.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { facts } from '../model/facts.ts'

/** Approved requests stand on their statement, each with what was approved. */
export const standsOnStatement: SlotEntry<'standsOnStatement'> = ({ afsId }) => sql`
  select 'DR-' || r.distribution_request_id || ' approved', r.approved_amount, '/DistributionRequest/view/' || r.distribution_request_id
  from distribution_request r where r.afs_id = ${afsId} and r.status_id = ${sqlStatus.APPROVED}`

const dollars = (amount: string) => sql`to_char(${sql.raw(amount)}, 'FM$999,999,999,990.00')`

/** An approved request whose statement is open again, or allows less than was approved since it was decided again (domain 47.5). */
export const unsettled: ToDoSource = {
  kind: 'distributionRequest.unsettled',
  label: 'Distribution on a changed statement',
  waitsFor: 'agency',
  rows: () => sql`
    select r.distribution_request_id, r.property_id, null::integer, ${facts.permission}::text,
      'DR-' || r.distribution_request_id || ': FS-' || a.afs_id || ' is open again; ' || ${dollars('r.approved_amount')} || ' was approved on it',
      null::date, r.decided, '/DistributionRequest/view/' || r.distribution_request_id
    from distribution_request r join annual_statement a using (afs_id)
    where r.status_id = ${sqlStatus.APPROVED} and a.status_id <= ${sqlStatus.REVIEWED} and exists (select from status_history h
      where h.entity = 'AFS' and h.row_id = a.afs_id and h.to_status_id < h.from_status_id and h.at > r.decided)
    union all
    select r.distribution_request_id, r.property_id, null::integer, ${facts.permission}::text,
      'DR-' || r.distribution_request_id || ': ' || ${dollars('d.left')} || ' to repay, FS-' || a.afs_id || ' allows less than was approved',
      null::date, a.decided, '/DistributionRequest/view/' || r.distribution_request_id
    from computation_of_distributions c join annual_statement a using (afs_id)
    cross join lateral (select c.to_repay - coalesce((select sum(q.amount) from distribution_payment q
      where q.property_id = c.property_id and q.source = 'Repayment' and q.year > a.year), 0) as left) d
    join lateral (select * from distribution_request o where o.afs_id = a.afs_id and o.status_id = ${sqlStatus.APPROVED}
      order by o.decided desc limit 1) r on true
    where c.to_repay > 0 and d.left > 0 and a.status_id > ${sqlStatus.REVIEWED}`,
}
