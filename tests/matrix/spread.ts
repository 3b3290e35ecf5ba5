import { modules } from '#app/registry.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import type { Portal } from '#tests/portal.ts'

/**
 * Spreads the records of every kind over all statuses up to 6, directly in the database, because no call
 * could do that. It also marks decided ones as decided and removes all reviewers.
 */
export async function spreadOverStatuses(portal: Portal): Promise<void> {
  await portal.owner.query('set session_replication_role = replica')
  for (const { entity, flow } of modules
    .flatMap((module) => module.reviews ?? [])
    .map(({ kit }) => kit.review)) {
    const key = snakeCase(entity.key)
    const statuses = flow.statuses.filter((status) => status <= 6)
    await portal.owner.query(
      `update ${entity.table} r set status_id = w.status_id, submitted = '2026-11-02T18:00:00Z',
          decided = case when w.status_id >= 5 then '2026-11-05T18:00:00Z'::timestamptz end, reviewer_id = null
        from (select ${key} as id, ($1::integer[])[1 + (row_number() over (order by ${key}) % cardinality($1::integer[]))::integer] as status_id
          from ${entity.table}) w where ${key} = w.id`,
      [statuses],
    )
  }
  await portal.owner.query('set session_replication_role = default')
}
