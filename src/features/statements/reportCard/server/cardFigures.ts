import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAgency } from '#kernel/model/access.ts'
import { inspectionScoreSql } from './inspectionScore.ts'
import { type FigureContext, type YearWeights, yearlySql } from './yearly.ts'

type Sql = RawBuilder<unknown>

/** SQL: economic occupancy of a year `y` of `yearlySql`, in percent. */
const economicOccupancyOfYear = sql`100 * (y.rent - y.vacancies - y.bad_debt) / nullif(y.rent, 0)`
const uncollectedOfYear = sql`100 * (y.vacancy + y.vacancy_commercial + y.bad_debt) / nullif(y.rent, 0)`
const reservePerUnitOfYear = sql`y.reserve / nullif(y.units, 0)`

/**
 * SQL: the figure stored with a decided card, even if it is null; otherwise the current figure. Rounded to
 * hundredths.
 */
const storedOrCurrentSql = (id: string, figure: Sql) =>
  sql`round(case when d.figures ? ${id} then (d.figures ->> ${id})::numeric else ${figure} end, 2)`

/**
 * SQL: the current cards with the stored figures of decided ones, as all users except companies see them.
 */
const currentCards = sql`(select c.afs_id, c.afs_report_card_id, c.inspection_score,
  g.figures -> 'metrics' as metrics
  from afs_report_card c left join afs_report_card_figures g using (afs_report_card_id)
  where c.archived_at is null)`

/**
 * SQL: joins the card `k` of year `y` that the caller may see. A company sees only decided cards. The
 * nightly job has no caller and sees all.
 */
const cardOfYear = ({ actor }: { actor?: Actor }) =>
  actor === undefined || isAgency(actor)
    ? sql`${currentCards} k on k.afs_id = y.afs_id`
    : sql`lateral kernel.decided_card(y.afs_id) k on true`

/**
 * SQL: the figures of a fiscal year as its report card shows them, one row per filed statement of a
 * matching property `p`: the columns of `yearlySql`, with coverage, economic_occupancy, uncollected,
 * reserve_per_unit and score. Every list, report and rule that shows one of these figures uses this query.
 */
export async function cardFiguresSql(
  context: FigureContext & { actor?: Actor },
  year: number,
  properties: Sql,
  weights?: YearWeights,
): Promise<Sql> {
  const years = await yearlySql(context, year, properties, weights)
  return sql`(select y.afs_id, y.property_id, y.year, y.months, y.units, y.period_start, y.period_end,
    y.status_id, y.submitted,
      y.going_concern, y.revenue, y.cost, y.income, y.rent, y.vacancies, y.concessions, y.bad_debt,
      y.principal, y.debt_service,
      k.afs_report_card_id, ${storedOrCurrentSql('RPC-M1', sql`y.coverage`)} as coverage,
      ${storedOrCurrentSql('RPC-M2', uncollectedOfYear)} as uncollected,
      ${storedOrCurrentSql('RPC-M3', economicOccupancyOfYear)} as economic_occupancy,
      ${storedOrCurrentSql('RPC-M9', reservePerUnitOfYear)} as reserve_per_unit,
      ${inspectionScoreSql(sql`k.inspection_score`, sql`y.property_id`, sql`y.period_end`)} as score
    from ${years} y
    left join ${cardOfYear(context)}
    left join lateral (select jsonb_object_agg(m ->> 'id', m -> 'value') as figures
      from jsonb_array_elements(k.metrics) m) d on true)`
}
