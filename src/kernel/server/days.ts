import { type RawBuilder, sql } from 'kysely'
import { setAgencyZone, zoneOfAgency } from '../model/dates.ts'

// Modules write their SQL as they are loaded, which is before a server has read its configuration.
if (process.env.AGENCY_ZONE) setAgencyZone(process.env.AGENCY_ZONE)

type Sql = RawBuilder<unknown>

/** SQL: the day of a moment where the agency is: what came in on the evening of its due day came in time. */
export const agencyDay = (moment: Sql): RawBuilder<string> =>
  sql`(${moment} at time zone ${sql.lit(zoneOfAgency())})::date`

/** SQL: the moment at which a day begins where the agency is. A bare cast would be the evening before. */
export const startOfDay = (day: Sql): RawBuilder<string> =>
  sql`((${day})::timestamp at time zone ${sql.lit(zoneOfAgency())})`

/**
 * SQL: whether a month, by its first day, belongs to a year of books: its middle is in the year, so that a
 * year of 52 or 53 weeks has the twelve months reported for it.
 */
export const isMonth = (month: Sql, first: Sql, last: Sql): RawBuilder<boolean> =>
  sql`(${month} + 14 between ${first} and ${last})`
