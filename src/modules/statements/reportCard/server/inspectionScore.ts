import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** How old an inspection may be at the end of the fiscal year, in days: an earlier score tells nothing of it. */
const DAYS_OF_SCORE = 4 * 366

/** SQL: the inspection score of a fiscal year: that of its card, else of the last visit by the end of the year. */
export const inspectionScoreOf = (ofCard: Sql, propertyId: Sql, periodEnd: Sql): RawBuilder<number | null> => sql`
  coalesce(${ofCard}, (select round(h.score)::integer from property_inspection h
    where h.property_id = ${propertyId} and h.score is not null
      and h.inspection_date between ${periodEnd} - ${sql.lit(DAYS_OF_SCORE)} and ${periodEnd}
    order by h.inspection_date desc, h.property_inspection_id desc limit 1))`
