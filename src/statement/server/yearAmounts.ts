import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/**
 * The amounts of a property's year in a subject's record: dollars by account, and the status of the record.
 */
export type YearAmounts = {
  kind: string
  year: number
  requestNumber: string
  statusLabel: string
  path: string
  amounts: Readonly<Record<string, number>>
}

/**
 * Where years of a property are reported by account, such as its budgets: `kind` is what others ask for them
 * by.
 */
export type YearAmountsSource = {
  kind: 'budget' | 'statement'
  /**
   * SQL of the records of a property: id, year, status, the moment it was submitted, and amounts by account
   * as one record.
   */
  rows: (propertyId: number) => RawBuilder<unknown>
  /** Returns the name of a record, its status, and its link. */
  named: (row: {
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

type Found = {
  kind: string
  id: number
  year: number
  statusId: number
  submitted: string | null
  amounts: YearAmounts['amounts']
}

/**
 * Every year of a property that is reported by account and that the caller may read, the newest first. One
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
    await sql<Found>`select * from (${sql.join(parts, sql` union all `)}) told order by year desc`.execute(db)
  return result.rows.flatMap(({ kind, id, year, statusId, submitted, amounts }) => {
    const source = sources().find((source) => source.kind === kind)
    return source
      ? [{ kind, year, amounts, ...source.named({ id, year, propertyId, statusId, submitted }) }]
      : []
  })
}
