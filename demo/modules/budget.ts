import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { loadInBulk } from '../bulkLoading.ts'
import type { DemoPart } from '../demoPart.ts'
import { getDemoStatements } from './annualStatement/statements.ts'

/**
 * Loads seven years of budgets of every property that files them, invented in the database. Each account is
 * a share of the property’s gross potential rent, drawn by property and account, and rises by three percent
 * a year. Gross potential rent follows from the rents in force, and reserve deposits from the deposit
 * schedule. The current budget is the one that was approved a year before.
 */
const YEAR_COUNT = 7
/** The first fiscal year whose rents are known. Earlier rents are computed from it. */
const FIRST_YEAR_WITH_RENTS = 2026
/** Budgets of the next year and of this many years before have the origin of each figure. */
const YEARS_WITH_ORIGINS = 1

/** The approximate share of each account in gross potential rent. */
const rentShareByAccount: Readonly<Record<string, number>> = {
  5220: 0.06,
  5410: 0.0006,
  5440: 0.0025,
  5910: 0.012,
  5920: 0.008,
  6310: 0.05,
  6311: 0.011,
  6320: 0.058,
  6350: 0.022,
  6370: 0.01,
  6390: 0.009,
  6450: 0.026,
  6451: 0.017,
  6452: 0.03,
  6453: 0.016,
  6510: 0.1,
  6515: 0.03,
  6520: 0.06,
  6525: 0.012,
  6710: 0.085,
  6711: 0.01,
  6720: 0.06,
  6820: 0.1,
  B110: 0.06,
  B250: 0.02,
}

/** SQL: the shares as a list of values (code, position, share). */
const rentSharesSql = Object.entries(rentShareByAccount)
  .map(([code, part]) => `('${code}', ${Number(code.replace(/\D/g, ''))}, ${part}::float8)`)
  .join(', ')

/**
 * SQL: a temporary table of the gross potential rent by property and year. It sums the rents in force in
 * each month. Before the first known rents, each year is three percent lower.
 */
const potentialRentSql = `
  create temp table demo_potential on commit drop as
  with rents as (select m.day::date as day, e.property_id, sum(e.units * e.rent) as amount
      from generate_series(make_date(${FIRST_YEAR_WITH_RENTS} - 1, 7, 1), make_date($1::integer, 12, 1), interval '1 month') m (day)
      cross join lateral rent_in_force(m.day::date) e group by 1, 2),
    filing as (select distinct property_id from task_schedule where task_type_id = ${TaskType.Budget}),
    years as (select p.property_id, y as year, sum(r.amount) as amount from property p join filing using (property_id)
      cross join generate_series(${FIRST_YEAR_WITH_RENTS}, $1::integer) y
      join rents r on r.property_id = p.property_id and r.day > make_date(y - 1, p.fiscal_year_end_month, 28)
        and r.day <= make_date(y, p.fiscal_year_end_month, 28) group by 1, 2)
  select property_id, year, amount::float8 as amount from years
  union all select property_id, ${FIRST_YEAR_WITH_RENTS} - n, round(amount * power(1.03, -n))::float8
    from years cross join generate_series(1, ${YEAR_COUNT} + 2) n where year = ${FIRST_YEAR_WITH_RENTS}`

/**
 * SQL: the budgets. Each one has the status of its task. Budgets from before the tasks are approved, with a
 * few exceptions.
 */
const budgetsSql = `
  insert into budget (budget_id, property_id, budget_year, status_id, certified, certified_at, certification_id, rent_increase_included, comments,
    version, submitted_by_id, submitted, reviewer_id, review_started, reviewed_by_id, reviewed, decided_by_id, decided, decision_comment, created_by, created_at)
  select row_number() over (order by s.year, s.property_id), s.property_id, s.year, s.status, s.status >= 2, w.submitted, w.filer, null,
    'Insurance and payroll lead the increase.', s.status, w.filer, w.submitted, w.reviewer, case when s.status >= 3 then w.submitted + interval '4 days' end,
    case when s.status >= 4 then w.reviewer end, case when s.status >= 4 then w.submitted + interval '8 days' end,
    case when s.status >= 5 then $4::integer end, case when s.status >= 5 then w.submitted + interval '12 days' end,
    case when s.status = 6 then 'The worksheet was returned twice and not corrected.' end, coalesce(w.filer, $2), w.begun
  from (select q.property_id, q.year, p.management_company_id = u.management_company_id as own, t.submitted as filed,
      case when t.status_id is null then case when abs(hashtext(concat('budget', q.property_id, q.year))) % 60 = 0 then 6 else 5 end
        when t.status_id = 2 then (array[2, 2, 2, 2, 2, 3, 3, 4, 5, 6])[1 + abs(hashtext(concat('stage', q.property_id))) % 10]
        when t.status_id > 0 then t.status_id
        when p.management_company_id = u.management_company_id and q.property_id % 3 <> 0 then 1 end as status
    from demo_potential q join property p using (property_id) join app_user u on u.user_id = $2
    left join task_instance t on t.property_id = q.property_id and t.task_type_id = ${TaskType.Budget} and extract(year from t.period_end) = q.year
    where q.year between $1::integer - ${YEAR_COUNT - 1} and $1::integer) s
  cross join lateral (select least(coalesce(s.filed, make_timestamptz(s.year - 1, 11, 1 + s.property_id % 14, 15, 0, 0, 'UTC')),
    ($5::date + interval '15 hours' - interval '4 days' * greatest(0, least(s.status, 5) - 2)) at time zone 'UTC') as at) f
  cross join lateral (select f.at - interval '20 days' as begun, case when s.status >= 2 then f.at end as submitted,
    case when s.own then $2::integer end as filer, case when s.status >= 3 then $3::integer end as reviewer) w
  where s.status is not null`

/** SQL: the status history of the budgets, from the times in their rows. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'Budget', b.budget_id, b.property_id, h.was, h.becomes, h.action, case when h.becomes = 6 then b.decision_comment end, h.who, h.at
  from budget b cross join lateral (values
    (null, 1, 'create', b.created_by, b.created_at), (1, 2, 'submit', b.submitted_by_id, b.submitted),
    (2, 3, 'startReview', b.reviewer_id, b.review_started), (3, 4, 'review', b.reviewed_by_id, b.reviewed),
    (4, b.status_id, case b.status_id when 6 then 'deny' else 'approve' end, b.decided_by_id, b.decided)) h (was, becomes, action, who, at)
  where h.at is not null and (h.becomes < 5 or b.status_id >= 5)`

/**
 * Returns SQL that draws an integer from 0 to 999. It depends only on the name, and is the same on every
 * machine.
 */
const drawNumberSql = (name: string) => `(abs(hashtext(${name})::bigint) % 1000)`

/**
 * SQL: the lines of all budgets, with the approved figures of the year before. Lines of recent years have
 * the origin of their figures. The amount of an account is drawn once for a property and then varied for
 * each of its years.
 */
const linesSql = `
  with parts (code, position, part) as (values ${rentSharesSql}),
    accounts as (select q.property_id, l.code, l.position, l.part * q.amount * (0.85 + 0.0003 * ${drawNumberSql(`q.property_id || l.code`)}) as amount,
        l.code in ('6820', 'B110') as fixed, case when l.code = '6320' then 516 * p.total_units else 1e12 end as most
      from demo_potential q join property p using (property_id) cross join parts l
      where q.year = ${FIRST_YEAR_WITH_RENTS} and (l.code <> 'B250' or q.property_id % 2 = 0)),
    every as (
      select a.property_id, a.code, a.position, y.year, round(least(a.most, a.amount * case when a.fixed then 1 else y.prices end
        * (0.985 + 0.00003 * ${drawNumberSql(`a.property_id || a.code || y.year`)})))::integer as amount
      from accounts a cross join (select year, power(1.03::float8, year - ${FIRST_YEAR_WITH_RENTS}) as prices
        from generate_series($1::integer - ${YEAR_COUNT + 1}, $1::integer) year) y
      union all select property_id, '5120', 5120, year, round(amount)::integer from demo_potential
      union all select p.property_id, 'B210', 210, year, coalesce((select sum(12 * s.monthly_deposit) from reserve_account a
          join reserve_deposit_schedule s using (reserve_account_id) where a.property_id = p.property_id and a.kind = 'Replacement reserve'), 300 * p.total_units)::integer
        from property p cross join generate_series($1::integer - ${YEAR_COUNT + 1}, $1::integer) year),
    approved as (select *, case when code = '6390' and ${drawNumberSql(`property_id || '/' || year`)} < 200 then round(amount * 0.9)::integer else amount end as approved from every),
    figures as (select *, lag(approved) over w as last, lag(amount, 2) over w as earlier from approved window w as (partition by property_id, code order by year))
  insert into budget_line (budget_id, property_id, filed_company_id, code, position, prior_actual, current_budget, year_to_date, proposed, approved, origins)
  select b.budget_id, b.property_id, b.filed_company_id, f.code, f.position, round(f.earlier * 1.01::float8)::integer, f.last, round(f.last * 0.75::float8)::integer, f.amount,
    case when b.status_id >= 3 then f.approved end,
    case when b.budget_year >= $1::integer - ${YEARS_WITH_ORIGINS} then jsonb_build_object(
      'proposed', jsonb_build_object('by', b.created_by, 'at', b.created_at, 'file', 'budget-' || b.budget_year || '.xlsx', 'row', f.position % 97 + 2))
      || case when e.budget_id is null then '{}' else jsonb_build_object('currentBudget', jsonb_build_object('by', b.created_by, 'at', b.created_at,
        'carried', 'the ' || e.budget_year || ' budget, B-' || e.budget_id)) end end
  from budget b join figures f on f.property_id = b.property_id and f.year = b.budget_year
  left join budget e on e.property_id = b.property_id and e.budget_year = b.budget_year - 1 and e.status_id = 5`

/**
 * SQL: makes figures of some drafts wrong: rents above the approved ones, deposits below the required ones,
 * an increase without explanation.
 */
const faultsSql = `
  update budget_line l set proposed = round(case l.code when '5120' then l.proposed * 1.04 when 'B210' then l.proposed * 0.8 else l.proposed * 1.6 end)
  from budget b where b.budget_id = l.budget_id and b.status_id = 1 and (l.code = '5120' and b.property_id % 3 = 1
    or l.code = 'B210' and b.property_id % 4 = 1 or l.code = '6720' and b.property_id % 5 < 2)`

/** Returns SQL for the totals of the lines in one column, which lists show. */
const getTotalsSql = (
  column: string,
) => `case when count(l.${column}) > 0 then jsonb_build_object('grossPotentialRent', coalesce(sum(l.${column}) filter (where l.code = '5120'), 0),
  'revenue', coalesce(sum(case when l.code like '52%' then -l.${column} else l.${column} end) filter (where l.code like '5%'), 0),
  'expenses', coalesce(sum(l.${column}) filter (where l.code like '6%'), 0),
  'operatingIncome', coalesce(sum(case when l.code like '52%' then -l.${column} when l.code like '5%' then l.${column} else -l.${column} end)
    filter (where l.code like '5%' or l.code like '6%' and l.code not like '68%'), 0),
  'reserveDeposits', coalesce(sum(l.${column}) filter (where l.code = 'B210'), 0),
  'debtService', coalesce(sum(l.${column}) filter (where l.code in ('6820', 'B110')), 0)) end`

/** SQL: sets the totals of each budget, its staff, its capital plan and the approved rents from the lines. */
const totalsSql = `
  update budget b set totals = t.proposed, approved_totals = t.approved,
    approved_rents = case when b.status_id >= 2 and b.budget_year >= ${FIRST_YEAR_WITH_RENTS} then q.amount end,
    staffing = case when b.budget_year >= $1::integer - 1 then jsonb_build_array(
      jsonb_build_object('clientKey', 'manager', 'title', 'Site manager', 'hours', 40, 'salary', t.office, 'charged', 100, 'rentFreeUnit', false),
      jsonb_build_object('clientKey', 'maintenance', 'title', 'Maintenance', 'hours', 40, 'salary', t.maintenance, 'charged', 100, 'rentFreeUnit', false)) else '[]' end,
    capital_plan = case when b.budget_year >= $1::integer - 1 and t.works > 0 then jsonb_build_array(
      jsonb_build_object('clientKey', 'works', 'item', 'Roofs and water heaters', 'year', b.budget_year, 'cost', t.works)) else '[]' end
  from (select l.budget_id, ${getTotalsSql('proposed')} as proposed, ${getTotalsSql('approved')} as approved,
      max(l.proposed) filter (where l.code = '6310') as office, max(l.proposed) filter (where l.code = '6510') as maintenance,
      max(l.proposed) filter (where l.code = 'B250') as works from budget_line l group by l.budget_id) t, demo_potential q
  where t.budget_id = b.budget_id and q.property_id = b.property_id and q.year = b.budget_year`

/** SQL: gives each task the budget of its year, with its status. */
const taskUpdateSql = `
  update task_instance i set request_id = b.budget_id, status_id = b.status_id, submitted = b.submitted from budget b
  where i.task_type_id = ${TaskType.Budget} and i.property_id = b.property_id and extract(year from i.period_end) = b.budget_year`

/** Loads budgets of seven years in bulk. */
export default {
  after: ['properties', 'people', 'reserves', 'tasks'],
  load: async (context) => {
    const { client, users, day } = context
    const nextYear = Number(day.slice(0, 4)) + 1
    await client.query(potentialRentSql, [nextYear])
    await client.query(budgetsSql, [
      nextYear,
      users.get('company.admin'),
      users.get('agency.write'),
      users.get('agency.manager'),
      day,
    ])
    await client.query('analyze demo_potential, budget')
    await client.query(historySql)
    await loadInBulk(client, ['budget_line'], async () => {
      await client.query(linesSql, [nextYear])
      await client.query(faultsSql)
      // The statements need the budgets. They are prepared here, while the database stores the budgets, and
      // their query waits for it.
      getDemoStatements(context).catch(() => undefined)
    })
    await client.query('analyze budget_line')
    await client.query(totalsSql, [nextYear])
    await client.query(taskUpdateSql)
  },
  idColumns: { budget: 'budget_id' },
} satisfies DemoPart
