import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { currentAbsenceSql } from '#core/people/absences/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { getProjectAuditData } from '../model/calls.ts'
import { statements as declared } from '../model/statements.ts'

type ReviewLine = z.infer<typeof getProjectAuditData.answer>

/**
 * Loads the lines of review lists, newest first: statements, and tasks without a statement. `condition` is
 * SQL about the property `p` and the `year` of `y`. Runs one SQL statement.
 */
export async function loadReviewLines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<ReviewLine[]> {
  const result = await sql<ReviewLine>`
    with filed as (select property_id, year from annual_statement
        union select property_id, extract(year from period_end)::integer from task_instance
        where task_type_id = ${TaskType.AFS})
    select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units, y.year,
    r.afs_id, r.status_id, '' as status_label, t.due_date,
      r.submitted, nullif(trim(concat(v.first_name, ' ', v.last_name)), '') as reviewer_name,
      case when r.decided is null then ${currentAbsenceSql(context, sql`r.reviewer_id`)}
      end as reviewer_out, r.statement_type, r.opinion, r.totals,
      r.months, r.audit_firm, r.audit_report_date, r.findings_count, r.going_concern
    from filed y join property p on p.property_id = y.property_id
    left join annual_statement r on r.property_id = y.property_id and r.year = y.year
    left join management_company c on c.management_company_id = coalesce(r.filed_company_id,
    p.management_company_id)
    left join app_user v on v.user_id = r.reviewer_id
    left join lateral (select i.due_date from task_instance i where i.property_id = y.property_id
    and i.task_type_id = ${TaskType.AFS}
      and extract(year from i.period_end) = y.year order by i.period_end desc limit 1) t on true
    where ${condition} order by y.year desc, lower(p.name), p.property_id`.execute(context.db)
  for (const row of result.rows)
    row.statusLabel = row.statusId === null ? 'Not Started' : declared.labelOf(row.statusId, row.submitted)
  return result.rows
}
