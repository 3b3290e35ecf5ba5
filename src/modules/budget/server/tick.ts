import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { TickSource } from '#modules/rentIncrease/server/index.ts'
import { budgets } from '../model/budgets.ts'

/** A rent increase asks whether the budget of the fiscal year in which its rents begin is approved (domain 14.2). */
export const budgetApproved: TickSource = {
  tick: 'budgetApproved',
  source: 'Budgets',
  find: async ({ db }, { propertyId, rentEffectiveDate }) => {
    if (!rentEffectiveDate) return null
    const found = await sql<{
      budgetYear: number
      budgetId: number | null
      statusId: number
      submitted: string | null
      files: boolean
    }>`
      select y.year as budget_year, b.budget_id, b.status_id, b.submitted,
        exists (select from task_instance i where i.property_id = p.property_id and i.task_type_id = ${TaskType.Budget}) as files from property p
      cross join lateral (select extract(year from d.day)::integer
        + case when extract(month from d.day) > p.fiscal_year_end_month then 1 else 0 end as year
        from (select ${rentEffectiveDate}::date as day) d) y
      left join budget b on b.property_id = p.property_id and b.budget_year = y.year
      where p.property_id = ${propertyId}`.execute(db)
    const row = found.rows[0]
    // Nothing is known of a property that files no budgets here.
    if (!row || (row.budgetId === null && !row.files)) return null
    const { budgetYear, budgetId, statusId, submitted } = row
    const fact =
      budgetId === null
        ? `No ${budgetYear} budget was begun.`
        : `${budgets.numberOf(budgetId)}, ${budgetYear}: ${budgets.labelOf(statusId, submitted)}.`
    return { value: statusId === 5, fact }
  },
}
