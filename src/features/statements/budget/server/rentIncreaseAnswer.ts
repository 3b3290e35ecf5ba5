import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { mustFileTaskSql } from '#core/portfolio/tasks/server/index.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { budgets } from '../model/budgets.ts'

/**
 * Answers for a rent increase whether the budget of the fiscal year in which its rents begin is approved
 * (domain 14.2). A submitted budget is enough if the increase is not based on it.
 */
export const budgetApproved: SlotEntry<'rentIncreaseFilingAnswers'> = {
  tick: 'budgetApproved',
  source: 'Budgets',
  row: ({ propertyId, rentsFrom, units }) => sql`
    select y.year, b.budget_id, b.status_id, b.submitted, ${mustFileTaskSql(TaskType.Budget, units)}
    from property p
    cross join lateral (select extract(year from d.day)::integer
      + case when extract(month from d.day) > p.fiscal_year_end_month then 1 else 0 end as year
      from (select ${rentsFrom}::date as day) d) y
    left join budget b on b.property_id = p.property_id and b.budget_year = y.year
    where p.property_id = ${propertyId} and y.year is not null`,
  answer: ({ year, id, statusId, submitted, required }) =>
    id === null
      ? {
          value: !required,
          fact: required ? `No ${year} budget was begun.` : 'This property need not file budgets.',
        }
      : {
          value: statusId === RequestStatus.APPROVED,
          enough: isFiled(statusId) && statusId <= RequestStatus.APPROVED,
          fact: `${budgets.numberOf(id)}, ${year}: ${budgets.labelOf(statusId, submitted)}.`,
        },
}
