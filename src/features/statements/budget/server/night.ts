import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { isOverdueSql, syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { takeAll } from '#engines/review/server/index.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { budgets } from '../model/budgets.ts'
import { budgetSettings } from '../model/settings.ts'

/** SQL: budget tasks that are still open `days` days after their due date, with their fiscal year. */
const overdueTasksSql = (today: string, days: number) => sql`
  select i.property_id, extract(year from i.period_end)::integer as year from task_instance i
  where i.task_type_id = ${TaskType.Budget} and ${isOverdueSql(today, { grace: sql`${days}` })}`

/**
 * The nightly job that makes budgets non-compliant if they were not submitted, begun or not, within the
 * days after the due date (domain 9.4). The agency can return such a budget, and the company then files it.
 * Safe to run again.
 */
export const budgetNight: Job = {
  name: 'budgets not submitted',
  due: (now, zone) => lastHour(now, zone, 4),
  run: async (transaction, services) => {
    const { db } = transaction
    const settings = new Settings(transaction, services)
    const lateTasks = overdueTasksSql(settings.today(), await settings.get(budgetSettings.nonCompliantDays))
    await sql`insert into budget (property_id, budget_year, months) select o.property_id, o.year, 12
      from (${lateTasks}) o
      on conflict (property_id, budget_year) do nothing`.execute(db)
    const result = await sql<{ id: number }>`select b.budget_id as id from budget b join (${lateTasks}) o
      on o.property_id = b.property_id and o.year = b.budget_year
      where b.status_id = ${sqlStatus.NOT_SUBMITTED} and b.return_reason is null`.execute(db)
    if (result.rows.length === 0) return
    await takeAll(
      db,
      budgets,
      'notSubmitted',
      result.rows.map((row) => row.id),
    )
    await syncTaskStatuses(db, { taskTypeId: TaskType.Budget })
  },
}
