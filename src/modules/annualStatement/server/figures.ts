import { sql } from 'kysely'
import { type Account, type Chart, chartOf } from '#ground/chart/model/index.ts'
import { accountsSql } from '#ground/chart/server/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type Read, reckonCents } from '#statement/model/index.ts'
import type { StatementRow } from '../model/statements.ts'
import './tables.ts'

/** The statements that an annual statement is made of. */
export const ofChart = ['Balance sheet', 'Income and expense'] as const

/** A statement with its figures and those of the year before, in cents, totals included; `prior` null where there is none. */
export type StatementFigures = { statement: StatementRow; chart: Chart; read: Read; prior: Read | null }

/** SQL: the amounts of a statement by account, in dollars. */
export const amountsSql = (afsId: ReturnType<typeof sql>) => sql<Record<string, number>>`
  coalesce((select jsonb_object_agg(l.code, l.amount) from annual_statement_line l
    where l.afs_id = ${afsId} and l.amount is not null), '{}')`

type Amounts = Readonly<Record<string, number>>
type Found = StatementRow & { accounts: Account[]; amounts: Amounts; priorAmounts: Amounts | null }

const readOf = (chart: Chart, amounts: Amounts): Read =>
  reckonCents(chart, new Map(Object.entries(amounts).map(([code, amount]) => [code, toCents(amount)])))

/**
 * A statement's figures by account code for whatever is reckoned from them, on the chart of its year; the year before is
 * reckoned on the same chart. Two statements. Not found (404) out of scope.
 */
export async function statementFigures({ db }: AnyContext, afsId: number): Promise<StatementFigures> {
  const known = await db.selectFrom('annualStatement').select('year').where('afsId', '=', afsId).executeTakeFirst()
  const { year } = known ?? refuse.notFound('This statement')
  const found = await sql<Found>`
    select r.*, (${accountsSql(year, ofChart)}) as accounts, ${amountsSql(sql`r.afs_id`)} as amounts,
      case when b.afs_id is not null then ${amountsSql(sql`b.afs_id`)} end as prior_amounts
    from annual_statement r
    left join annual_statement b on b.property_id = r.property_id and b.year = r.year - 1 where r.afs_id = ${afsId}`.execute(
    db,
  )
  const { accounts, amounts, priorAmounts, ...statement } = found.rows[0] ?? refuse.notFound('This statement')
  const chart = chartOf(accounts)
  return {
    statement: statement as unknown as StatementRow,
    chart,
    read: readOf(chart, amounts),
    prior: priorAmounts && readOf(chart, priorAmounts),
  }
}

/** The statement of a property and fiscal year; null where none was begun, or out of scope. */
export async function statementOf({ db }: AnyContext, propertyId: number, year: number): Promise<StatementRow | null> {
  const found = await sql<StatementRow>`select * from annual_statement
    where property_id = ${propertyId} and year = ${year}`.execute(db)
  return found.rows[0] ?? null
}

/** SQL: the last statement of a property that was submitted for a year before, with its typed amounts by account in dollars; null where there is none (domain 9.2). */
export const lastStatementSql = (propertyId: number, before: number) => sql`
  select jsonb_build_object('afsId', a.afs_id, 'year', a.year, 'requestNumber', 'FS-' || a.afs_id,
    'amounts', coalesce((select jsonb_object_agg(l.code, l.amount) from annual_statement_line l
      where l.afs_id = a.afs_id and l.amount is not null), '{}'))
  from annual_statement a where a.property_id = ${propertyId} and a.year < ${before} and a.status_id >= 2
  order by a.year desc limit 1`
