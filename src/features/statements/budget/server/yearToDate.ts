import { type RawBuilder, sql } from 'kysely'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { budgets } from '../model/budgets.ts'

/** A budget with the amounts of the current year so far. */
export type BudgetRecord = {
  budgetId: number
  budgetYear: number
  submitted: string
  lines: { code: string; yearToDate: number }[]
  accounts: Account[]
}

/** SQL: the last submitted budget of a property with any year-to-date amount, as one record or null. */
export const yearToDateSql = (
  propertyId: number,
): RawBuilder<BudgetRecord | null> => sql<BudgetRecord | null>`
  select jsonb_build_object('budgetId', b.budget_id, 'budgetYear', b.budget_year, 'submitted', b.submitted,
    'lines', jsonb_agg(jsonb_build_object('code', l.code, 'yearToDate', l.year_to_date)),
    'accounts', (${accountsSql(sql`b.budget_year`, ['Income and expense'])}))
  from budget b join budget_line l using (budget_id)
  where b.property_id = ${propertyId} and b.status_id between ${sqlStatus.SUBMITTED} and ${sqlStatus.APPROVED}
  and b.submitted is not null and l.year_to_date is not null
  group by b.budget_id order by b.budget_year desc limit 1`

/** Returns the year-to-date profit or loss before depreciation (5060T), in dollars, with its source. */
export function getYearToDate(
  { budgetId, budgetYear, submitted, lines, accounts }: BudgetRecord,
  propertyId: number,
) {
  return {
    netIncome: fromCents(createColumnReader(buildChart(accounts), lines, 'yearToDate')('5060T')),
    year: budgetYear - 1,
    submitted,
    requestNumber: budgets.numberOf(budgetId),
    to: `/budget/view/${propertyId}/${budgetYear}`,
  }
}
