import { type RawBuilder, sql } from 'kysely'
import { setAgencyZone, zoneOfAgency } from '../model/dates.ts'

// Modules build SQL when they are loaded, before the server reads its configuration. So the zone is set here.
if (process.env.AGENCY_ZONE) setAgencyZone(process.env.AGENCY_ZONE)

type Sql = RawBuilder<unknown>

/** SQL for the agency's day of a moment, so that a record filed on the evening of its due day is in time. */
export const agencyDay = (moment: Sql): RawBuilder<string> =>
  sql`(${moment} at time zone ${sql.lit(zoneOfAgency())})::date`

/** SQL for the moment at which a day begins at the agency. A plain cast would return the evening before. */
export const startOfDay = (day: Sql): RawBuilder<string> =>
  sql`((${day})::timestamp at time zone ${sql.lit(zoneOfAgency())})`

/**
 * SQL: whether a month, given by its first day, belongs to a fiscal year from `first` to `last`. The middle
 * of the month decides, so that a year of 52 or 53 weeks has exactly twelve months.
 */
export const isMonth = (month: Sql, first: Sql, last: Sql): RawBuilder<boolean> =>
  sql`(${month} + 14 between ${first} and ${last})`
