import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the first and the last day of a fiscal year of property `p`. The year is the calendar year it ends in.
 */
const yearStart = (year: RawBuilder<unknown> | number): RawBuilder<string> =>
  sql`(make_date(${year}::integer - 1, p.fiscal_year_end_month, 1) + interval '1 month')::date`
const yearEnd = (year: RawBuilder<unknown> | number): RawBuilder<string> =>
  sql`(make_date(${year}::integer, p.fiscal_year_end_month, 1) + interval '1 month - 1 day')::date`

/** SQL: whether loan `l` of property `p` was running in a fiscal year. */
export const isRunningSql = (year: RawBuilder<unknown> | number): RawBuilder<boolean> =>
  sql`(l.start_date <= ${yearEnd(year)} and (l.status = 'Active' or l.paid_off_date >= ${yearStart(year)}))`
