import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL: whether property `p` is not compliant by what the module knows of it. */
    nonCompliance?: RawBuilder<boolean>
  }
}

const known = slot('nonCompliance')

/** SQL: whether property `p` is not compliant: by its mark, or by what any module knows of it. */
export const nonCompliant = (): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`coalesce(p.non_compliant, false)`, ...known()], sql` or `)})`
