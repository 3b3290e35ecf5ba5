import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { Db } from '#kernel/server/database.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { Account, StatementName } from '../model/entities.ts'
import { findChartFaults, getAccountsOfYear } from '../model/formula.ts'
import { firstOpenChartYear } from './filedYears.ts'

/** SQL: the accounts of these statements in a year as one list, in order. */
export const accountsSql = (
  year: number | RawBuilder<unknown>,
  statementNames: readonly StatementName[],
) => sql<Account[]>`
  select coalesce(jsonb_agg(jsonb_build_object('chartAccountId', c.chart_account_id, 'code', c.code, 'name',
  c.name,
    'statement', c.statement, 'section', c.section, 'position', c.position, 'sign', c.sign, 'formula',
    c.formula,
    'programs', c.programs, 'effectiveFrom', c.effective_from, 'effectiveTo', c.effective_to)
    order by c.position, c.code), '[]')
  from chart_account c where c.statement = any (${[...statementNames]}::text[])
    and c.effective_from <= ${year} and coalesce(c.effective_to, ${year}) >= ${year}`

const loadAccounts = async (db: Db, year: number): Promise<Account[]> =>
  getAccountsOfYear(await allAccounts(db), year)

const allAccounts = async (db: Db): Promise<Account[]> =>
  (await db.selectFrom('chartAccount').selectAll().execute()) as Account[]

/**
 * Stores a company's own account names; the newest meaning of a name replaces earlier ones. One statement.
 */
export async function storeAccountNames(
  db: Db,
  managementCompanyId: number,
  names: readonly { name: string; code: string }[],
): Promise<void> {
  if (names.length === 0) return
  const rows = JSON.stringify([
    ...new Map(names.map((name) => [name.name.trim().toLowerCase(), name])).values(),
  ])
  await sql`insert into account_name as known (management_company_id, name, code)
    select ${managementCompanyId}, lower(trim(n.name)), n.code
    from jsonb_to_recordset(${rows}::jsonb) as n (name text, code text)
    on conflict (management_company_id, name) do update set code = excluded.code
    where known.code <> excluded.code`.execute(db)
}

const thisYear = ({ settings }: AnyContext): number => Number(settings.today().slice(0, 4))

/**
 * Loads every account and locks the chart until the transaction ends. Refuses a year for which a statement
 * or budget was already submitted.
 */
async function lockChart(context: AnyContext, fromYear: number): Promise<Account[]> {
  await sql`select pg_advisory_xact_lock(hashtext('chart_account'))`.execute(context.db)
  const open = await firstOpenChartYear(context.db, thisYear(context))
  if (fromYear < open)
    refuse.rule('There is a problem', [
      {
        field: 'fromYear',
        message: `From year: statements and budgets through ${open - 1} use the chart as it is. Choose ${open} or later.`,
      },
    ])
  return allAccounts(context.db)
}

/** Returns the chart of a year. Refuses if one of its formulas is faulty. */
function checkFormulas(accounts: readonly Account[], fromYear: number): Account[] {
  const chart = getAccountsOfYear(accounts, fromYear)
  const faults = findChartFaults(chart)
  if (faults.length > 0)
    refuse.rule(
      'There is a problem',
      faults.map((message) => ({ field: 'formula', message })),
    )
  return chart
}

/**
 * Finds the version of an account in effect in `fromYear`. Refuses if a later version exists, because the
 * change would overwrite it.
 */
function findEditableVersion(
  accounts: readonly Account[],
  code: string,
  fromYear: number,
): Account | undefined {
  const later = accounts.find((account) => account.code === code && account.effectiveFrom > fromYear)
  if (later)
    refuse.rule('There is a problem', [
      {
        field: 'fromYear',
        message: `From year: ${code} changes in ${later.effectiveFrom}. Choose that year or a later one.`,
      },
    ])
  return getAccountsOfYear(accounts, fromYear).find((item) => item.code === code)
}

/** Ends a version of an account with the year before `fromYear`. Deletes it if it began in `fromYear`. */
const endVersion = ({ db }: AnyContext, { chartAccountId, effectiveFrom }: Account, fromYear: number) =>
  effectiveFrom === fromYear
    ? db.deleteFrom('chartAccount').where('chartAccountId', '=', chartAccountId).execute()
    : db
        .updateTable('chartAccount')
        .set({ effectiveTo: fromYear - 1 })
        .where('chartAccountId', '=', chartAccountId)
        .execute()

/** Every call that the chart module answers. */
export const served: Served[] = [
  serve(calls.getChart, ({ db, params }) => loadAccounts(db, params.year)),

  serve(calls.getFirstOpenYear, (context) => firstOpenChartYear(context.db, thisYear(context))),

  serve(calls.saveAccount, async (context) => {
    const { fromYear, programs = null, ...payload } = context.body
    const accounts = await lockChart(context, fromYear)
    const before = findEditableVersion(accounts, payload.code, fromYear)
    const formula = payload.formula?.trim() || null
    const account = {
      ...payload,
      formula,
      programs,
      effectiveFrom: fromYear,
      effectiveTo: before?.effectiveTo ?? null,
    }
    checkFormulas(
      [...accounts.filter((account) => account !== before), { ...account, chartAccountId: 0 }],
      fromYear,
    )
    if (before) await endVersion(context, before, fromYear)
    const values = { ...account, programs: programs && (JSON.stringify(programs) as unknown as number[]) }
    await context.db.insertInto('chartAccount').values(values).execute()
    return loadAccounts(context.db, fromYear)
  }),

  serve(calls.endAccount, async (context) => {
    const { code, fromYear } = context.body
    const accounts = await lockChart(context, fromYear)
    const before = findEditableVersion(accounts, code, fromYear) ?? refuse.notFound(`Account ${code}`)
    const chart = checkFormulas(
      accounts.filter((account) => account !== before),
      fromYear,
    )
    await endVersion(context, before, fromYear)
    return chart
  }),

  serve(calls.getAccountNames, ({ db, params }) =>
    db
      .selectFrom('accountName')
      .selectAll()
      .where('managementCompanyId', '=', params.managementCompanyId)
      .orderBy('code')
      .orderBy('name')
      .execute(),
  ),

  serve(calls.forgetAccountName, async ({ db, params }) => {
    const removed = await db
      .deleteFrom('accountName')
      .where('accountNameId', '=', params.id)
      .returning('accountNameId')
      .execute()
    return removed.length > 0 || refuse.notFound('This name')
  }),
]
