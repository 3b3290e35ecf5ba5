import { type RawBuilder, sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { NonComplianceState } from '../model/nonCompliance.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL: whether property `p` is non-compliant in the module's records. */
    nonCompliance?: RawBuilder<boolean>
  }
}

const getModuleConditions = slot('nonCompliance')

/**
 * SQL: the {@link NonComplianceState} of property `p`, for the banner, lists, reports and checks. It is null
 * for a property that the caller does not see.
 */
export const nonComplianceSql = (): RawBuilder<NonComplianceState> =>
  sql<NonComplianceState>`(case when ${sql.join([sql`false`, ...getModuleConditions()], sql` or `)}
  then 'findings'
    when p.non_compliant then 'mark' end)`
