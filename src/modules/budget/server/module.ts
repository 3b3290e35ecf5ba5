import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { Budget, BudgetLine } from '../model/entities.ts'
import { budgetSettings } from '../model/settings.ts'
import { tieWords } from '../model/ties.ts'
import { budgets } from './budgets.ts'
import { served } from './index.ts'
import { budgetNight } from './night.ts'
import { budgetApproved } from './tick.ts'

const review = manifestOf(budgets, {
  filesId: TaskType.Budget,
  searchOrder: 31,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  entities: [Budget, BudgetLine],
  served: [...review.served, ...served],
  settings: Object.values(budgetSettings),
  chartFiledThrough: sql<number | null>`select max(budget_year) from budget where status_id >= 2`,
  reckoned: Object.entries(tieWords).map(([id, { says, source, warns }]) => ({
    ...{ id, title: 'Budget', says, source },
    kind: warns ? ('warns' as const) : ('stops the submission' as const),
  })),
  rentIncreaseFiled: [budgetApproved],
  jobs: [budgetNight],
  taskSources: [
    {
      taskTypeId: TaskType.Budget,
      // A fiscal year is named after the year it ends in.
      rows: sql`select b.property_id, (make_date(b.budget_year, p.fiscal_year_end_month, 1) + interval '1 month - 1 day')::date,
        b.budget_id, b.status_id, b.submitted from budget b join property p using (property_id)`,
      path: '/budget/list/project/:propertyId',
    },
  ],
} satisfies ServerModule
