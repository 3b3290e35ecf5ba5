import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * Records that carry a management company and go with it when it is merged into another. Everything runs in
 * the request's transaction, as an agency administrator, with both companies locked.
 */
export type CompanyRecords = {
  /** Their plural in the preview and the result: `Contact changes`. */
  label: string
  /** SQL for how many of the company's records would move; the preview counts every kind in one statement. */
  count: (fromCompanyId: number) => RawBuilder<number>
  /**
   * The plain case: every row of this table with a column management_company_id moves. All of them move in
   * one statement.
   */
  table?: string
  /**
   * What else is done, or instead: afterwards `count` of the merged company must be 0, or the merge is undone
   * as a fault.
   */
  move?: (context: AnyContext, fromCompanyId: number, intoCompanyId: number) => Promise<unknown>
  /**
   * SQL for a text array of warnings to the administrator, such as duplicates and open applications; one
   * sentence each, null for none.
   */
  conflicts?: (fromCompanyId: number, intoCompanyId: number) => RawBuilder<string[] | null>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What moves when one company is merged into another. */
    companyRecords?: readonly CompanyRecords[]
  }
}

/** Every kind of records that moves, of all modules. */
export const companyRecords = slot('companyRecords')

/** The plain case: every row of a table with a column management_company_id moves. */
export const rowsOfCompany = (label: string, table: string) =>
  ({
    label,
    table,
    count: (from: number) =>
      sql<number>`(select count(*)::integer from ${sql.table(table)} where management_company_id = ${from})`,
  }) satisfies CompanyRecords

/**
 * Moves the records of every kind, the plain ones together, so that a merge costs no more with every further
 * subject.
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
