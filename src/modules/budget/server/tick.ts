import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { FiledTick } from '#modules/rentIncrease/server/index.ts'
import { budgets } from '../model/budgets.ts'

/** A rent increase asks whether the budget of the fiscal year in which its rents begin is approved (domain 14.2). */
export const budgetApproved: FiledTick = {
  tick: 'budgetApproved',
  source: 'Budgets',
  // Nothing is known of a property that files no budgets here.
  row: (propertyId, rentsFrom) => sql`
    select y.year, b.budget_id, b.status_id, b.submitted from property p
    cross join lateral (select extract(year from d.day)::integer
      + case when extract(month from d.day) > p.fiscal_year_end_month then 1 else 0 end as year
      from (select ${rentsFrom}::date as day) d) y
    left join budget b on b.property_id = p.property_id and b.budget_year = y.year
    where p.property_id = ${propertyId} and y.year is not null and (b.budget_id is not null or exists (
      select from task_instance i where i.property_id = p.property_id and i.task_type_id = ${TaskType.Budget}))`,
  tell: ({ year, id, statusId, submitted }) => ({
    value: statusId === 5,
    fact:
      id === null
        ? `No ${year} budget was begun.`
        : `${budgets.numberOf(id)}, ${year}: ${budgets.labelOf(statusId, submitted)}.`,
  }),
}
