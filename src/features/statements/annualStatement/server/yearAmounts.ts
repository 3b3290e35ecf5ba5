import { sql } from 'kysely'
import type { YearAmountsSource } from '#engines/worksheet/server/index.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { statements } from '../model/statements.ts'
import { amountsSql } from './figures.ts'

/**
 * Accounts for the long-term principal of debt that must be paid: mortgages and loans, but not debt payable
 * from surplus cash.
 */
export const longTerm = ['2320', '2321', '2322']
const hardDebt = sql`n.account_code in (${sql.join(longTerm.map((code) => sql.lit(code)))})
  and not n.from_surplus_cash
  and coalesce(n.payment_terms, '') not in ('Deferred', 'From cash flow')`

/**
 * SQL: the principal paid in the year on debt that must be paid, from the notes payable of statement `s`,
 * in dollars.
 */
export const paidPrincipal = sql`(select sum(coalesce(n.payments, 0)) from afs_notes_payable n
  where n.afs_id = s.afs_id and ${hardDebt})`

/**
 * SQL: the replacement reserve deposits that statement `s` requires, in dollars. A line without a
 * requirement counts the deposits made.
 */
export const scheduledDeposits = sql`(select sum(coalesce(round(r.monthly_required * r.months, 2),
  r.deposits))
  from afs_replacement_reserves_schedule r where r.afs_id = s.afs_id
  and r.reserve_kind = 'Replacement reserve')`

/**
 * The amounts of a property's submitted statements by year and account. Principal and reserve deposits have
 * the account codes of a budget (B110, B210).
 */
export const statementAmounts: YearAmountsSource = {
  kind: 'statement',
  rows: (propertyId) => sql`
    select s.afs_id, s.year, s.status_id, s.submitted, ${amountsSql(sql`s.afs_id`)}
      || jsonb_strip_nulls(jsonb_build_object('B110', ${paidPrincipal}, 'B210', ${scheduledDeposits}))
    from annual_statement s where s.property_id = ${propertyId} and ${statusIs.filed('s')}`,
  describeRecord: ({ id, year, propertyId, statusId, submitted }) => ({
    requestNumber: statements.numberOf(id),
    statusLabel: statements.labelOf(statusId, submitted),
    path: `/afs/view/${year}/${propertyId}`,
  }),
}
