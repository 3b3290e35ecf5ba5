import { seal } from '#ground/portfolio/households/server/index.ts'
import { properties } from '#tests/fixture.ts'
import type { Seeder } from '../seeders.ts'

/** A request beside a month, and the right to it for everybody, so that scope alone says who sees it. */
export const seed: Seeder = async (owner, { propertyId, word }) => {
  // Those of property D's company come with it, so that an id tells whose it is.
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
    [propertyId, seal('2026-03-02'), seal('Other'), seal(`${word} 7`), seal(`${word} reason`)],
  )
}
