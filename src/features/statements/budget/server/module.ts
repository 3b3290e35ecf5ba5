import { sql } from 'kysely'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { Budget, BudgetLine } from '../model/entities.ts'
import { budgetSettings } from '../model/settings.ts'
import { tieDescriptions } from '../model/ties.ts'
import { budgets } from './budgets.ts'
import { served } from './index.ts'
import { budgetNight } from './night.ts'
import { budgetApproved } from './rentIncreaseAnswer.ts'
import { budgetAmounts } from './yearAmounts.ts'

const review = getManifest(budgets, {
  filesId: TaskType.Budget,
  searchOrder: 31,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  entities: [Budget, BudgetLine],
  served: [...review.served, ...served],
  settings: Object.values(budgetSettings),
  chartFiledThrough: sql<number | null>`select max(budget_year) from budget where ${statusIs.filed()}`,
  computationRules: Object.entries(tieDescriptions).map(([id, { says, source, warns }]) => ({
    id,
    title: 'Budget',
    says,
    source,
    kind: warns ? ('warns' as const) : ('stops the submission' as const),
  })),
  rentIncreaseFilingAnswers: [budgetApproved],
  yearAmounts: [budgetAmounts],
  jobs: [budgetNight],
  taskGrace: [{ taskTypeId: TaskType.Budget, days: budgetSettings.nonCompliantDays }],
  findingSources: [
    {
      source: 'budget',
      closingNote: 'The budget is no longer non-compliant. Closed by the portal.',
      rows: () => sql`select b.budget_id, b.property_id, ${sql.lit(FindingType.BUDGET)},
        'Budget ' || b.budget_year || ' is non-compliant', b.decision_comment,
          '/budget/list/project/' || b.property_id
        from budget b where b.status_id = ${sqlStatus.REJECTED}`,
    },
  ],
  taskSources: [
    {
      taskTypeId: TaskType.Budget,
      // A fiscal year is named after the year in which it ends.
      rows: sql`select b.property_id, (make_date(b.budget_year, p.fiscal_year_end_month,
        1) + interval '1 month - 1 day')::date,
        b.budget_id, b.status_id, b.submitted from budget b join property p using (property_id)`,
      path: '/budget/list/project/:propertyId',
      begun: '/budget/view/:propertyId/:year',
    },
  ],
} satisfies ServerModule
