import { type RawBuilder, sql } from 'kysely'
import { statusIs } from '#kernel/server/statusSql.ts'

type Sql = RawBuilder<unknown>

/** The maximum age of an inspection at the end of the fiscal year, in days; older scores are not used. */
const DAYS_OF_SCORE = 4 * 366

/**
 * SQL: the inspection score of a fiscal year: that of its card, otherwise of the last visit by the end of
 * the year.
 */
export const inspectionScoreSql = (
  ofCard: Sql,
  propertyId: Sql,
  periodEnd: Sql,
): RawBuilder<number | null> => sql`
  coalesce(${ofCard}, (select round(h.score)::integer from property_inspection h
    where h.property_id = ${propertyId} and h.score is not null
      and h.inspection_date between ${periodEnd} - ${sql.lit(DAYS_OF_SCORE)} and ${periodEnd}
    order by h.inspection_date desc, h.property_inspection_id desc limit 1))`

/**
 * SQL: the inspection scores by a day, with the columns property_id, day, score and path: those of visits,
 * and those that cards of ended fiscal years have instead. The newest one is a property's current score.
 */
export const inspectionScoresBy = (day: string): Sql => sql`
  select h.property_id, h.inspection_date, round(h.score),
  '/EditProject/' || h.property_id || '?tab=Inspections'
  from property_inspection h
  where h.score is not null and h.inspection_date between ${day}::date - ${sql.lit(DAYS_OF_SCORE)}
  and ${day}::date
  union all
  select k.property_id, s.period_end, k.inspection_score, '/afs/review/reportcard/' || k.afs_id
  from afs_report_card k join annual_statement s using (afs_id)
  where k.archived_at is null and k.inspection_score is not null and ${statusIs.filed('s')}
    and s.period_end between ${day}::date - ${sql.lit(DAYS_OF_SCORE)} and ${day}::date`
