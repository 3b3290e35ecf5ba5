import { sql } from 'kysely'
import { dependentDecisionsSql } from '#engines/review/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type Adjustments, adjustBalanceSheet, adjustRows, computeExcess } from '../model/adjustments.ts'
import type { RestatedYear } from '../model/views.ts'
import { loadSurplusCashView } from './computation.ts'
import { findVisibleStatement, loadStatementData } from './facts.ts'

/**
 * Returns last year as filed and as the statement restates it, with the decisions on it (domain 47.4). Null
 * if nothing is restated, or the caller may not see last year's statement.
 */
export async function loadRestatedYear(context: AnyContext, afsId: number): Promise<RestatedYear | null> {
  const { statement } = await loadStatementData(context, afsId)
  const result = await sql<{ priorId: number; adjustments: Adjustments }>`
    select o.afs_id as prior_id, (select jsonb_object_agg(r.account_code, r.adjustment) from (
        select account_code, sum(adjustment)::float8 as adjustment from afs_restatement
        where afs_id = ${afsId} and account_code is not null and adjustment is not null
        group by account_code) r) as adjustments
    from annual_statement o where o.property_id = ${statement.propertyId}
    and o.year = ${statement.year - 1}`.execute(context.db)
  const { priorId, adjustments } = result.rows[0] ?? {}
  const filed =
    priorId && statement.priorPeriodAdjustment && adjustments
      ? await findVisibleStatement(context, priorId)
      : null
  if (!priorId || !adjustments || !filed) return null
  const { read, rows } = filed
  const [before, after] = [
    await loadSurplusCashView(context, filed),
    await loadSurplusCashView(context, {
      ...filed,
      read: adjustBalanceSheet(read, adjustments),
      rows: [...adjustRows(rows, read, adjustments)],
    }),
  ]
  const { year } = filed.statement
  const queryResult = await sql<{ list: RestatedYear['decisions'] }>`
    select (${dependentDecisionsSql('AFS', sql`${priorId}::integer`)}) as list`.execute(context.db)
  const decisions = queryResult.rows[0]!.list
  return {
    year,
    filed: { surplus: before.surplus, available: before.b4 },
    restated: { surplus: after.surplus, available: after.b4 },
    decisions,
    beyond: computeExcess(decisions, after.b4),
  }
}
