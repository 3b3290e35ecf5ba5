import { type RawBuilder, sql } from 'kysely'
import { TaskType } from '#ground/portfolio/tasks/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { inspectionScore, yearlySql } from '#modules/statements/reportCard/server/index.ts'
import { reportsModule, serveReport } from '#report/server/index.ts'
import financialReportCard, { WATCHED_COVERAGE } from '../model/report.ts'

/** SQL: a figure that a decided card keeps as it was decided by, also that it had none; else as it stands. To the hundredth. */
const storedOr = (id: string, figure: RawBuilder<unknown>) =>
  sql`round(case when h.stored ? ${id} then (h.stored ->> ${id})::numeric else ${figure} end, 2)`

/** SQL: the cards that stand, with the figures that decided ones keep. */
const cards = sql`(select c.afs_id, c.afs_report_card_id, c.inspection_score, g.figures -> 'metrics' as metrics
  from afs_report_card c left join afs_report_card_figures g using (afs_report_card_id) where c.archived_at is null)`

const isDecided = (status: RawBuilder<unknown>) => sql<boolean>`(${status} >= ${sqlStatus.APPROVED})`

/** SQL: whether the caller may see the card of a statement in this status: the agency always, companies once it is decided. */
const isCardSeen = ({ actor }: AnyContext, status: RawBuilder<unknown>) =>
  isAgency(actor) ? sql<boolean>`true` : isDecided(status)
const seen = (context: AnyContext) => isCardSeen(context, sql`r.status`)

export default reportsModule(
  serveReport(financialReportCard, {
    rows: async ({ year, status, below, reserveBelow }, properties, context) => {
      const of = year ?? Number(context.settings.today().slice(0, 4)) - 1
      const years = await yearlySql(context, of, properties)
      return sql`select * from (select p.property_id, y.afs_id, p.name as property, p.agency_number as property_number, y.period_end as fye, y.submitted as received,
          nullif(greatest(0, ${agencyDay(sql`y.submitted`)} - i.due_date), 0) as days_late,
          ${storedOr('RPC-M1', sql`y.coverage`)} as dcr,
          ${storedOr('RPC-M3', sql`100 * (y.rent - y.vacancies - y.bad_debt) / nullif(y.rent, 0)`)} as econ_occ,
          ${storedOr('RPC-M2', sql`100 * (y.vacancy + y.vacancy_commercial + y.bad_debt) / nullif(y.rent, 0)`)} as pour,
          ${storedOr('RPC-M9', sql`y.reserve / nullif(y.units, 0)`)} as r4r_per_unit, y.status_id as status,
          ${inspectionScore(sql`k.inspection_score`, sql`p.property_id`, sql`y.period_end`)} as score,
          (select nullif(count(*), 0)::integer from afs_report_card_finding f where f.afs_report_card_id = k.afs_report_card_id
            and f.kind = 'cure' and f.dropped_reason is null and f.cured_on is null) as open_items
        from ${years} y join property p on p.property_id = y.property_id
        left join ${isAgency(context.actor) ? cards : sql`lateral kernel.decided_card(y.afs_id)`} k on ${isAgency(context.actor) ? sql`k.afs_id = y.afs_id` : sql`true`}
        left join lateral (select jsonb_object_agg(m ->> 'id', m -> 'value') as stored
          from jsonb_array_elements(k.metrics) m) h on true
        left join lateral (select t.due_date from task_instance t where t.property_id = p.property_id and t.task_type_id = ${sql.lit(TaskType.AFS)}
          and t.period_end = y.period_end order by t.period_start desc limit 1) i on true
        where ${status === undefined ? sql`true` : sql`y.status_id = ${status}`}) c
        where ${below === undefined ? sql`true` : sql`${isCardSeen(context, sql`c.status`)} and c.dcr < ${below}::numeric`}
          and ${reserveBelow === undefined ? sql`true` : sql`c.r4r_per_unit < ${reserveBelow}::numeric`}`
    },
    seen: { dcr: seen, score: seen },
    exceptions: () => sql`(r.dcr < ${sql.lit(WATCHED_COVERAGE)} or r.days_late > 0)`,
  }),
)
