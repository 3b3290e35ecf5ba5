import { sql } from 'kysely'
import { type Account, chartOf } from '#ground/chart/model/index.ts'
import { accountsSql } from '#ground/chart/server/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { budgets } from '../model/budgets.ts'
import { readColumn } from '../model/worksheet.ts'

type Found = {
  budgetId: number
  budgetYear: number
  submitted: string
  lines: { code: string; yearToDate: number }[]
  accounts: Account[]
}

/**
 * What a property’s last submitted budget says of the year that was running: the profit or loss before depreciation to
 * date (5060T), in dollars, with where it stands. Null where no budget says anything. One statement.
 */
export async function yearToDateOf({ db }: AnyContext, propertyId: number) {
  const found = await sql<Found>`
    select b.budget_id, b.budget_year, b.submitted, jsonb_agg(jsonb_build_object('code', l.code, 'yearToDate', l.year_to_date)) as lines,
      (${accountsSql(sql`b.budget_year`, ['Income and expense'])}) as accounts
    from budget b join budget_line l using (budget_id)
    where b.property_id = ${propertyId} and b.status_id between 2 and 5 and b.submitted is not null and l.year_to_date is not null
    group by b.budget_id order by b.budget_year desc limit 1`.execute(db)
  const budget = found.rows[0]
  if (!budget) return null
  const { lines, accounts, budgetYear, submitted } = budget
  const read = readColumn(chartOf(accounts), lines, 'yearToDate')
  return {
    ...{ netIncome: fromCents(read('5060T')), year: budgetYear - 1, submitted },
    ...{ requestNumber: budgets.numberOf(budget.budgetId), to: `/budget/view/${propertyId}/${budgetYear}` },
  }
}
