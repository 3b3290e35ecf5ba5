import { sql } from 'kysely'
import { formatPropertyNumber } from '#core/platform/lookups/model/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Candidate } from '../model/calls.ts'
import type { NumberedProperty } from '../model/importing.ts'
import type { Place } from '../model/places.ts'

/** SQL: whether property `p` is with the agency or about to be: not deleted, inactive or released. */
const presentSql = sql`p.status_id not in (${sqlPropertyStatus.Deleted}, ${sqlPropertyStatus.Inactive},
  ${sqlPropertyStatus.Decontrol})`

type CandidateRow = Omit<Candidate, 'propertyNumber'> & { agencyNumber: string | null; lihtC1: string | null }

/** Loads the properties without any record of a year, or without one of a type. The year 0 means any year. */
export async function loadCandidates(
  context: AnyContext,
  year: number,
  type: string | undefined,
): Promise<Candidate[]> {
  const result = await sql<CandidateRow>`
    select p.property_id, p.name as property_name, p.agency_number, l.lihtc_number as "lihtC1", p.city,
    c.name as county, p.status_id,
      p.total_units as units, coalesce(h.types, '') as has
    from property p left join county c using (county_id)
    left join lateral (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
    order by n.position limit 1) l on true
    left join (select property_id, string_agg(record_type, ', '
    order by created_at) as types, array_agg(record_type) as all_types
      from program2013 where year = ${year} or ${year} = 0
      group by property_id) h on h.property_id = p.property_id
    where ${presentSql} and
    ${type ? sql`not ${type} = any (coalesce(h.all_types, '{}'))` : sql`h.types is null`}
    order by lower(p.name), p.property_id`.execute(context.db)
  const { agencyShortName } = context.services.config
  return result.rows.map(({ agencyNumber, lihtC1, ...row }) => ({
    ...row,
    propertyNumber: formatPropertyNumber({ agencyNumber, lihtC1 }, agencyShortName),
  }))
}

/** Loads every number that identifies a property, with the types of its records in a year. */
export async function loadProgram2013Numbers({ db }: AnyContext, year: number): Promise<NumberedProperty[]> {
  const result = await sql<NumberedProperty>`
    select n.number, p.property_id, coalesce(h.has, '{}') as has
    from property p
    join (select property_id, agency_number as number from property where agency_number is not null
      union select property_id, lihtc_number from property_lihtc_number) n using (property_id)
    left join (select property_id, array_agg(record_type) as has from program2013 where year = ${year}
    group by property_id) h using (property_id)
    where p.status_id <> ${sqlPropertyStatus.Deleted} order by n.number, p.property_id`.execute(db)
  return result.rows
}

/** Loads all ZIP codes of the state with city and counties, the main county first. */
export async function loadZipPlaces({ db }: AnyContext): Promise<Place[]> {
  const result =
    await sql<Place>`select z.zip, z.city, c.name as county from zip_code z join county c using (county_id)
    order by z.zip, z.is_primary desc, c.name`.execute(db)
  return result.rows
}
