import { sql } from 'kysely'
import { budgetSettings, computeCoverage } from '#features/statements/budget/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { computeReserveDue } from '../model/fees.ts'
import { computeBudgetToDate } from '../model/month.ts'
import { getQuarterlyProgramMonths, monthEnd, type Quarter } from '../model/periods.ts'
import type { MonthOfQuarter, QuarterDetail } from '../model/quarters.ts'
import { programSettings } from '../model/settings.ts'
import { flowNames, type Totals } from '../model/totals.ts'
import { getOccupancy, sumFlows } from '../model/yearToDate.ts'
import {
  elapsedMonthsSql,
  getQuarterlyProgramDue,
  getQuarterlyProgramYear,
  isInProgramSql,
  monthLabel,
  monthStatus,
} from './sql.ts'

type Budget = {
  budgetYear: number
  requestNumber: string
  months: number
  elapsed: number
  totals: Totals | null
}
type QuarterRecord = {
  program: string
  first: string
  months: MonthOfQuarter[]
  counted: { periodDate: string; units: number; vacantUnits: number | null; totals: Totals | null }[]
  missing: string[]
  budget: Budget | null
  deposited: number
}

const monthFields = sql`'units', coalesce(t.units, p.total_units), 'vacantUnits', t.vacant_units, 'moveIns',
  t.move_ins,
  'moveOuts', t.move_outs, 'evictions', t.evictions, 'policeCalls', t.police_calls, 'claimsFiled',
  t.claims_filed,
  'waitingList', t.waiting_list, 'payables30', t.payables30, 'payables60', t.payables60, 'payables90',
  t.payables90,
  'payablesOver', t.payables_over, 'totals', t.totals`

/** SQL: the three months of the quarter, each with its reported figures. */
const monthsSql = (months: readonly string[], quarterStatus: number) => {
  const status = sql`${quarterStatus}::integer`
  return sql`select jsonb_agg(jsonb_build_object('periodDate', e.day, 'tcapId', t.tcap_id,
    'required', exists (select from tcap_program g where g.property_id = p.property_id
    and ${isInProgramSql(sql`e.day`)}),
    'statusId', ${monthStatus(sql`t.status_id`, status)}, 'statusLabel',
    ${monthLabel(sql`t.status_id`, sql`t.submitted`, status)},
    'submitted', t.submitted, 'dueDate', ${getQuarterlyProgramDue(sql`p.property_id`, sql`e.day`)},
    ${monthFields}) order by e.day)
  from unnest(${months}::date[]) e (day) left join tcap t on t.property_id = p.property_id
  and t.period_date = e.day`
}

/**
 * Loads the data for a quarter’s screen and its review. Runs one SQL statement, not counting those for the
 * settings.
 */
export async function loadQuarterInputs(
  context: AnyContext,
  row: Quarter & { propertyId: number; statusId: number },
) {
  const { propertyId, statusId } = row
  const months = getQuarterlyProgramMonths(row)
  const last = sql`${months[2]}::date`
  const result = await sql<QuarterRecord>`
    select g.program, y.first::text, (${monthsSql(months, statusId)}) as months, y.counted, y.missing,
      (select jsonb_build_object('budgetYear', b.budget_year, 'requestNumber', 'B-' || b.budget_id, 'months',
      b.months,
          'elapsed', ${elapsedMonthsSql(last, sql`b.months`)}, 'totals', b.approved_totals)
        from budget b where b.property_id = p.property_id and b.budget_year = y.year
        and b.status_id = ${sqlStatus.APPROVED}) as budget,
      (select coalesce(sum(e.amount), 0) from reserve_account a
      join reserve_entry e using (reserve_account_id)
        where a.property_id = p.property_id and a.kind = 'Cash-flow reserve' and e.kind = 'Deposit'
          and e.entry_date between y.first and ${monthEnd(months[2])}) as deposited
    from property p
    join lateral (select * from tcap_program g where g.property_id = p.property_id and exists
      (select from unnest(${months}::date[]) m (day) where ${isInProgramSql(sql`m.day`)})
      order by g.begins_on desc
      limit 1) g on true
    cross join lateral (select y.*, c.counted, c.missing from (${getQuarterlyProgramYear(last)}) y cross
    join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('periodDate', e.day, 'units', t.units, 'vacantUnits',
      t.vacant_units, 'totals', t.totals)
          order by e.day) filter (where t.tcap_id is not null), '[]') as counted,
        coalesce(jsonb_agg(e.day order by e.day) filter (where t.tcap_id is null), '[]') as missing
      from (select m::date as day from generate_series(y.first, least(${last}, coalesce(g.ends_on,
      'infinity'::date)), interval '1 month') m) e
      left join tcap t on t.property_id = p.property_id and t.period_date = e.day
      and ${statusIs.filed('t')}) c) y
    where p.property_id = ${propertyId}`.execute(context.db)
  return buildInputs(context, months, result.rows[0])
}

async function buildInputs(
  { settings }: AnyContext,
  months: readonly string[],
  record: QuarterRecord | undefined,
) {
  const afterReserve = await settings.get(budgetSettings.coverageAfterReserve)
  const percent = await settings.get(programSettings.cashFlowPercent)
  const {
    counted: countedMonths = [],
    budget = null,
    program = '',
    first = months[0]!,
    deposited = 0,
  } = record ?? {}
  const flows = sumFlows(
    countedMonths.map((item) => item.totals),
    flowNames,
  )
  const reportedMonths = countedMonths.filter((item) => item.vacantUnits !== null)
  const sum = (readValue: (item: (typeof reportedMonths)[number]) => number) =>
    reportedMonths.reduce((all, item) => all + readValue(item), 0)
  return {
    program,
    months: record?.months ?? [],
    toDate: {
      from: first,
      through: monthEnd(months[2]!),
      counted: countedMonths.length,
      missing: record?.missing ?? [],
      flows,
      coverage: computeCoverage(flows, afterReserve),
      occupancy: getOccupancy(countedMonths),
      unitMonths: sum((item) => item.units),
      vacantMonths: sum((item) => item.vacantUnits ?? 0),
    },
    budget: budget && getBudget(budget),
    coverageAfterReserve: afterReserve,
    leastCoverage: await settings.get(budgetSettings.leastCoverage),
    cashFlow:
      program === 'TCR'
        ? { percent, deposited, due: fromCents(computeReserveDue(toCents(flows.cashLeft), percent)) }
        : null,
  } satisfies Partial<QuarterDetail>
}

function getBudget({ totals, ...budget }: Budget): QuarterDetail['budget'] {
  const getAmountToDate = (name: 'revenue' | 'expenses' | 'operatingIncome') =>
    computeBudgetToDate(totals?.[name] ?? 0, budget)
  return {
    ...budget,
    revenue: getAmountToDate('revenue'),
    expenses: getAmountToDate('expenses'),
    operatingIncome: getAmountToDate('operatingIncome'),
  }
}
