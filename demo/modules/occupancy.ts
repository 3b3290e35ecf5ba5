import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { loadInBulk } from '../bulkLoading.ts'
import type { DemoPart } from '../demoPart.ts'

/**
 * Loads three years of months of every property that reports occupancy, invented in the database. The
 * vacancies of a year are the share of rent that its statement lost (account 5220 of 5120), lower in summer
 * than in winter. Moves lead from each month to the next.
 */
const MONTH_COUNT = 36
/** The tables with many rows, which are loaded without keys. */
const LINE_TABLES = ['project_occupancy_room']
/** The days after which a filed month is accepted without a review. */
const DAYS_TO_ACCEPTANCE = 5

/** Returns SQL that draws an integer from 0 to 2³¹ - 1, which depends only on the text. */
const drawNumberSql = (text: string): string => `(hashtext(${text}) & 2147483647)`

/**
 * SQL: a temporary table of the vacant units at the end of each month, from one month before the first one.
 * One property in 31 has lost households for five months.
 */
const vacanciesSql = `
  create temporary table counted on commit drop as
  with reporting as (select p.property_id, p.total_units as all_units, p.fiscal_year_end_month,
      coalesce(nullif((select sum(r.count) from property_room_type r where r.property_id = p.property_id), 0), p.total_units)::integer as units
    from property p where exists (select from task_schedule s where s.property_id = p.property_id and s.task_type_id = ${TaskType.Occupancy})),
  lost as (select a.property_id, a.year, max(l.amount) filter (where l.code = '5220') / nullif(max(l.amount) filter (where l.code = '5120'), 0) as rate
    from annual_statement a join annual_statement_line l using (afs_id) where l.code in ('5120', '5220') group by 1, 2),
  months as (select r.*, m::date as month, extract(year from m)::integer + case when extract(month from m) > r.fiscal_year_end_month then 1 else 0 end as year
    from reporting r cross join generate_series(date_trunc('month', $1::date) - interval '${MONTH_COUNT + 1} months', date_trunc('month', $1::date) - interval '1 month', interval '1 month') m),
  rated as (select m.*, coalesce(l.rate, 0.03 + ${drawNumberSql(`'rate' || m.property_id`)} % 50 / 1000.0) as rate,
      case when ${drawNumberSql(`'empties' || m.property_id`)} % 31 = 0 and m.month > $1::date - 170 then 0.12 else 0 end as emptying
    from months m left join lost l on l.property_id = m.property_id and l.year = m.year)
  select property_id, month, units, least(units, greatest(0, round(units * (rate * (1 + 0.25 * cos((extract(month from month) - 1) * pi() / 6)) + emptying))))::integer as vacant
  from rated where units > 0`

/**
 * SQL: a temporary table of the filed months. The moves follow from the vacancies. A month whose task is
 * open was not filed.
 */
const filedMonthsSql = `
  create temporary table filed on commit drop as
  select row_number() over (order by c.month, c.property_id)::integer as id, c.*, p.management_company_id as company,
    c.moved + greatest(0, c.vacant - c.before) as outs, c.moved + greatest(0, c.before - c.vacant) as ins,
    coalesce(i.submitted, (c.month + interval '1 month' + (2 + ${drawNumberSql(`c.property_id || ' ' || c.month`)} % 8) * interval '1 day' + interval '15 hours')) as submitted
  from (select *, lag(vacant) over (partition by property_id order by month) as before,
      (${drawNumberSql(`'turn' || property_id || month`)} % (1 + units / 16))::integer as moved from counted) c
  join property p using (property_id)
  left join task_instance i on i.property_id = c.property_id and i.task_type_id = ${TaskType.Occupancy} and i.period_start = c.month
  where c.before is not null and coalesce(i.status_id, 5) > 1`

/** SQL: the explanations of low occupancy. */
const whyBelowSql = `(array['A plant nearby closed; households left for work elsewhere.', 'Two buildings wait for new roofs, and leasing slowed.',
  'Several households bought homes in the spring.', 'Rents of new properties nearby are lower.'])`
/** SQL: the steps that were taken against low occupancy. */
const stepsTakenSql = `(array['One month free on a twelve-month lease, and a flyer at the housing authority.', 'Units are made ready within five days; open house on Saturdays.',
  'The referral agency was asked for households, and the listing was renewed.'])`

/** SQL: the filed months. Those with less than 85 percent occupied have an explanation. */
const monthsSql = `
  insert into project_occupancy (project_occupancy_id, property_id, filed_company_id, period_date, units, vacant_units, off_line_units, move_ins, move_outs,
    waiting_list, why_below, steps_taken, inquiries, applications, status_id, version, submitted, submitted_by_id, created_by, created_at, decided)
  select f.id, f.property_id, f.company, f.month, f.units, r.vacant, r.off_line, r.ins, r.outs, r.waiting,
    case when b.below then ${whyBelowSql}[1 + ${drawNumberSql(`'why' || f.property_id`)} % 4] end, case when b.below then ${stepsTakenSql}[1 + ${drawNumberSql(`'steps' || f.id`)} % 3] end,
    case when b.below then 5 + f.id % 20 end, case when b.below then 1 + f.id % 5 end,
    case when a.accepted then 5 else 2 end, case when a.accepted then 4 else 3 end, f.submitted, $2::integer, $2::integer, f.submitted - interval '2 days',
    case when a.accepted then f.submitted + interval '${DAYS_TO_ACCEPTANCE} days' end
  from filed f cross join lateral (select (f.units - f.vacant) * 100 < f.units * 85 as below) b
  cross join lateral (select f.submitted + interval '${DAYS_TO_ACCEPTANCE} days' < $1::date as accepted) a
  join lateral (select sum(l.vacant_count + l.off_line_count) as vacant, sum(l.off_line_count) as off_line, sum(l.move_ins) as ins,
      f.outs, sum(l.waiting_list) as waiting from project_occupancy_room l where l.project_occupancy_id = f.id) r (vacant, off_line, ins, outs, waiting) on true`

/**
 * Returns SQL for the part of a month's number that belongs to a unit type. The parts add up to the number,
 * and no part is larger than the number of units.
 */
const shareSql = (amount: string): string =>
  `(${amount} * k.through / f.units - ${amount} * (k.through - k.count) / f.units)`
const moveOutReasonsSql = `(array['home', 'job', 'rent', 'evicted', 'health', 'other', 'transfer', 'leaseEnded', 'evictedNonPayment', 'unitSize', 'job', 'home'])`
const populationsSql = `(array['Chronic mental illness', 'Developmental or physical disability', 'Homeless', 'Veterans', 'Youth aging out of care'])`

/** SQL: the lines of each month, one for each unit type. */
const roomLinesSql = `
  insert into project_occupancy_room (project_occupancy_room_id, project_occupancy_id, property_id, filed_company_id, project_room_type_id, units, vacant_count, off_line_count,
    notice_count, move_ins, move_outs, waiting_list, special_needs_count, special_needs_details, position)
  select row_number() over (order by f.id, k.place), f.id, f.property_id, f.company, k.project_room_type_id, k.count, v.vacant - v.off_line, v.off_line,
    least(k.count - v.vacant, ${drawNumberSql(`'notice' || f.id`)} % 3), ${shareSql('f.ins')},
    case when ${shareSql('f.outs')} > 0 then jsonb_build_object(${moveOutReasonsSql}[1 + ${drawNumberSql(`'reason' || f.id || ' ' || k.place`)} % 12], ${shareSql('f.outs')}) else '{}' end,
    ${drawNumberSql(`'wait' || f.property_id || ' ' || k.place || extract(year from f.month)`)} % (2 + k.count / 3), k.special_needs_count,
    case when k.special_needs_count > 0 then jsonb_build_array(jsonb_build_object('population', ${populationsSql}[1 + f.property_id % 5],
      'referred', greatest(0, least(k.special_needs_count, k.count - v.vacant) - f.property_id % 2), 'others', 0)) else '[]' end, k.place
  from filed f join room_share k using (property_id)
  cross join lateral (select ${shareSql('f.vacant')} as vacant) s
  cross join lateral (select s.vacant, case when s.vacant > 0 and ${drawNumberSql(`'off' || f.property_id || extract(year from f.month)`)} % 9 = 0 then 1 else 0 end as off_line) v`

/**
 * SQL: a temporary table of the unit types of each property, with the running total of their units
 * (`through`).
 */
const roomSharesSql = `
  create temporary table room_share on commit drop as
  select property_id, project_room_type_id, count, special_needs_count, sum(count) over w as through, (row_number() over w)::integer as place
    from property_room_type where count > 0 window w as (partition by property_id order by project_room_type_id)
  union all
  select distinct c.property_id, null::integer, c.units, 0, c.units::bigint, 1 from counted c
    where not exists (select from property_room_type r where r.property_id = c.property_id and r.count > 0)`

/** SQL: stores the vacancies of the newest month for the property's page. */
const newestVacanciesSql = `
  update property_room_type k set vacant_count = l.vacant_count + l.off_line_count
  from project_occupancy_room l join project_occupancy o using (project_occupancy_id)
  where k.project_room_type_id = l.project_room_type_id and o.period_date = (select max(n.period_date) from project_occupancy n where n.property_id = o.property_id)`

/** SQL: the status history of the months of the last year. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id, at)
  select 'ProjectOccupancy', o.project_occupancy_id, o.property_id, h.from_status, h.to_status, h.action, h.by, h.at
  from project_occupancy o cross join lateral (values (null::integer, 1, 'create', $2::integer, o.created_at), (1, 2, 'submit', $2::integer, o.submitted),
    (2, 5, 'accept', null::integer, o.decided)) h (from_status, to_status, action, by, at)
  where o.period_date > $1::date - 400 and h.at is not null`

/**
 * SQL: a temporary table of unfinished reports of the largest company for the newest month. Three are drafts
 * with an unanswered line, two were returned, and four were filed late and are not accepted yet.
 */
const unfinishedMonthsSql = `
  create temporary table unfinished on commit drop as
  select o.project_occupancy_id as id, case when place <= 3 then 'draft' when place <= 5 then 'returned' else 'late' end as how
  from (select n.*, row_number() over (order by hashtext('unfinished' || n.property_id)) as place from project_occupancy n
    join property p using (property_id) join app_user u on u.user_id = $2 and u.management_company_id = p.management_company_id
    where n.status_id >= 2 and n.period_date = (select max(period_date) from project_occupancy where period_date < date_trunc('month', $1::date))) o
  where place <= 9`
/** SQL: removes the vacancies of the last line of drafts. */
const unansweredLineSql = `
  update project_occupancy_room l set vacant_count = null from unfinished u where u.how = 'draft' and l.project_occupancy_id = u.id
    and l.position = (select max(position) from project_occupancy_room m where m.project_occupancy_id = u.id)`
/** SQL: takes unfinished months back to their earlier status. */
const reopenSql = `
  update project_occupancy o set status_id = case u.how when 'late' then 2 else 1 end, decided = null, version = 3,
      submitted = case u.how when 'late' then $1::date - interval '33 hours' when 'returned' then o.submitted end,
      vacant_units = case u.how when 'draft' then null else o.vacant_units end,
      return_reason = case u.how when 'returned' then 'The move-outs do not carry last month’s vacancies to this month’s: please check the unit types.' end
    from unfinished u where o.project_occupancy_id = u.id`
/** SQL: the step by which the agency returned months. */
const returnHistorySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'ProjectOccupancy', o.project_occupancy_id, o.property_id, 2, 1, 'return', o.return_reason, $2::integer, least(o.submitted + interval '1 day', $1::date)
  from project_occupancy o join unfinished u on u.id = o.project_occupancy_id where u.how = 'returned'`

/** SQL: gives each task the report of its month, with its status. */
const taskUpdateSql = `
  update task_instance i set request_id = o.project_occupancy_id, status_id = o.status_id, submitted = o.submitted
  from project_occupancy o where i.property_id = o.property_id and i.task_type_id = ${TaskType.Occupancy} and i.period_start = o.period_date`

/** Loads monthly occupancy reports in bulk. */
export default {
  after: ['annualStatement', 'tasks', 'properties'],
  load: async ({ client, day, users }) => {
    const userId = users.get('company.admin') ?? null
    await client.query(vacanciesSql, [day])
    await client.query(filedMonthsSql)
    await client.query(roomSharesSql)
    await client.query('create index on filed (property_id); analyze filed; analyze room_share')
    // Other tables refer to months, so their keys remain. There are fewer months than lines.
    await client.query('alter table project_occupancy disable trigger user')
    await loadInBulk(client, LINE_TABLES, async () => {
      await client.query(roomLinesSql)
      await client.query('create index occupancy_loading on project_occupancy_room (project_occupancy_id)')
      await client.query(monthsSql, [day, userId])
      await client.query('drop index occupancy_loading')
    })
    await client.query('analyze project_occupancy; analyze project_occupancy_room')
    await client.query(newestVacanciesSql)
    await client.query(unfinishedMonthsSql, [day, userId])
    await client.query(unansweredLineSql)
    await client.query(reopenSql, [day])
    await client.query('alter table project_occupancy enable trigger user')
    await client.query(historySql, [day, userId])
    await client.query(returnHistorySql, [day, users.get('agency.write') ?? null])
    await client.query(taskUpdateSql)
  },
  idColumns: {
    project_occupancy: 'project_occupancy_id',
    project_occupancy_room: 'project_occupancy_room_id',
  },
} satisfies DemoPart
