import type { Seeder } from '../seeders.ts'

/** Seeds a task schedule with two tasks, and one row of every other table of tasks. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  // Two schedules of one type may not overlap, so later rows use the first schedule.
  await owner.query(
    `insert into task_schedule (property_id, task_type_id, frequency, start_year, reason) values ($1, 1, 2, 2025, $2)
      on conflict do nothing`,
    [propertyId, `${marker} schedule`],
  )
  const insertTask = (due: string) =>
    owner.query(
      `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open,
          original_due_date, due_date, note)
        select s.property_id, s.task_schedule_id, s.task_type_id, day, day + 364, day + 365, $2, $2, $3
        from task_schedule s cross join lateral (select '2000-01-01'::date + count(*)::integer * 365 as day
          from task_instance i where i.property_id = s.property_id) d
        where s.property_id = $1`,
      [propertyId, due, `${marker} note`],
    )
  await insertTask('2026-03-31')
  await insertTask('2099-03-31')
  await owner.query(
    'insert into property_requirement (property_id, module_id, required, reason) values ($1, 5, false, $2) on conflict do nothing',
    [propertyId, `${marker} has no TCAP`],
  )
  await owner.query(
    `insert into activity_period (property_id, start_date, note) values ($1, '2020-01-01', $2)`,
    [propertyId, `${marker} opened`],
  )
  await owner.query('insert into to_do (property_id, type, title) values ($1, 1, $2)', [
    propertyId,
    `${marker} to-do`,
  ])
  await owner.query('insert into item_to_do (property_id, type, item, title) values ($1, 1, 1, $2)', [
    propertyId,
    `${marker} item`,
  ])
}
