import { type RawBuilder, sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * Records that carry a management company and go with it when it is merged into another. Everything runs in the
 * request's transaction, as an agency administrator, with both companies locked.
 */
export type CompanyRecords = {
  /** What the preview and the result call them, in the plural: `Contact changes`. */
  label: string
  /** SQL for how many of the company's records would move; the preview counts every kind in one statement. */
  count: (fromCompanyId: number) => RawBuilder<number>
  /** Runs before anything of any kind moves; for what is to stay as it was, such as the company a request was filed by. */
  prepare?: (context: AnyContext, fromCompanyId: number, intoCompanyId: number) => Promise<unknown>
  /** Moves them: afterwards `count` of the merged company must be 0, or the merge is undone as a fault. */
  move: (context: AnyContext, fromCompanyId: number, intoCompanyId: number) => Promise<unknown>
  /**
   * SQL for a text array of what the administrator should know before, such as duplicates and applications still open;
   * one sentence each, null for none.
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
export let companyRecords: readonly CompanyRecords[] = []

/** Takes the kinds of records that move. */
export function setCompanyRecords(records: readonly CompanyRecords[]): void {
  companyRecords = records
}

/** The plain case: every row of a table with a column management_company_id moves. */
export const rowsOfCompany = (label: string, table: string): CompanyRecords => ({
  label,
  count: (from) =>
    sql<number>`(select count(*)::integer from ${sql.table(table)} where management_company_id = ${from})`,
  move: (context, from, into) =>
    sql`update ${sql.table(table)} set management_company_id = ${into} where management_company_id = ${from}`.execute(
      context.db,
    ),
})
