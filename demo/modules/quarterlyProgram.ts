import type { Account } from '#core/money/chart/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { getSheetCharts } from '#features/statements/quarterlyProgram/model/month.ts'
import { months as monthReview } from '#features/statements/quarterlyProgram/model/months.ts'
import {
  getMonthStart,
  getQuarter,
  getQuarterlyProgramMonths,
} from '#features/statements/quarterlyProgram/model/periods.ts'
import { quarters as quarterReview } from '#features/statements/quarterlyProgram/model/quarters.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import type { Figures } from '../monthlyBooks.ts'
import {
  type BooksContext,
  buildMonths,
  getMonthValues,
  getProgramEnd,
  getQuarters,
  type ProgramMonth,
  type ProgramProperty,
  plans,
  type QuarterPlan,
  toTimestamp,
} from '../tcapMonths.ts'

/**
 * Loads three years of months of the properties with a tax-credit exchange award (TCR), and of two of the
 * largest company that are invented to be in TCAP. A month is about a twelfth of the approved budget. The
 * balance sheet continues from month to month, with the replacement reserve of the agency's ledger.
 */
const YEAR_COUNT = 3
/** The number of properties that are invented to be in TCAP. */
const TCAP_PROPERTIES = 2
/** The first year in which a part of the fee was released. */
const FIRST_FEE_RELEASE_YEAR = 2012
/** The fee in dollars, of which a part is released each year. */
const TOTAL_FEE_DOLLARS = 45_000

/** SQL: the properties in the programs. `own` ones come last. */
const propertiesSql = `
  with own as (select p.property_id from property p join app_user u on u.user_id = $1 and u.management_company_id = p.management_company_id
    where p.status_id = 0 and p.total_units >= 24 and exists (select from budget b where b.property_id = p.property_id)
      and not exists (select from task_schedule s where s.property_id = p.property_id and s.task_type_id = ${TaskType.TCAP})
    order by p.property_id limit ${TCAP_PROPERTIES})
  select p.property_id as id, o.property_id is not null as own, p.total_units as units
  from property p left join own o using (property_id)
  where o.property_id is not null or exists (select from task_schedule s where s.property_id = p.property_id and s.task_type_id = ${TaskType.TCAP})
  order by 2, 1`

/** SQL: gives the TCAP properties the same task schedule and tasks as the TCR properties. */
const tasksSql = `
  with like_others as (select * from task_schedule where task_type_id = ${TaskType.TCAP} order by property_id limit 1),
    numbered as (select max(task_schedule_id) as id from task_schedule),
    made as (insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month)
      select n.id + o.place, o.id, s.task_type_id, s.frequency, s.start_year, s.start_month
      from numbered n, unnest($1::integer[]) with ordinality o (id, place), like_others s returning *)
  insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
  select m.property_id, m.task_schedule_id, i.task_type_id, i.period_start, i.period_end, i.window_open, i.original_due_date, i.due_date
  from made m, task_instance i join like_others using (task_schedule_id)`

/** SQL: the approved or else the proposed amounts of each budget by account. */
const budgetsSql = `select b.property_id as id, b.budget_year as year, jsonb_object_agg(l.code, coalesce(l.approved, l.proposed)) as figures
  from budget b join budget_line l using (budget_id) where b.property_id = any ($1::integer[]) group by 1, 2`

/** SQL: the balance of each replacement reserve at the end of each month. */
const reserveBalancesSql = `select a.property_id as id, m.day::date::text as month, sum(e.amount)::float8 as balance
  from reserve_account a cross join generate_series($2::date, $3::date, interval '1 month') m (day)
  join reserve_entry e on e.reserve_account_id = a.reserve_account_id and e.entry_date < m.day + interval '1 month'
  where a.kind = 'Replacement reserve' and a.property_id = any ($1::integer[]) group by 1, 2`

/** SQL: the accounts of the chart of a year. */
const chartSql = `select jsonb_agg(jsonb_build_object('code', code, 'name', name, 'statement', statement, 'section', section, 'position', position,
    'sign', sign, 'formula', formula) order by position) as of
  from chart_account where $1 between effective_from and coalesce(effective_to, $1)`

/** SQL: gives each task its month and status, and ends the tasks of the program that ended. */
const taskUpdatesSql = [
  `update task_instance i set request_id = t.tcap_id, status_id = case when t.status_id = 2 and q.status_id >= 3 then q.status_id
      else coalesce(t.status_id, -1) end, submitted = t.submitted
    from task_instance o join tcap_program g using (property_id) left join tcap t on t.property_id = o.property_id and t.period_date = o.period_start
    left join tcap_quarter q on q.property_id = o.property_id and q.year = extract(year from o.period_start) and q.quarter = extract(quarter from o.period_start)
    where o.task_instance_id = i.task_instance_id and o.task_type_id = ${TaskType.TCAP}`,
  `delete from task_instance i using tcap_program g where i.property_id = g.property_id and i.task_type_id = ${TaskType.TCAP} and i.period_start > g.ends_on`,
  `update task_schedule s set end_year = extract(year from g.ends_on), end_month = extract(month from g.ends_on)
    from tcap_program g where s.property_id = g.property_id and s.task_type_id = ${TaskType.TCAP} and g.ends_on is not null`,
]

const amountColumns = {
  tcap_id: 'integer',
  property_id: 'integer',
  filed_company_id: 'integer',
  code: 'text',
  position: 'integer',
  amount: 'numeric',
  origins: 'jsonb',
}
/** Loads the amounts of months by account, with their origins. */
async function loadLines({ client }: DemoContext, months: readonly ProgramMonth[]): Promise<void> {
  const filedCompanies = await client.query<{ id: number; company: number | null }>(
    'select distinct property_id as id, filed_company_id as company from tcap',
  )
  const companies = new Map(filedCompanies.rows.map((row) => [row.id, row.company]))
  const rows = months.flatMap(({ monthId, id, month, income, balance, steps }) =>
    Object.entries({ ...balance, ...income })
      .filter(([, amount]) => amount !== 0)
      .map(([code, amount]) => ({
        tcap_id: monthId,
        property_id: id,
        filed_company_id: companies.get(id) ?? null,
        code,
        position: Number(code.replace(/\D/g, '')),
        amount,
        origins: {
          amount: {
            by: steps[0]!.by,
            at: steps[0]!.at,
            file: `books-${month.slice(0, 7)}.xlsx`,
            row: (Number(code.replace(/\D/g, '')) % 97) + 2,
          },
        },
      })),
  )
  await insertRows(client, 'tcap_amount', amountColumns, rows)
}

/** Loads the data from which the books of the properties are generated. */
async function loadBooksContext(
  { client, day, users }: DemoContext,
  ids: readonly number[],
): Promise<BooksContext> {
  const firstMonth = addMonths(getMonthStart(day), -12 * YEAR_COUNT)
  const accounts = await client.query<{ of: Account[] }>(chartSql, [Number(day.slice(0, 4))])
  const result = await client.query<{ id: number; year: number; figures: Figures }>(budgetsSql, [ids])
  const balances = await client.query<{ id: number; month: string; balance: number }>(reserveBalancesSql, [
    ids,
    firstMonth,
    getMonthStart(day),
  ])
  const byYear = new Map(result.rows.map((row) => [`${row.id} ${row.year}`, row.figures]))
  const byMonth = new Map(balances.rows.map((row) => [`${row.id} ${row.month}`, row.balance]))
  const charts = getSheetCharts({ accounts: accounts.rows[0]!.of })
  return {
    day,
    firstMonth,
    charts,
    stepTakers: getStepTakers(users),
    newestQuarterMonths: getQuarterlyProgramMonths(
      getQuarter(addDays(getQuarterlyProgramMonths(getQuarter(day))[0], -1)),
    ),
    budget: (id, year) => byYear.get(`${id} ${year}`) ?? byYear.get(`${id} ${year + 1}`) ?? {},
    reserve: (id, month) => byMonth.get(`${id} ${month}`) ?? 0,
  }
}

/** SQL: inserts the programs from a JSON list. */
const programsSql = `insert into tcap_program (tcap_program_id, property_id, program, begins_on, ends_on, end_reason, fee_total, first_release_year)
  select * from json_to_recordset($1) as r (id integer, property_id integer, program text, begins_on date, ends_on date, end_reason text, fee numeric, first_year integer)`
/** SQL: the yearly releases of the fee before the current year. */
const feeReleasesSql = `insert into tcap_fee_release (tcap_program_id, property_id, release_year, amount, released_on)
  select tcap_program_id, property_id, y, round(fee_total / fee_years, 2), make_date(y, 12, 15)
  from tcap_program cross join generate_series(first_release_year, least(first_release_year + fee_years - 2, $1::integer - 1)) y`

type PropertyPlans = readonly { property: ProgramProperty; plan: QuarterPlan }[]

/** Loads the programs, and the parts of the fees that were released by now. */
async function loadPrograms(
  { client, day }: DemoContext,
  propertyPlans: PropertyPlans,
  firstMonth: string,
): Promise<void> {
  const terms = propertyPlans.map(({ property, plan }, index) => ({
    id: index + 1,
    property_id: property.id,
    program: property.own ? 'TCAP' : 'TCR',
    begins_on: firstMonth,
    ends_on: plan.hasEnded ? getProgramEnd(day) : null,
    end_reason: plan.hasEnded ? 'The loan was repaid.' : null,
    fee: TOTAL_FEE_DOLLARS + (index % 3) * 100,
    first_year: FIRST_FEE_RELEASE_YEAR + (index % 4),
  }))
  await client.query(programsSql, [JSON.stringify(terms)])
  await client.query(feeReleasesSql, [Number(day.slice(0, 4))])
}

const REVIEW_COMMENT = 'Revenue and expenses are near the budget; utilities are watched.'

/** Loads the months and quarters with their steps. */
async function loadRecords(
  context: DemoContext,
  propertyPlans: PropertyPlans,
  booksContext: BooksContext,
): Promise<void> {
  const { client } = context
  let monthId = 0
  const monthsByProperty = propertyPlans.map(({ property, plan }) => ({
    plan,
    months: buildMonths(property, plan, booksContext).map(
      (item): ProgramMonth => ({ ...item, monthId: ++monthId }),
    ),
  }))
  const months = monthsByProperty.flatMap((item) => item.months)
  const quarters = monthsByProperty.flatMap((item) => getQuarters(item.months, item.plan, booksContext))
  const decisionTimes = new Map(
    quarters.flatMap((quarter) => {
      const last = quarter.steps.at(-1)!
      return quarter.months.map((month) => [month.monthId, last.to >= 5 ? last.at : null])
    }),
  )
  await loadFiledRecords(
    client,
    monthReview,
    months.map((month) => ({
      id: month.monthId,
      propertyId: month.id,
      steps: month.steps,
      values: { ...getMonthValues(month, booksContext.charts), decided: decisionTimes.get(month.monthId) },
    })),
  )
  await loadLines(context, months)
  await loadFiledRecords(
    client,
    quarterReview,
    quarters.map(({ propertyId, year, quarter, opened, filer, steps }, place) => ({
      id: place + 1,
      propertyId,
      steps,
      values: {
        year,
        quarter,
        review_comments: steps.length > 3 ? REVIEW_COMMENT : null,
        submitted: steps.length > 1 ? toTimestamp(opened, 16) : null,
        submitted_by_id: steps.length > 1 ? filer : null,
      },
    })),
  )
}

/**
 * Loads programs, months and quarters. The trigger `file_line` is off, because the rows already have their
 * company.
 */
async function load(context: DemoContext): Promise<void> {
  const { client, users } = context
  const programProperties = (await client.query<ProgramProperty>(propertiesSql, [users.get('company.admin')]))
    .rows
  await client.query(tasksSql, [
    programProperties.filter((property) => property.own).map((property) => property.id),
  ])
  const ids = programProperties.map((property) => property.id)
  const booksContext = await loadBooksContext(context, ids)
  const propertyPlans = programProperties.map((property, place) => ({
    property,
    plan: plans[
      property.own
        ? plans.length - programProperties.length + place
        : place % (plans.length - TCAP_PROPERTIES)
    ]!,
  }))
  await loadPrograms(context, propertyPlans, booksContext.firstMonth)
  await client.query('alter table tcap_amount disable trigger file_line')
  await loadRecords(context, propertyPlans, booksContext)
  for (const update of taskUpdatesSql) await client.query(update)
  await client.query('alter table tcap_amount enable trigger file_line')
}

/** Loads the quarterly programs (TCAP and TCR). */
export default {
  after: ['budget', 'reserves', 'tasks'],
  load,
  idColumns: { tcap_program: 'tcap_program_id', task_schedule: 'task_schedule_id' },
} satisfies DemoPart
