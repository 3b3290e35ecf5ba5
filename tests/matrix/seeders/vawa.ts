import { seal } from '#core/portfolio/households/server/index.ts'
import { properties } from '#tests/fixture.ts'
import type { Seeder } from '../seeders.ts'

/**
 * Seeds a VAWA request with an occupancy month, and gives everybody the right to read such requests, so that
 * only a person's scope decides who sees it.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  // The readers of property D's company are added when property D is seeded, so that an id shows to which
  // property it belongs.
  await owner.query(
    `insert into vawa_reader (user_id, management_company_id, granted_by, confirmed_at)
      select u.user_id, u.management_company_id, 1, now() from app_user u where $1::integer = $2::integer or u.management_company_id is distinct from
        (select management_company_id from property where property_id = $2) on conflict do nothing`,
    [propertyId, properties.d],
  )
  await owner.query(
    `with month as (insert into project_occupancy (property_id, period_date, units, created_by)
      select $1, make_date(1991 + count(*)::integer, 7, 1), 10, 5 from project_occupancy where property_id = $1 returning project_occupancy_id)
    insert into vawa_request (project_occupancy_id, property_id, request_date, request_type, household, reason, created_by)
      select project_occupancy_id, $1, $2, $3, $4, $5, 5 from month`,
    [propertyId, seal('2026-03-02'), seal('Other'), seal(`${marker} 7`), seal(`${marker} reason`)],
  )
}
