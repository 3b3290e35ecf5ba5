import type pg from 'pg'
import { FIRST_ID } from './pickRandom.ts'

/** The size of a history: the number of properties and of years, and the last of these years. */
export type HistorySize = { properties: number; years: number; lastYear: number }

const UNIT_TYPES = 4
const OCCUPANCY_TASK = 3

const insertProperties = `
  insert into property (property_id, name, agency_number, county_id, total_units, housing_type, zip, congressional_district, management_company_id)
    overriding system value
  select ${FIRST_ID} + n, 'History ' || lpad(n::text, 5, '0'), 'H-' || n, (select array_agg(county_id) from county)[1 + n % (select count(*) from county)],
    0, (array['Family', 'Elderly'])[1 + n % 2], '6' || lpad((n % 50)::text, 4, '0'), (n % 9)::text, (select array_agg(management_company_id) from management_company)[1 + n % (select count(*) from management_company)]
  from generate_series(1, $1) n`

/** Gives each property up to four unit types, most with two rents, and some without any. */
const unitTypes = [
  `insert into property_room_type (project_room_type_id, property_id, room_type_id, count) overriding system value
    select p.property_id * ${UNIT_TYPES} + k, p.property_id, (select array_agg(room_type_id order by room_type_id) from room_type)[k], 1 + floor(random() * 40)
    from property p, generate_series(1, ${UNIT_TYPES}) k where p.property_id > ${FIRST_ID} and (k = 1 or random() < 0.35 + 0 * p.property_id)`,
  `insert into property_rent (property_id, project_room_type_id, rent, effective_date, units)
    select property_id, project_room_type_id, round((300 + random() * 900)::numeric, 2), date '2000-01-01' + k * 9000, null
    from property_room_type, generate_series(0, 1) k where property_id > ${FIRST_ID} and random() < 0.9`,
  `update property p set total_units = r.units from (select property_id, sum(count) as units from property_room_type group by 1) r
    where r.property_id = p.property_id and p.property_id > ${FIRST_ID}`,
]

const MONTHS = `generate_series(make_date($1, 1, 1), make_date($2, 12, 1), '1 month') m (day)`
/** Months that are filed, drafts or missing, in time or late. */
const occupancy = [
  `insert into project_occupancy (property_id, period_date, units, move_outs, status_id, submitted)
    select property_id, day, 0, case when random() < 0.9 then 0 end, case when random() < 0.03 then 1 else 5 end, day + interval '1 month' + random() * interval '25 days'
    from property, ${MONTHS} where property_id > ${FIRST_ID} and random() < 0.93`,
  `insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, vacant_count, off_line_count, move_outs)
    select o.project_occupancy_id, o.property_id, r.project_room_type_id, r.count, v.vacant - v.off_line, v.off_line,
      case when random() < 0.2 then jsonb_build_object((array['1', '2', '3'])[1 + floor(random() * 3)], floor(random() * 3), '9', 1) else '{}' end
    from project_occupancy o join property_room_type r using (property_id) cross join lateral (select vacant, floor(vacant * random())::integer as off_line
      from (select floor(power(random(), 4) * (r.count + 1))::integer as vacant) d) v where o.property_id > ${FIRST_ID}`,
  `update project_occupancy o set units = l.units, vacant_units = l.vacant from (select project_occupancy_id, sum(units) as units, sum(vacant_count + off_line_count) as vacant
    from project_occupancy_room group by 1) l where l.project_occupancy_id = o.project_occupancy_id and o.property_id > ${FIRST_ID}`,
]
const tasks = [
  `insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) overriding system value
    select property_id, property_id, ${OCCUPANCY_TASK}, 0, $1, 1 from property where property_id > ${FIRST_ID}`,
  `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id, submitted)
    select p.property_id, p.property_id, ${OCCUPANCY_TASK}, day, day + interval '1 month - 1 day', day + interval '1 month', day + interval '1 month 14 days', day + interval '1 month 14 days',
      coalesce(o.status_id, -1), o.submitted
    from property p cross join ${MONTHS} left join project_occupancy o on o.property_id = p.property_id and o.period_date = day where p.property_id > ${FIRST_ID}`,
]
const statements = [
  `insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted)
    select property_id, y, make_date(y, 1, 1), make_date(y, 12, 31), case when random() < 0.05 then 1 else 3 + floor(random() * 3) end, make_date(y + 1, 3, 1) + random() * interval '60 days'
    from property, generate_series($1, $2) y where property_id > ${FIRST_ID} and random() < 0.95`,
  `insert into annual_statement_line (afs_id, property_id, code, position, amount)
    select s.afs_id, s.property_id, c.code, c.position, round((power(random(), 3) * case when c.code like '51%' then 400000 else 60000 end)::numeric, 2)
    from annual_statement s join chart_account c on c.formula is null and c.statement <> 'Budget' and c.code ~ '^[0-9]+$' and c.effective_to is null
    where s.property_id > ${FIRST_ID} and random() < 0.4`,
]
/** Tax credits of up to three buildings and two notes for each statement, with some empty figures. */
const schedules = [
  `update property set low_income_units = floor(total_units * random()) where property_id > ${FIRST_ID} and random() < 0.9`,
  `insert into afs_tax_credit (afs_id, property_id, position, eligible_basis, applicable_fraction, applicable_percentage, state_credit)
    select afs_id, property_id, k, case when random() < 0.9 then round((random() * 4000000)::numeric, 2) end, round((random() * 100)::numeric, 4),
      round((random() * 9)::numeric, 4), case when random() < 0.5 then round((random() * 90000)::numeric, 2) end
    from annual_statement, generate_series(1, 3) k where property_id > ${FIRST_ID} and random() < 0.5`,
  `insert into afs_notes_payable (afs_id, property_id, position, beginning, additions, payments)
    select afs_id, property_id, k, round((random() * 2000000)::numeric, 2), case when random() < 0.1 then round((random() * 50000)::numeric, 2) end,
      case when random() < 0.8 then round((random() * 40000)::numeric, 2) end
    from annual_statement, generate_series(1, 2) k where property_id > ${FIRST_ID} and random() < 0.6`,
]
/** Requests in most states, some of them submitted in the last hours of a year in the agency's time zone. */
const increases = [
  `insert into rent_increase_request_header (property_id, rent_increase_type_id, status_id, submitted)
    select property_id, 1 + floor(random() * 3), (array[1, 2, 3, 5, 5, 6])[1 + floor(random() * 6)],
      case when random() < 0.2 then make_timestamp(y, 12, 31, 22, 0, 0) at time zone 'America/Chicago' else make_date(y, 1, 1) + random() * interval '364 days' end
    from property, generate_series($1, $2) y where property_id > ${FIRST_ID} and random() < 0.4`,
  `update rent_increase_request_header set decided = submitted + random() * interval '40 days' where property_id > ${FIRST_ID} and status_id >= 5`,
  `insert into room_rent_increase_request (rent_increase_request_header_id, property_id, position, units, current_rent, requested_rent, approved_rent)
    select rent_increase_request_header_id, property_id, k, 1 + floor(random() * 30), case when random() < 0.85 then round((400 + random() * 500)::numeric, 2) end,
      round((450 + random() * 600)::numeric, 2), case when status_id = 5 then round((420 + random() * 550)::numeric, 2) end
    from rent_increase_request_header, generate_series(1, 3) k where property_id > ${FIRST_ID} and random() < 0.7`,
]

/**
 * Makes properties with years of monthly occupancy, statements and rent increases, the same each time. It
 * writes straight into the tables, without triggers and rules, and returns the numbers of rows made.
 */
export async function makeHistory(owner: pg.Client, { properties: count, years, lastYear }: HistorySize) {
  const first = lastYear - years + 1
  await owner.query(`set session_replication_role = replica; set work_mem = '128MB'; select setseed(0.25)`)
  await owner.query(insertProperties, [count])
  for (const text of unitTypes) await owner.query(text)
  for (const text of [...occupancy, ...tasks, ...statements, ...schedules, ...increases])
    await owner.query(text.replaceAll('$1', String(first)).replaceAll('$2', String(lastYear)))
  await owner.query('reset session_replication_role; reset work_mem; analyze')
  const { rows } = await owner.query<{
    rooms: number
    lines: number
  }>(`select (select count(*) from project_occupancy_room)::integer as rooms,
    (select count(*) from annual_statement_line)::integer as lines`)
  return rows[0]!
}
