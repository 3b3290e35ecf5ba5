import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * The amounts of a property for one year, from a record such as a budget: dollars by account, and the
 * status of the record.
 */
export type YearAmounts = {
  kind: string
  year: number
  requestNumber: string
  statusLabel: string
  path: string
  amounts: Readonly<Record<string, number>>
}

/** A source of yearly amounts by account, such as budgets; `kind` tells the sources apart. */
export type YearAmountsSource = {
  kind: 'budget' | 'statement'
  /**
   * SQL of the records of a property: id, year, status, the moment of submission, and an object of amounts
   * by account.
   */
  rows: (propertyId: number) => RawBuilder<unknown>
  /** Returns the number of a record, its status, and its link. */
  describeRecord: (row: {
    id: number
    year: number
    propertyId: number
    statusId: number
    submitted: string | null
  }) => {
    requestNumber: string
    statusLabel: string
    path: string
  }
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The yearly amounts of properties by account that this area offers to subjects of other areas. */
    yearAmounts?: readonly YearAmountsSource[]
  }
}

const sources = slot('yearAmounts')

type YearRow = {
  kind: string
  id: number
  year: number
  statusId: number
  submitted: string | null
  amounts: YearAmounts['amounts']
}

/**
 * Loads the amounts of every year of a property that the caller may read, the newest year first, in one
 * statement.
 */
export async function loadYearAmounts({ db }: AnyContext, propertyId: number): Promise<YearAmounts[]> {
  if (sources().length === 0) return []
  const parts = sources().map(
    ({ kind, rows }) =>
      sql`select ${kind}::text as kind, s.* from (${rows(propertyId)}) as s (id, year, status_id, submitted,
        amounts)`,
  )
  const result =
    await sql<YearRow>`select * from (${sql.join(parts, sql` union all `)}) told order by year desc`.execute(
      db,
    )
  return result.rows.flatMap(({ kind, id, year, statusId, submitted, amounts }) => {
    const source = sources().find((source) => source.kind === kind)
    return source
      ? [{ kind, year, amounts, ...source.describeRecord({ id, year, propertyId, statusId, submitted }) }]
      : []
  })
}
