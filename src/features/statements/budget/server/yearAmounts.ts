import { sql } from 'kysely'
import type { YearAmountsSource } from '#engines/worksheet/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { budgets } from '../model/budgets.ts'

/** The amounts of a property's approved budgets, by year and account. */
export const budgetAmounts: YearAmountsSource = {
  kind: 'budget',
  rows: (propertyId) => sql`
    select b.budget_id, b.budget_year, b.status_id, b.submitted,
      coalesce((select jsonb_object_agg(l.code, coalesce(l.approved, l.proposed)) from budget_line l
        where l.budget_id = b.budget_id and coalesce(l.approved, l.proposed) is not null), '{}')
    from budget b where b.property_id = ${propertyId} and b.status_id = ${sqlStatus.APPROVED}`,
  describeRecord: ({ id, year, propertyId, statusId, submitted }) => ({
    requestNumber: budgets.numberOf(id),
    statusLabel: budgets.labelOf(statusId, submitted),
    path: `/budget/view/${propertyId}/${year}`,
  }),
}
