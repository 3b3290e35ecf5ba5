import { type RawBuilder, sql } from 'kysely'
import { isOpenSql } from '#core/portfolio/findings/server/index.ts'
import { nonComplianceSql, propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { openTasksByTypeSql } from '#core/portfolio/tasks/server/index.ts'
import { createReportsModule, mayReadAtSql, serveReport } from '#engines/report/server/index.ts'
import { isOpenForm, loadNextVisits } from '#features/compliance/inspections/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import complianceSummary, { permissionByKey, taskTypeByKey } from '../model/report.ts'

type Sql = RawBuilder<unknown>

/** The columns of filings with their task types. */
const taskTypeByColumn = taskTypeByKey

/** SQL: the numbers of open or overdue filings of properties, with one column for each subject. */
function buildFilingCounts(context: AnyContext, properties: Sql, overdueOnly: boolean): Sql {
  const countColumn = overdueOnly ? sql`t.overdue` : sql`t.open`
  const columns = Object.entries(taskTypeByColumn).map(
    ([name, type]) =>
      sql`max(${countColumn}) filter (where t.task_type_id = ${sql.lit(type)}) as ${sql.ref(name)}`,
  )
  return sql`select t.property_id, ${sql.join(columns)}, sum(t.overdue)::integer as overdue,
    min(t.oldest) as oldest
    from ${openTasksByTypeSql(context, sql`select p.property_id from property p where ${properties}`)} t
    group by t.property_id`
}

/** Serves report 15 (open items by property): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(complianceSummary, {
    rows: async ({ module, severity, overdueOnly }, properties, context) => {
      const today = sql`${context.settings.today()}::date`
      const mayReadInspections = mayReadAtSql(context, 'Inspection')
      const visits = await loadNextVisits(context, sql`${properties} and ${mayReadInspections}`)
      const severityCondition = severity ? sql`and n.severity = ${severity}` : sql``
      const rows = sql`select p.property_id, p.name as property, ${propertyNumberSql()} as property_number,
        c.name as company,
          ${sql.join(Object.keys(taskTypeByColumn).map((name) => sql.ref(`f.${name}`)))}, f.overdue,
          d."dueBy" as inspection_due, coalesce(n.open, 0) as open_findings,
          case when ${mayReadInspections} then coalesce(e.open, 0) end as open8823,
          (p.compliance_state is not distinct from 'findings')::integer as non_compliant,
          (p.compliance_state is not distinct from 'mark')::integer as marked_non_compliant,
          greatest(${today} - case when ${mayReadInspections} then n.oldest end,
          ${today} - f.oldest) as oldest_days
        from (select p.*, ${nonComplianceSql()} as compliance_state from property p) p left
        join (${buildFilingCounts(context, properties, overdueOnly ?? false)}) f
        on f.property_id = p.property_id
        left join (select n.property_id, count(*)::integer as open, min(n.opened_on) as oldest
        from non_compliance n
          where ${isOpenSql} ${severityCondition}
          group by n.property_id) n on n.property_id = p.property_id
        left join (select d.property_id, count(*)::integer as open from inspection8823_date d
        where ${isOpenForm} group by d.property_id) e on e.property_id = p.property_id
        left join jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as d ("propertyId" integer,
        "dueBy" date) on d."propertyId" = p.property_id
        left join management_company c on c.management_company_id = p.management_company_id
        where ${properties}`
      return module ? sql`select q.* from (${rows}) q where ${sql.ref(`q.${module}`)} > 0` : rows
    },
    visibleColumns: Object.fromEntries(
      Object.entries(permissionByKey).map(([name, key]) => [
        name,
        (context: AnyContext) => mayReadAtSql(context, key, sql.ref('r.property_id')),
      ]),
    ),
    exceptions: (_, { settings }) =>
      sql`(r.overdue > 0 or r.open_findings > 0 or r.open8823 > 0
        or r.inspection_due < ${settings.today()}::date)`,
  }),
)
