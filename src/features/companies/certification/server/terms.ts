import { sql } from 'kysely'
import { daysBetween } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { CERTIFIED } from '../model/applications.ts'

/** SQL: whether the company of application `r` has a certification with a later term. */
export const isSuperseded = sql`exists (select 1 from management_company_asset_certification n
  where n.management_company_id = r.management_company_id and n.status_id = ${CERTIFIED}
    and n.management_company_asset_certification_id <> r.management_company_asset_certification_id
    and (n.expires_on, n.management_company_asset_certification_id) > (r.expires_on,
    r.management_company_asset_certification_id))`

/** SQL: whether an application of the company of `r` is with the agency. */
export const hasApplicationWithAgency = sql`exists (select 1 from management_company_asset_certification w
  where w.management_company_id = r.management_company_id and ${statusIs.withAgency('w')})`

/** Returns the number of days until a certification ends, 0 on its last day; null for other statuses. */
export const getDaysLeft = (
  { settings }: AnyContext,
  row: { statusId: number; expiresOn: string | null },
): number | null =>
  row.statusId === CERTIFIED && row.expiresOn ? daysBetween(settings.today(), row.expiresOn) : null
