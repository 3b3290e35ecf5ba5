import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import type { StatementRow } from '../model/statements.ts'

/** The parts of the chart of accounts that an annual statement uses. */
export const chartStatements = ['Balance sheet', 'Income and expense'] as const

/** SQL: the amounts of a statement by account, in dollars. */
export const amountsSql = (afsId: ReturnType<typeof sql>) => sql<Record<string, number>>`
  coalesce((select jsonb_object_agg(l.code, l.amount) from annual_statement_line l
    where l.afs_id = ${afsId} and l.amount is not null), '{}')`

/**
 * Returns the statement of a property and fiscal year. Null if none was begun or the caller may not see it.
 */
export async function loadStatementOfYear(
  { db }: AnyContext,
  propertyId: number,
  year: number,
): Promise<StatementRow | null> {
  const result = await sql<StatementRow>`select * from annual_statement
    where property_id = ${propertyId} and year = ${year}`.execute(db)
  return result.rows[0] ?? null
}

/**
 * SQL: the last submitted statement of a property for a year before this one, with its entered amounts by
 * account in dollars. Null if there is none (domain 9.2).
 */
export const lastStatementSql = (propertyId: number, before: number) => sql`
  select jsonb_build_object('afsId', a.afs_id, 'year', a.year, 'requestNumber', 'FS-' || a.afs_id,
    'amounts', coalesce((select jsonb_object_agg(l.code, l.amount) from annual_statement_line l
      where l.afs_id = a.afs_id and l.amount is not null), '{}'))
  from annual_statement a where a.property_id = ${propertyId} and a.year < ${before}
  and ${statusIs.filed('a')}
  order by a.year desc limit 1`
