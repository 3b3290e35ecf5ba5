import { type RawBuilder, sql } from 'kysely'
import type { Account } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import {
  computeFeeUse,
  getFiscalMonths,
  getPropertyFeeTypes,
} from '#core/money/managementFees/model/index.ts'
import { type FeeRules, feeRulesSql } from '#core/money/managementFees/server/index.ts'
import { getDepositsDueSql } from '#core/money/reserves/server/index.ts'
import { lastImportSql, linesSql, peopleSql } from '#engines/worksheet/server/index.ts'
import { lastStatementSql } from '#features/statements/annualStatement/server/index.ts'
import { getYearNumber } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { type BudgetRow, type Detail, budgets as declared } from '../model/budgets.ts'
import { BudgetLine } from '../model/entities.ts'
import { budgetSettings as settings } from '../model/settings.ts'
import type { Inputs } from '../model/worksheet.ts'

type BudgetScope = Pick<BudgetRow, 'propertyId' | 'budgetYear' | 'months'> & {
  budgetId?: number
  version?: number
}
type YearFacts = Pick<Inputs, 'units' | 'from' | 'through' | 'rents' | 'requiredDeposits' | 'mostFees'>
/** The same facts as the database returns them, before the fee is computed. */
type StoredYear = Omit<YearFacts, 'mostFees'> & { feeBasis: FeeRules }
type InputRow = StoredYear &
  Pick<Inputs, 'last' | 'prior'> &
  Pick<Detail, 'lines' | 'people' | 'lastImport'> & { programs: number[]; accounts: Account[] }

/** Default values for a property that the caller can no longer see. */
const emptyYear: YearFacts & { programs: number[] } = {
  units: 0,
  from: '',
  through: '',
  rents: null,
  requiredDeposits: 0,
  mostFees: null,
  programs: [],
}

/**
 * SQL: the facts of a year from the property's own records: units, first and last day, approved rents,
 * required deposits, and the basis of the highest fee.
 */
const yearSql = ({ propertyId, budgetYear, months }: BudgetScope) => sql`
  select p.property_id, p.total_units as units, y.first::text as "from", y.ends::text as through, r.rents,
    coalesce((select sum(${getDepositsDueSql(sql`y.first`, sql`y.ends`)}) from reserve_account a
      where a.property_id = p.property_id and a.kind = 'Replacement reserve'), 0) as required_deposits,
    ${feeRulesSql(sql`p.property_id`)} as fee_basis,
    array(select t.federal_type_id from property_federal_type t
    where t.property_id = p.property_id) as programs
  from property p
  cross join lateral (select (e.month_first - (${months}::integer - 1) * interval '1 month')::date as first,
      (e.month_first + interval '1 month - 1 day')::date as ends
    from (select make_date(${budgetYear}::integer, p.fiscal_year_end_month, 1) as month_first) e) y
  cross join lateral (select sum(e.units * e.rent) as rents
    from generate_series(y.first, y.ends, interval '1 month') m (day) cross
    join lateral rent_in_force(m.day::date) e
    where e.property_id = p.property_id) r
  where p.property_id = ${propertyId}`

/**
 * Loads the facts of a year from the property's own records. Returns default values for a property that the
 * caller may not see.
 */
export async function loadYearFacts({ db }: AnyContext, scope: BudgetScope): Promise<YearFacts> {
  const result = await sql<StoredYear>`${yearSql(scope)}`.execute(db)
  const [row] = result.rows
  return row ? addHighestFee(row) : emptyYear
}

/** Adds the highest fee of a year in which every unit is rented, computed as in the list of fees. */
function addHighestFee({ feeBasis, ...row }: StoredYear): YearFacts {
  const period = getFiscalMonths({ first: row.from, last: row.through })
  const months = period.map((month) => ({ month, units: row.units }))
  const year = getYearNumber(row.through)
  const rules = { maxima: feeBasis.maxima, kinds: getPropertyFeeTypes(feeBasis) }
  const { allowed } = computeFeeUse({
    year,
    period,
    units: row.units,
    months,
    collected: null,
    charged: null,
    ...rules,
  })
  return { ...row, mostFees: allowed }
}

/**
 * SQL: the approved budget of a property and year as one record, with its approved amounts by account. Null
 * if there is none.
 */
export const approvedBudgetSql = (propertyId: RawBuilder<unknown>, year: RawBuilder<unknown>) => sql`
  select jsonb_build_object('budgetId', b.budget_id, 'budgetYear', b.budget_year, 'requestNumber',
  'B-' || b.budget_id,
    'months', b.months, 'amounts', coalesce((select jsonb_object_agg(l.code, l.approved) from budget_line l
      where l.budget_id = b.budget_id and l.approved is not null), '{}'))
  from budget b where b.property_id = ${propertyId} and b.budget_year = ${year}
  and b.status_id = ${sqlStatus.APPROVED}`

const lastSql = ({ propertyId, budgetYear }: BudgetScope) =>
  approvedBudgetSql(sql`${propertyId}`, sql`${budgetYear}::integer - 1`)

/** A submitted budget with the amounts in effect, in dollars. */
export type SubmittedBudget = {
  budgetId: number
  statusId: number
  submitted: string | null
  amounts: Readonly<Record<string, number>>
}

/**
 * SQL: the submitted budget of a property and year, with approved amounts where the agency approved them.
 * Null if there is none.
 */
export const submittedBudgetSql = (propertyId: number, budgetYear: number) => sql<SubmittedBudget | null>`
  select jsonb_build_object('budgetId', b.budget_id, 'statusId', b.status_id, 'submitted', b.submitted,
  'amounts',
    coalesce((select jsonb_object_agg(l.code, coalesce(l.approved, l.proposed)) from budget_line l
      where l.budget_id = b.budget_id and coalesce(l.approved, l.proposed) is not null), '{}'))
  from budget b where b.property_id = ${propertyId} and b.budget_year = ${budgetYear}
  and ${statusIs.filed('b')}`

/** Returns the budget's number and status. */
export const describeBudget = ({ budgetId, statusId, submitted }: SubmittedBudget) => ({
  requestNumber: declared.numberOf(budgetId),
  statusLabel: declared.labelOf(statusId, submitted),
})

async function loadRules({ settings: values }: AnyContext): Promise<Inputs['rules']> {
  return {
    notePercent: await values.get(settings.notePercent),
    noteDollars: await values.get(settings.noteDollars),
    tolerance: await values.get(settings.tolerance),
    leastVacancy: await values.get(settings.leastVacancy),
    leastCoverage: await values.get(settings.leastCoverage),
    coverageAfterReserve: await values.get(settings.coverageAfterReserve),
  }
}

/**
 * Loads the data for a budget's screen, rules and saves. Runs one SQL statement, not counting those for the
 * settings.
 */
export async function loadBudgetInputs(
  context: AnyContext,
  row: BudgetScope & { approvedRents: number | null },
) {
  const id = row.budgetId ?? 0
  const result = await sql<InputRow>`
    select o.*, (${lastSql(row)}) as last, (${lastStatementSql(row.propertyId, row.budgetYear)}) as prior,
    (${linesSql(BudgetLine, id)}) as lines, (${peopleSql(BudgetLine, id)}) as people,
      (${lastImportSql(BudgetLine, id, row.version ?? 0)}) as last_import,
      (${accountsSql(row.budgetYear, ['Income and expense', 'Budget'])}) as accounts
    from (select 1) here left join (${yearSql(row)}) o on true`.execute(context.db)
  const { programs, accounts, lines, last, prior, people, lastImport, ...facts } = result.rows[0]!
  const codesWithAmounts = new Set(lines.map((line) => line.code))
  const isInPrograms = (item: Account) =>
    !item.programs || item.programs.some((program) => (programs ?? []).includes(program))
  return {
    ...(facts.units === null ? emptyYear : addHighestFee(facts)),
    // The rents approved at submission stay in effect.
    rents: row.approvedRents ?? facts.rents,
    last,
    prior,
    people,
    lastImport,
    rules: await loadRules(context),
    accounts: accounts.filter((account) => codesWithAmounts.has(account.code) || isInPrograms(account)),
    // A new budget begins with the approved one of last year, compared with the last statement.
    lines: id === 0 ? buildCarriedLines({ last, prior }, accounts) : lines,
  }
}

/**
 * Returns the carried figures by account and column: last year's approved budget, and the last statement.
 */
export function getCarriedForward(
  { last, prior }: Pick<Inputs, 'last' | 'prior'>,
  accounts: readonly Account[],
) {
  const columns = [
    ...(prior ? [['priorActual', prior.amounts] as const] : []),
    ...(last ? [['currentBudget', last.amounts] as const] : []),
  ]
  const codes = accounts.filter((account) => account.formula === null).map((account) => account.code)
  return codes.flatMap((code) =>
    columns.some(([, amounts]) => amounts[code] !== undefined)
      ? [{ code, ...Object.fromEntries(columns.map(([column, amounts]) => [column, amounts[code] ?? null])) }]
      : [],
  )
}

const buildCarriedLines = (...parameters: Parameters<typeof getCarriedForward>): Detail['lines'] =>
  getCarriedForward(...parameters).map((line) => ({
    budgetLineId: 0,
    priorActual: null,
    currentBudget: null,
    yearToDate: null,
    proposed: null,
    approved: null,
    note: null,
    origins: null,
    ...line,
  })) as Detail['lines']
