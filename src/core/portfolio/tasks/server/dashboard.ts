import { sql } from 'kysely'
import type { z } from 'zod'
import { isAgency } from '#kernel/model/access.ts'
import { addMonths } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import type { dashboardAnswer } from '../model/calls.ts'
import { getDashboardMonths } from '../model/rules.ts'
import { taskTypes } from '../model/taskTypes.ts'
import { dueStatusSql, hasLapsedSql, isOpenTaskSql, permittedJoin, permittedTypesSql } from './lines.ts'
import { isOverdueSql } from './overdue.ts'

type Dashboard = z.infer<typeof dashboardAnswer>

/**
 * SQL: the numbers of tasks `i` that are not due, pending, overdue, and waiting for the agency, which is from
 * submission until approval or rejection.
 */
const countsSql = (today: string) => sql`
  count(*) filter (where s.due = 0)::integer as not_due,
  count(*) filter (where s.due = 1)::integer as pending,
  count(*) filter (where s.due = 2)::integer as overdue,
  count(*) filter (where ${statusIs.withAgency('i')})::integer as waiting
  from task_instance i ${permittedJoin}
  cross join lateral (select ${dueStatusSql(today)} as due) s`

/** Counts tasks by type, by property and by month of the due date, with one statement each. */
export async function loadDashboard(context: AnyContext): Promise<Dashboard> {
  const { db, actor, settings } = context
  const today = settings.today()
  const permitted = permittedTypesSql(actor.userId)
  const months = getDashboardMonths(today)
  const [since, last] = [months.at(0)!, months.at(-1)!]
  const byType = await sql<Dashboard['byType'][number]>`with ${permitted}
    select i.task_type_id, count(*) filter (where i.status_id in (${sqlStatus.APPROVED},
    ${sqlStatus.REJECTED}))::integer as done, ${countsSql(today)}
    where (i.due_date >= ${since} or i.status_id not in (${sqlStatus.APPROVED}, ${sqlStatus.REJECTED}))
    and not ${hasLapsedSql(today)} group by i.task_type_id`.execute(db)
  const byProperty = await sql<Dashboard['byProperty'][number]>`with ${permitted}
    select q.*, p.name as property_name, p.management_company_id, c.name as management_company_name
    from (select i.property_id, min(i.due_date) filter (where s.due in (1, 2)) as oldest_due,
    ${countsSql(today)}
      where ${isOpenTaskSql(today)} group by i.property_id) q
    join property p on p.property_id = q.property_id
    left join management_company c on c.management_company_id = p.management_company_id
    order by p.name`.execute(db)
  const byMonth = await sql<Dashboard['byMonth'][number]>`with ${permitted}
    select date_trunc('month', i.due_date)::date as month,
    count(*) filter (where not ${statusIs.unfiled('i')})::integer as done,
      count(*) filter (where ${statusIs.unfiled('i')} and i.due_date >= ${today})::integer as open,
      count(*) filter (where ${isOverdueSql(today)})::integer as overdue
    from task_instance i ${permittedJoin} where i.due_date >= ${since} and i.due_date < ${addMonths(last, 1)}
    and not ${hasLapsedSql(today)}
    group by 1 order by 1`.execute(db)
  return {
    today,
    byType: taskTypes.flatMap(({ taskTypeId, label }) => {
      const row = byType.rows.find((row) => row.taskTypeId === taskTypeId)
      return row ? [{ ...row, label }] : []
    }),
    byProperty: byProperty.rows,
    byMonth: byMonth.rows,
    warnings: isAgency(actor) ? await loadHolidayWarnings(context) : [],
  }
}

/** Loads warnings about years without entered holidays, in which due dates move only for weekends. */
async function loadHolidayWarnings(context: AnyContext): Promise<string[]> {
  const result = await sql<{
    year: number
  }>`select distinct extract(year from i.due_date)::integer as year from task_instance i
    where i.due_date >= ${context.settings.today()}
      and not exists (select 1 from holiday h where extract(year from h.holiday_date) = extract(year
      from i.due_date))
    order by 1`.execute(context.db)
  return result.rows.map(
    ({ year }) => `No holidays are entered for ${year}: due dates of that year skip weekends alone.`,
  )
}
