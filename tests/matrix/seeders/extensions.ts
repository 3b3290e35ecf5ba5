import type { Seeder } from '../seeders.ts'

/** Seeds a task due in 2099, with a request for more time that can be submitted. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  // Two schedules of one type may not overlap, so later rows use the first schedule.
  await owner.query(
    `insert into task_schedule (property_id, task_type_id, frequency, start_year, reason) values ($1, 1, 2, 2025, $2)
      on conflict do nothing`,
    [propertyId, `${marker} schedule`],
  )
  await owner.query(
    `with ahead as (
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open,
          original_due_date, due_date, note)
        select s.property_id, s.task_schedule_id, s.task_type_id, day, day + 364, day + 365, '2099-03-31', '2099-03-31', $2
        from task_schedule s cross join lateral (select '1900-01-01'::date + count(*)::integer * 365 as day
          from task_instance i where i.property_id = s.property_id) d
        where s.property_id = $1 returning *)
    insert into extension_request (property_id, task_instance_id, requested_due_date, reason)
      select property_id, task_instance_id, '2099-04-15', $3 from ahead`,
    [propertyId, `${marker} note`, `${marker} needs more time`],
  )
}
