import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { NonComplianceState } from '../model/nonCompliance.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL: whether property `p` is non-compliant in the module's records. */
    nonCompliance?: RawBuilder<boolean>
  }
}

const modulesKnowing = slot('nonCompliance')

/**
 * SQL: the {@link NonComplianceState} of property `p`. Banner, lists, reports, tiles and guards all ask this;
 * a property that the caller does not see has none.
 */
export const nonComplianceSql = (): RawBuilder<NonComplianceState> =>
  sql<NonComplianceState>`(case when ${sql.join([sql`false`, ...modulesKnowing()], sql` or `)} then 'findings'
    when p.non_compliant then 'mark' end)`
