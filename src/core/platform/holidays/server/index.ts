import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getHolidaysByDate, holidays, loadHolidayYear } from '../model/calls.ts'
import { getPublicHolidays } from '../model/publicHolidays.ts'

/** SQL: the days of all holidays as a JSON list, for use in other statements. */
export const holidayDatesSql = sql<string[]>`(select coalesce(json_agg(h.holiday_date), '[]') from holiday h)`

/** Loads the days of all holidays in one statement. */
export async function loadHolidayDates({ db }: Pick<AnyContext, 'db'>): Promise<ReadonlySet<string>> {
  const matches = await db.selectFrom('holiday').select('holidayDate').execute()
  return new Set(matches.map((row) => row.holidayDate))
}

/** Every call that the holidays module answers. */
export const served: Served[] = [
  ...serveController(holidays),

  serve(getHolidaysByDate, async ({ db, query }) => {
    if (query.endDate < query.startDate)
      refuse.invalid([{ field: 'endDate', message: 'The end is before the start.' }])
    return db
      .selectFrom('holiday')
      .selectAll()
      .where('holidayDate', '>=', query.startDate)
      .where('holidayDate', '<=', query.endDate)
      .orderBy('holidayDate')
      .execute()
  }),

  serve(loadHolidayYear, ({ db, body, services: { config } }) =>
    db
      .insertInto('holiday')
      .values(getPublicHolidays(body.year, { state: body.state === false ? null : config.agencyState }))
      .onConflict((conflict) => conflict.column('holidayDate').doNothing())
      .returningAll()
      .execute(),
  ),
]
