import { type RawBuilder, sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { reviewWritersSql, serveReview } from '#engines/review/server/index.ts'
import { budgetSettings } from '#features/statements/budget/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { formatQuarter, getQuarterlyProgramMonths, type Quarter } from '../model/periods.ts'
import { quarters as declared, type QuarterDetail, type QuarterRow } from '../model/quarters.ts'
import { loadQuarterInputs } from './quarterInputs.ts'
import { getQuarterlyProgramYear, isInProgramSql, quarterStart } from './sql.ts'

/** Returns the first values of a new quarter. Refuses one outside the program. */
async function beginQuarter({ db }: AnyContext, propertyId: number, quarter: Quarter) {
  const result = await sql`select from tcap_program g cross
      join unnest(${getQuarterlyProgramMonths(quarter)}::date[]) m (day)
    where g.property_id = ${propertyId} and ${isInProgramSql(sql`m.day`)} limit 1`.execute(db)
  if (result.rows.length === 0)
    refuse.rule(`The property is not in the program in ${formatQuarter(quarter).toLowerCase()}.`)
  return quarter
}

/**
 * Marks the months of a quarter as decided, or not decided. A later company of the property can read
 * decided months.
 */
export async function decideMonths(
  context: AnyContext,
  quarter: QuarterRow,
  decided: boolean,
): Promise<void> {
  const [first, , last] = getQuarterlyProgramMonths(quarter)
  const [decidedAt, deciderId] = decided
    ? [context.services.now().toISOString(), context.actor.userId]
    : [null, null]
  await sql`update tcap set decided = ${decidedAt}, decided_by_id = ${deciderId}
    where property_id = ${quarter.propertyId} and period_date between ${first} and ${last}`.execute(
    context.db,
  )
}

const refreshTasks = {
  after: ({ db }: AnyContext, { propertyId }: QuarterRow) =>
    syncTaskStatuses(db, { taskTypeId: TaskType.TCAP, propertyId }),
}
const setMonthsDecided = (decided: boolean) => (context: AnyContext, row: QuarterRow) =>
  decideMonths(context, row, decided)

/** SQL: a sum of months `t` over the year to date. Only submitted months count. */
const sumToDateSql = (expression: RawBuilder<unknown>) =>
  sql`sum(${expression}) filter (where ${statusIs.filed('t')} and t.period_date >= y.first)`
const sumFlowSql = (name: string) => sumToDateSql(sql`(t.totals ->> ${sql.lit(name)})::numeric`)

/**
 * SQL: the list columns of a quarter: its submitted months, and the year to date as its screen computes it.
 */
const listFiguresSql = (afterReserve: boolean) => sql`left join lateral (
  select count(*) filter (where t.period_date >= ${quarterStart}
  and t.status_id = ${sqlStatus.SUBMITTED})::integer as months_in,
    100.0 * ${sumToDateSql(sql`t.units - t.vacant_units`)} /
    nullif(${sumToDateSql(sql`case when t.vacant_units is not null then t.units end`)}, 0) as occupancy,
    (${sumFlowSql('operatingIncome')} ${afterReserve ? sql`- ${sumFlowSql('reserveDeposits')}` : sql``})
      / nullif(greatest(${sumFlowSql('debtService')}, 0), 0) as coverage
  from property p join tcap_program g on g.property_id = p.property_id
  and ${isInProgramSql(sql`(${quarterStart} + interval '2 months')::date`)}
  cross join lateral (${getQuarterlyProgramYear(sql`(${quarterStart} + interval '2 months')::date`)}) y
  join tcap t on t.property_id = p.property_id and t.period_date >= least(y.first, ${quarterStart})
  and t.period_date < ${quarterStart} + interval '3 months'
  where p.property_id = q.property_id) sums on true`

/** The server side of quarters. */
export const quarters = serveReview(declared, {
  detail: (context, row) => loadQuarterInputs(context, row),
  line: async ({ settings }) => ({
    select: sql`q.year, q.quarter, q.year || ' Q' || q.quarter as period, coalesce(sums.months_in,
      0) as months_in, trunc(sums.coverage, 4) as coverage, round(sums.occupancy, 2) as occupancy`,
    joins: sql`cross join lateral (select r.property_id, r.year,
      r.quarter) q ${listFiguresSql(await settings.get(budgetSettings.coverageAfterReserve))}`,
  }),
  begin: (context, { propertyId }, values) => {
    const { year = 1990, quarter = 1 } = values as Partial<Quarter>
    return beginQuarter(context, propertyId ?? 0, { year, quarter })
  },
  writers: sql`(select array_agg(wrote.user_id) from tcap t
      cross join lateral unnest(${reviewWritersSql('tcap', sql`t.tcap_id`)}) wrote (user_id)
    where t.property_id = r.property_id and extract(year from t.period_date) = r.year
      and extract(quarter from t.period_date) = r.quarter)`,
  effects: {
    granted: setMonthsDecided(true),
    denied: setMonthsDecided(true),
    withdrawn: setMonthsDecided(false),
  },
  steps: Object.fromEntries(Object.keys(declared.flow.steps).map((name) => [name, refreshTasks])),
  mailLines: ({ toDate: sumToDateSql }) => [
    ...(sumToDateSql.coverage === null
      ? []
      : [`Debt coverage of the year to date: ${sumToDateSql.coverage.toFixed(2)}.`]),
    ...(sumToDateSql.occupancy === null
      ? []
      : [`Occupancy of the year to date: ${sumToDateSql.occupancy.toFixed(2)}%.`]),
  ],
  toDo: sql`'quarter ' || r.quarter || ' of ' || r.year`,
})

/** Returns a quarter with its screen's data. It is not stored if no month was begun. */
export async function loadQuarter(
  context: AnyContext,
  propertyId: number,
  quarter: Quarter,
): Promise<QuarterDetail> {
  if (quarter.quarter < 1 || quarter.quarter > 4 || quarter.year < 1990 || quarter.year > 2200)
    refuse.notFound('This quarter')
  const id = await findQuarterId(context, propertyId, quarter)
  return id
    ? quarters.detail(context, id)
    : quarters.empty(context, { propertyId, managementCompanyId: null }, quarter)
}

/** Returns the id of a stored quarter, if there is one. */
export async function findQuarterId({ db }: AnyContext, propertyId: number, { year, quarter }: Quarter) {
  const existing = await db
    .selectFrom('tcapQuarter')
    .select('tcapQuarterId')
    .where('propertyId', '=', propertyId)
    .where('year', '=', year)
    .where('quarter', '=', quarter)
    .executeTakeFirst()
  return existing?.tcapQuarterId
}
