import { sql } from 'kysely'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { getBalanceSql } from '#core/money/reserves/server/index.ts'
import { lastImportSql, linesSql, peopleSql } from '#engines/worksheet/server/index.ts'
import { approvedBudgetSql } from '#features/statements/budget/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { TCAPAmount } from '../model/entities.ts'
import { type Inputs, isBalance } from '../model/month.ts'
import type { MonthDetail, MonthRow } from '../model/months.ts'
import { getQuarter, monthEnd } from '../model/periods.ts'
import { quarters } from '../model/quarters.ts'
import { programSettings } from '../model/settings.ts'
import {
  elapsedMonthsSql,
  getQuarterlyProgramDue,
  getQuarterlyProgramYear,
  isInProgramSql,
  isQuarterOfMonthSql,
  monthLabel,
} from './sql.ts'

type MonthScope = Pick<MonthRow, 'propertyId' | 'periodDate'> & { tcapId?: number; version?: number }
type InputRow = Omit<Inputs, 'tolerance' | 'year' | 'quarter' | 'quarterLabel' | 'quarterStatusId'> &
  Pick<MonthDetail, 'people' | 'lastImport'> & {
    lines: MonthDetail['income']
    used: number[]
    quarterStatusId: number | null
  }

/** SQL: the sums of the year's earlier months. Only income and expenses, because balances do not add up. */
const beforeSql = (month: ReturnType<typeof sql>) => sql`
  select jsonb_build_object(
    'amounts', coalesce((select jsonb_object_agg(s.code, s.amount)
    from (select l.code, sum(l.amount) as amount
      from tcap t join tcap_amount l using (tcap_id) where t.property_id = p.property_id
      and t.period_date >= y.first
        and t.period_date < ${month} and l.code !~ '^[1-4]' and l.amount is not null
        group by l.code) s), '{}'),
    'months', coalesce(jsonb_agg(jsonb_build_object('periodDate', e.day, 'tcapId', t.tcap_id) order by e.day)
      filter (where t.tcap_id is not null), '[]'),
    'missing', coalesce(jsonb_agg(e.day order by e.day) filter (where t.tcap_id is null), '[]'))
  from (select m::date as day from generate_series(y.first, ${month} - interval '1 month',
  interval '1 month') m) e
  left join tcap t on t.property_id = p.property_id and t.period_date = e.day`

/** SQL: the months of the quarter that the program requires, begun or not. */
const siblingsSql = (month: ReturnType<typeof sql>) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('periodDate', e.day, 'tcapId', t.tcap_id,
    'statusLabel', ${monthLabel(sql`t.status_id`, sql`t.submitted`, sql`q.status_id`)}) order by e.day), '[]')
  from (select m::date as day from generate_series(date_trunc('quarter', ${month}), date_trunc('quarter',
  ${month}) + interval '2 months', interval '1 month') m) e
  left join tcap t on t.property_id = p.property_id and t.period_date = e.day
  where ${isInProgramSql(sql`e.day`)}`

const lastSql = (month: ReturnType<typeof sql>) => sql`
  select jsonb_build_object('tcapId', t.tcap_id, 'periodDate', t.period_date, 'vacantUnits', t.vacant_units,
    'amounts', coalesce((select jsonb_object_agg(l.code, l.amount) from tcap_amount l
    where l.tcap_id = t.tcap_id and l.amount is not null), '{}'))
  from tcap t where t.property_id = p.property_id and t.period_date = ${month} - interval '1 month'`

/**
 * Loads the data for a month's screen, rules and saves. Runs one SQL statement, not counting that for the
 * setting.
 */
export async function loadQuarterlyProgramInputs(context: AnyContext, row: MonthScope) {
  const { propertyId, periodDate, tcapId: id = 0 } = row
  const month = sql`${periodDate}::date`
  const result = await sql<InputRow>`
    select o.*, (${linesSql(TCAPAmount, id)}) as lines, (${peopleSql(TCAPAmount, id)}) as people,
      (${lastImportSql(TCAPAmount, id, row.version ?? 0)}) as last_import,
      (${accountsSql(Number(periodDate.slice(0, 4)), ['Balance sheet', 'Income and expense', 'Budget'])}) as
      accounts
    from (select 1) here left join lateral (
      select g.program, y.first::text, q.status_id as quarter_status_id,
      ${getQuarterlyProgramDue(sql`p.property_id`, month)} as due_date,
        (${siblingsSql(month)}) as months, (${beforeSql(month)}) as before, (${lastSql(month)}) as last,
        b.of || jsonb_build_object('elapsed',
        ${elapsedMonthsSql(month, sql`(b.of ->> 'months')::integer`)}) as budget,
        (select sum(${getBalanceSql(monthEnd(periodDate))}) from reserve_account a
          where a.property_id = p.property_id and a.kind = 'Replacement reserve') as reserve_balance,
        array(select t.federal_type_id from property_federal_type t
        where t.property_id = p.property_id) as used
      from property p join tcap_program g on g.property_id = p.property_id and ${isInProgramSql(month)}
      cross join lateral (${getQuarterlyProgramYear(month)}) y
      left join tcap_quarter q on ${isQuarterOfMonthSql(sql`p.property_id`, month)}
      left join lateral (select (${approvedBudgetSql(sql`p.property_id`, sql`y.year`)}) as of) b on true
      where p.property_id = ${propertyId}) o on true`.execute(context.db)
  const { lines, used, accounts, quarterStatusId, ...facts } = result.rows[0]!
  const codesWithAmounts = new Set(lines.map((line) => line.code))
  const matchingAccounts = accounts.filter(
    ({ code, programs }) =>
      codesWithAmounts.has(code) || !programs || programs.some((program) => (used ?? []).includes(program)),
  )
  const balanceCodes = new Set(matchingAccounts.filter(isBalance).map((item) => item.code))
  const status = quarterStatusId ?? 1
  return {
    ...(facts.first === null ? getEmptyInputs(periodDate) : {}),
    ...Object.fromEntries(
      Object.entries(facts).filter(([name, value]) => value !== null || nullableFields.has(name)),
    ),
    ...getQuarter(periodDate),
    quarterStatusId: status,
    quarterLabel: quarters.labelOf(status, null),
    tolerance: await context.settings.get(programSettings.tolerance),
    accounts: matchingAccounts,
    balance: lines.filter((line) => balanceCodes.has(line.code)),
    income: lines.filter((line) => !balanceCodes.has(line.code)),
  }
}

const nullableFields = new Set(['dueDate', 'last', 'budget', 'reserveBalance', 'lastImport'])

/** Default values for a property that the caller can no longer see, or that has left the program. */
const getEmptyInputs = (periodDate: string) => ({
  program: '',
  first: periodDate,
  months: [],
  dueDate: null,
  last: null,
  budget: null,
  reserveBalance: null,
  before: { amounts: {}, months: [], missing: [] },
})
