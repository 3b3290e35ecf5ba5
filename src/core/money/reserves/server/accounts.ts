import { type RawBuilder, sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReserveAccount } from '../model/entities.ts'
import { accountSettings } from '../model/settings.ts'
import type { AccountDetail, AccountLine } from '../model/shapes.ts'
import { isVisibleAdjustmentSql, loadAdjustments } from './adjustmentLines.ts'
import { loadDeposits } from './depositLines.ts'
import { getBalanceSql } from './ledger.ts'
import { canSeeAccountNumbers, maskAccountNumber } from './numbers.ts'

/** SQL: the scheduled monthly deposit of account `a` on a day, in dollars. */
export const getMonthlyDepositSql = (day: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select s.monthly_deposit from reserve_deposit_schedule s
    where s.reserve_account_id = a.reserve_account_id
    and s.from_month <= ${day} order by s.from_month desc limit 1), 0)`

const getRateSql = (day: string): RawBuilder<number> =>
  sql`coalesce((select r.annual_interest_rate from reserve_interest_rate r
    where r.reserve_account_id = a.reserve_account_id
    and r.from_month <= ${day} order by r.from_month desc limit 1), 0)`

/**
 * The balance divided by the units, in dollars rounded to the cent, halves away from zero; 0 if there are
 * no units.
 */
function computePerUnit(balance: number, units: number): number {
  if (units <= 0) return 0
  const cents = toCents(balance)
  return fromCents(Math.sign(cents) * Math.round(Math.abs(cents) / units))
}

/** Loads accounts with today's figures, sorted by property and name, in one statement plus the settings. */
async function loadAccountLines(context: AnyContext, condition: RawBuilder<unknown>): Promise<AccountLine[]> {
  const today = context.settings.today()
  const [grace, defaultMinimum] = [
    await context.settings.get(accountSettings.graceDays),
    await context.settings.get(accountSettings.minimumPerUnit),
  ]
  const result = await sql<Omit<AccountLine, 'perUnit' | 'minimum' | 'belowMinimum' | 'late'>>`
    select a.*, p.name as property_name, coalesce(p.agency_number, l.lihtc_number) as property_number,
    c.name as management_company_name,
      b.name as bank_name, p.total_units as units, coalesce(e.balance, 0) as balance,
      (select max(entry_date) from reserve_entry
      where reserve_account_id = a.reserve_account_id) as balance_day,
      ${getMonthlyDepositSql(today)} as monthly_deposit, ${getRateSql(today)} as annual_interest_rate,
      coalesce(d.owed, 0) as owed, d.owed_since
    from reserve_account a join property p using (property_id)
    left join management_company c on c.management_company_id = p.management_company_id
    left join financial_institution b on b.financial_institution_id = a.financial_institution_id
    left join lateral (select lihtc_number from property_lihtc_number n where n.property_id = p.property_id
    order by position limit 1) l on p.agency_number is null
    left join lateral (select ${getBalanceSql()} as balance) e on true
    left join lateral (select sum(amount - received) as owed, min(due_on) as owed_since from reserve_deposit d
      where d.reserve_account_id = a.reserve_account_id and received < amount and waived_on is null) d on true
    where ${condition} order by p.name, a.reserve_account_id`.execute(context.db)
  return result.rows.map((row) => {
    const minimumPerUnit = row.minimumPerUnit ?? (row.kind === 'Replacement reserve' ? defaultMinimum : 0)
    return {
      ...row,
      accountNumber: maskAccountNumber(context, row.accountNumber),
      perUnit: computePerUnit(row.balance, row.units),
      minimum: minimumPerUnit,
      belowMinimum: row.closedOn === null && toCents(row.balance) < toCents(minimumPerUnit) * row.units,
      late: row.owedSince !== null && addDays(row.owedSince, grace) < today,
    }
  })
}

/**
 * Loads one account with its terms, deposits, entries and adjustments. Refuses with 404 if the caller may
 * not see it.
 */
export async function loadAccountDetail(
  context: AnyContext,
  reserveAccountId: number,
): Promise<AccountDetail> {
  const [line] = await loadAccountLines(context, sql`a.reserve_account_id = ${reserveAccountId}`)
  if (!line) return refuse.notFound('This reserve account')
  const { db } = context
  const accountFilter = ['reserveAccountId', '=', reserveAccountId] as const
  return {
    ...line,
    schedules: await db
      .selectFrom('reserveDepositSchedule')
      .selectAll()
      .where(...accountFilter)
      .orderBy('fromMonth', 'desc')
      .execute(),
    rates: await db
      .selectFrom('reserveInterestRate')
      .selectAll()
      .where(...accountFilter)
      .orderBy('fromMonth', 'desc')
      .execute(),
    deposits: await loadDeposits(
      context,
      sql`d.reserve_account_id = ${reserveAccountId}`,
      sql`d.due_on desc`,
    ),
    entries: await db
      .selectFrom('reserveEntry')
      .selectAll()
      .where(...accountFilter)
      .orderBy('entryDate', 'desc')
      .orderBy('reserveEntryId', 'desc')
      .execute(),
    adjustments: await loadAdjustments(context, sql`j.reserve_account_id = ${reserveAccountId}`),
    canChange: canSeeAccountNumbers(context),
  }
}

/** Loads the history of an account, its waived deposits, its visible adjustments and its terms. */
async function loadHistoryLines(context: AnyContext, reserveAccountId: number) {
  const account = await context.db
    .selectFrom('reserveAccount')
    .select('propertyId')
    .where('reserveAccountId', '=', reserveAccountId)
    .executeTakeFirst()
  const propertyId = account?.propertyId ?? refuse.notFound('This reserve account')
  const loggedRows = await sql<{ tableName: string; ids: number[] }>`
    select table_name, array_agg(distinct row_id) as ids from audit_log l
    where l.property_id = ${propertyId} and (table_name, row_id) in (
      select 'reserve_account', ${reserveAccountId}::integer
      union all select 'reserve_deposit', reserve_deposit_id from reserve_deposit
      where reserve_account_id = ${reserveAccountId} and waived_on is not null
      union all select 'reserve_adjustment', reserve_adjustment_id from reserve_adjustment j
      where reserve_account_id = ${reserveAccountId} and ${isVisibleAdjustmentSql(context)})
      or (l.property_id = ${propertyId} and table_name in ('reserve_deposit_schedule',
      'reserve_interest_rate')
        and coalesce(l.changes -> 'reserve_account_id' = to_jsonb(${reserveAccountId}::integer), false))
    group by table_name`.execute(context.db)
  const rows = loggedRows.rows.map(({ tableName: table, ids }) => ({ table, ids }))
  return loadHistory(
    context,
    ReserveAccount.name,
    reserveAccountId,
    rows,
    canSeeAccountNumbers(context) ? [] : ['account_number'],
  )
}

/**
 * Loads the balances of a property's accounts at the end of each of the last twelve months; the current
 * month's is today's. One statement.
 */
async function loadMonthlyBalances(context: AnyContext, propertyId: number) {
  const result = await sql<{ reserveAccountId: number; monthly: { month: string; balance: number }[] }>`
    select reserve_account_id, jsonb_agg(jsonb_build_object('month', month, 'balance', balance)
    order by month) as monthly from (
      select e.reserve_account_id, to_char(m.month, 'YYYY-MM') as month, sum(e.amount) as balance
      from generate_series(date_trunc('month', ${context.settings.today()}::date) - interval '11 months',
          date_trunc('month', ${context.settings.today()}::date), '1 month') m (month)
        join reserve_entry e on e.property_id = ${propertyId} and e.entry_date < m.month + interval '1 month'
      group by 1, 2) of_month group by 1`.execute(context.db)
  return new Map(result.rows.map((row) => [row.reserveAccountId, row.monthly]))
}

/** Counts the accounts of a property that the caller may see. */
export async function countReserveAccounts({ db, actor }: AnyContext, propertyId: number): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::integer as count from reserve_account where property_id = ${propertyId}
      and coalesce(property_id = any ((select kernel.scope(${actor.userId}, 'Replacement_Reserve',
      'read'))::integer[]), true)`.execute(db)
  return result.rows[0]?.count ?? 0
}

/** The calls that read reserve accounts. */
export const accountReadHandlers = [
  serve(calls.getAccounts, (context) =>
    loadAccountLines(context, sql`p.status_id <> ${sqlPropertyStatus.Deleted}`),
  ),
  serve(calls.getAccountsOfProperty, async (context) => {
    const { propertyId } = context.params
    const lines = await loadAccountLines(context, sql`a.property_id = ${propertyId}`)
    const monthly = await loadMonthlyBalances(context, propertyId)
    return lines.map((line) => ({ ...line, monthly: monthly.get(line.reserveAccountId) ?? [] }))
  }),
  serve(calls.getAccount, (context) => loadAccountDetail(context, context.params.id)),
  serve(calls.getHistory, (context) => loadHistoryLines(context, context.params.id)),
]
