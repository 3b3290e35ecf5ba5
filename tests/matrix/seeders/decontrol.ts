import type { Seeder } from '../seeders.ts'

/** Seeds a decontrol schedule that can be approved. */
export const seed: Seeder = (owner, { propertyId, marker }) =>
  owner
    .query(
      `insert into decontrol_schedule (property_id, reason, requested_on, effective_on, owner_notified_on, tenants_notified_on, release_recorded_on, tail_ends_on,
        reserve_disposition, left_open, comments, created_by)
      select $1, 'Prepayment', '2025-01-05', '2025-06-30', '2025-01-10', '2025-02-01', '2025-07-01', '2028-06-30', $2 || ' owner keeps it',
        $2 || ' is prepaid', $2 || ' comments', 1
      where not exists (select from decontrol_schedule where property_id = $1 and closed_on is null)`,
      [propertyId, marker],
    )
    .then(() => undefined)
