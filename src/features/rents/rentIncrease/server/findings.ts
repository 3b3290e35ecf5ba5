import { sql } from 'kysely'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import type { FindingSource } from '#core/portfolio/findings/server/index.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { ABOVE_APPROVED } from '../model/rentRoll.ts'

/**
 * The findings about rents above the approved ones, from the rent roll of the newest request that a
 * property filed with one (domain 14).
 */
export const unauthorizedRents: FindingSource = {
  source: 'rents',
  closingNote: 'A newer rent roll shows no rent above the approved ones. Closed by the portal.',
  rows: () => sql`select r.rent_increase_request_header_id, r.property_id,
    ${sql.lit(FindingType.RENT_INCREASE)},
      'Rents of ' || f.units || case f.units when 1 then ' unit' else ' units'
      end || ' above the approved ones',
      'By the rent roll of RI-' || r.rent_increase_request_header_id || ': ' || f.words,
      '/rentIncrease/RentIncrease/' || r.property_id || '/' || r.rent_increase_request_header_id
    from (select distinct on (property_id) * from rent_increase_request_header where ${statusIs.filed()}
    and rent_roll_checked is not null
      order by property_id, rent_roll_checked desc) r
    cross join lateral (select count(*) as units,
    left(string_agg('line ' || (e ->> 'line') || ', ' || (e ->> 'message'), ' '), 2000) as words
      from jsonb_array_elements(r.rent_roll_faults) e where e ->> 'message' like ${`%${ABOVE_APPROVED}%`}) f
    where f.units > 0`,
}
