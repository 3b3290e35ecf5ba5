import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import type { RecordDependency } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { facts } from '../model/facts.ts'

const approvedColumns = sql`select concat('DR-', r.distribution_request_id, ' approved'), r.approved_amount,
  '/DistributionRequest/view/' || r.distribution_request_id`

/**
 * The decisions that are based on others. Approved requests are based on their statement. An amount
 * approved on one is paid in the year after it, so later accepted statements and approvals on them are
 * based on it.
 */
export const dependentDecisions: readonly RecordDependency[] = [
  {
    on: 'AFS',
    record: 'DistributionRequest',
    rows: (id) =>
      sql`${approvedColumns} from distribution_request r where r.afs_id = ${id}
        and r.status_id = ${sqlStatus.APPROVED}`,
  },
  {
    on: 'DistributionRequest',
    record: 'DistributionRequest',
    rows: (id) => sql`${approvedColumns} from distribution_request r
      join distribution_request o on o.distribution_request_id = ${id}
      where r.property_id = o.property_id and r.year > o.year and r.status_id = ${sqlStatus.APPROVED}`,
  },
  {
    on: 'DistributionRequest',
    record: 'AFS',
    rows: (
      id,
    ) => sql`select concat('FS-', a.afs_id, ' of ', a.year, ' accepted'), null::numeric, concat('/afs/view/',
      a.year, '/', a.property_id)
      from annual_statement a join distribution_request o on o.distribution_request_id = ${id}
      where a.property_id = o.property_id and a.year > o.year and a.status_id = ${sqlStatus.APPROVED}`,
  },
]

const formatDollarsSql = (amount: string) => sql`to_char(${sql.raw(amount)}, 'FM$999,999,999,990.00')`

/**
 * The to-do for an approved request whose statement, decided again, allows less than was approved (domain
 * 47.5).
 */
export const repaymentToDo: ToDoSource = {
  kind: 'distributionRequest.unsettled',
  label: 'Distribution on a changed statement',
  waitsFor: 'agency',
  rows: () => sql`
    select r.distribution_request_id, r.property_id, null::integer, ${facts.permission}::text,
      'DR-' || r.distribution_request_id || ': ' || ${formatDollarsSql('d.left')} || ' to repay, FS-' ||
      a.afs_id ||
      ' allows less than was approved',
      null::date, a.decided, '/DistributionRequest/view/' || r.distribution_request_id
    from computation_of_distributions c join annual_statement a using (afs_id)
    cross join lateral (select c.to_repay - coalesce((select sum(q.amount) from distribution_payment q
      where q.property_id = c.property_id and q.source = 'Repayment' and q.year > a.year), 0) as left) d
    join lateral (select * from distribution_request o where o.afs_id = a.afs_id
    and o.status_id = ${sqlStatus.APPROVED}
      order by o.decided desc limit 1) r on true
    where c.to_repay > 0 and d.left > 0 and a.status_id > ${sqlStatus.REVIEWED}`,
}
