import { type RawBuilder, sql } from 'kysely'
import { zoneOfAgency } from '../model/dates.ts'

/** SQL: the day of a moment where the agency is: what came in on the evening of its due day came in time. */
export const agencyDay = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${moment} at time zone ${sql.lit(zoneOfAgency())})::date`
