import { type RawBuilder, sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { cardFiguresSql } from '#features/statements/reportCard/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import financialReportCard, { WATCHED_COVERAGE } from '../model/report.ts'

/**
 * SQL: whether the caller may see the report card of a statement with this status: the agency always,
 * companies once it is decided.
 */
const isCardVisible = ({ actor }: AnyContext, status: RawBuilder<unknown>) =>
  isAgency(actor) ? sql<boolean>`true` : sql<boolean>`(${status} >= ${sqlStatus.APPROVED})`
const buildVisibilityOfRow = (context: AnyContext) => isCardVisible(context, sql`r.status`)

/** Serves report 7 (the report cards of a year): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(financialReportCard, {
    rows: async ({ year, status, below, reserveBelow }, properties, context) => {
      const reportYear = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const years = await cardFiguresSql(context, reportYear, properties)
      return sql`select * from (select p.property_id, y.afs_id, p.name as property,
        ${propertyNumberSql()} as property_number, y.period_end as fye, y.submitted as received,
          nullif(greatest(0, ${agencyDay(sql`y.submitted`)} - i.due_date), 0) as days_late,
          y.coverage as dcr, y.economic_occupancy as econ_occ, y.uncollected as pour,
          y.reserve_per_unit as r4r_per_unit,
          y.status_id as status, y.score,
          (select nullif(count(*), 0)::integer from afs_report_card_finding f
          where f.afs_report_card_id = y.afs_report_card_id
            and f.kind = 'cure' and f.dropped_reason is null and f.cured_on is null) as open_items
        from ${years} y join property p on p.property_id = y.property_id
        left join lateral (select t.due_date from task_instance t where t.property_id = p.property_id
        and t.task_type_id = ${sql.lit(TaskType.AFS)}
          and t.period_end = y.period_end order by t.period_start desc limit 1) i on true
        where ${status === undefined ? sql`true` : sql`y.status_id = ${status}`}) c
        where
        ${below === undefined ? sql`true` : sql`${isCardVisible(context, sql`c.status`)} and c.dcr < ${below}::numeric`}
          and ${reserveBelow === undefined ? sql`true` : sql`c.r4r_per_unit < ${reserveBelow}::numeric`}`
    },
    visibleColumns: { dcr: buildVisibilityOfRow, score: buildVisibilityOfRow },
    exceptions: () => sql`(r.dcr < ${sql.lit(WATCHED_COVERAGE)} or r.days_late > 0)`,
  }),
)
