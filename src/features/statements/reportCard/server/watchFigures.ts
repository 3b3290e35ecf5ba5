import { type RawBuilder, sql } from 'kysely'
import { delinquentSql } from '#features/statements/surplusCash/server/index.ts'
import { getYearNumber } from '#kernel/model/dates.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { cardFiguresSql } from './cardFigures.ts'
import { inspectionScoresBy } from './inspectionScore.ts'
import { type FigureContext, loadCardWeights } from './yearly.ts'

type Sql = RawBuilder<unknown>

/**
 * The number of fiscal years that the watch list considers: three show a falling coverage, and one may not
 * be filed yet.
 */
const YEAR_COUNT = 4

/** SQL: the figures of report cards of fiscal years that ended by a day, as rows of the watch list. */
async function cardRowsSql(day: string, context: FigureContext, properties: Sql): Promise<Sql> {
  const newest = getYearNumber(day)
  const years = Array.from({ length: YEAR_COUNT }, (_, back) => newest - back)
  const weights = await loadCardWeights(context, years)
  const figures: Sql[] = []
  for (const year of years)
    figures.push(sql`select y.* from ${await cardFiguresSql(context, year, properties, weights)} y`)
  return sql`select f.key, c.property_id, c.period_end, f.value, '/afs/review/reportcard/' || c.afs_id
    from (${sql.join(figures, sql` union all `)}) c cross join lateral (values ('coverage', c.coverage),
      ('economicOccupancy', c.economic_occupancy), ('goingConcern',
      c.going_concern::integer::numeric)) f (key, value)
    where c.period_end <= ${day}::date and f.value is not null`
}

/** SQL: the delinquent amount in a line of the latest filed statements' surplus cash, in dollars. */
const delinquentRowsSql = (line: 'A5' | 'A9') => (day: string) =>
  sql`
  select s.property_id, s.period_end, d.cents / 100.0, '/afs/review/reportcard/' || s.afs_id
  from annual_statement s cross join lateral (
    select coalesce((d.lines ->> ${line})::numeric, 0) as cents
    from (${delinquentSql(sql`s.afs_id`)}) d (lines)) d
  where s.period_end between ${day}::date - 760 and ${day}::date and ${statusIs.filed('s')}`

/** The figures of report cards and their statements that the watch list uses (domain 28). */
export const watchFigures = [
  { keys: ['coverage', 'economicOccupancy', 'goingConcern'], rows: cardRowsSql },
  { key: 'inspection', rows: inspectionScoresBy },
  { key: 'unpaidTaxes', rows: delinquentRowsSql('A9') },
  { key: 'unpaidMortgage', rows: delinquentRowsSql('A5') },
] as const
