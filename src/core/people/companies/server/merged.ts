import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * A kind of record that names a management company and moves with it when the company is merged into
 * another. All moves run in the request's transaction, as an agency administrator, with both companies
 * locked.
 */
export type CompanyRecords = {
  /** The plural shown in the preview and the result, for example `Contact changes`. */
  label: string
  /**
   * SQL that counts the company's records that would move. The preview counts every kind in one statement.
   */
  count: (fromCompanyId: number) => RawBuilder<number>
  /**
   * For the simple case that every row of this table with a column management_company_id moves. The rows of
   * all such tables move in one statement.
   */
  table?: string
  /**
   * Runs additional changes, or other ones than `table`. Afterwards `count` for the merged company must be
   * 0, or the merge fails and is undone.
   */
  move?: (context: AnyContext, fromCompanyId: number, intoCompanyId: number) => Promise<unknown>
  /**
   * SQL for a text array of warnings to the administrator, such as duplicates and open applications. Each
   * is one sentence; null means none.
   */
  conflicts?: (fromCompanyId: number, intoCompanyId: number) => RawBuilder<string[] | null>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The records that move when one company is merged into another. */
    companyRecords?: readonly CompanyRecords[]
  }
}

/** Every kind of record that moves, from all modules. */
export const companyRecords = slot('companyRecords')

/** Declares that every row of a table with a column management_company_id moves. */
export const rowsOfCompany = (label: string, table: string) =>
  ({
    label,
    table,
    count: (from: number) =>
      sql<number>`(select count(*)::integer from ${sql.table(table)} where management_company_id = ${from})`,
  }) satisfies CompanyRecords

/**
 * Moves the records of every kind. The tables of the simple case share one statement, so that another kind
 * adds no query.
 */
export async function moveRecords(
  context: AnyContext,
  fromCompanyId: number,
  intoCompanyId: number,
): Promise<void> {
  for (const kind of companyRecords()) await kind.move?.(context, fromCompanyId, intoCompanyId)
  const updates = companyRecords().flatMap(({ table }, index) =>
    table === undefined
      ? []
      : sql`${sql.ref(`moved_${index}`)} as (update ${sql.table(table)}
        set management_company_id = ${intoCompanyId}
          where management_company_id = ${fromCompanyId})`,
  )
  await sql`with ${sql.join(updates)} select`.execute(context.db)
}
