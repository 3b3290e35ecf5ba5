import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { StatementRow } from '../model/statements.ts'

type Of = Pick<StatementRow, 'propertyId' | 'year'> & { afsId: number }

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * What was decided on a statement (domain 47.5): SQL of rows with the columns `label text, amount numeric, path text`, of
     * which the amount may be null.
     */
    standsOnStatement?: (statement: Of) => RawBuilder<unknown>
  }
}

const standing = slot('standsOnStatement')

/** SQL: everything that was decided on a statement, as one list. */
export function standingSql(statement: Of): RawBuilder<unknown> {
  const rows = standing().map((one) => sql`select * from (${one(statement)}) as one (label, amount, path)`)
  if (rows.length === 0) return sql`select '[]'::jsonb`
  return sql`select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount', s.amount, 'to', s.path) order by s.label), '[]')
    from (${sql.join(rows, sql` union all `)}) s`
}
