import { sql } from 'kysely'
import type { z } from 'zod'
import { isAgencyWriter, runsCompany } from '#kernel/model/access.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { CERTIFIED } from '../model/applications.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import type { companyCertificationSchema } from '../model/shapes.ts'

/**
 * Loads a company's certification: until when it is certified; whether a renewal is due (its certification
 * ends within the days of the first reminder, or has ended, and no application is with the agency); and its
 * open application. Null if the company is not in scope.
 */
export async function loadCompanyCertification(
  context: AnyContext,
  managementCompanyId: number,
): Promise<z.infer<typeof companyCertificationSchema> | null> {
  const { actor, settings } = context
  const today = settings.today()
  const soon = addDays(today, await settings.get(rules.firstReminder))
  const result = await sql<Omit<z.infer<typeof companyCertificationSchema>, 'canStart'>>`
    select c.management_company_id, c.name as company_name,
      max(a.management_company_asset_certification_id) filter (where a.status_id < ${CERTIFIED}) as
      open_application_id,
      max(a.expires_on) filter (where a.status_id = ${CERTIFIED} and a.expires_on >= ${today}) as expires_on,
      coalesce(max(a.expires_on) <= ${soon} and not coalesce(bool_or(${statusIs.withAgency('a')}), false),
      false) as is_due
    from management_company c left join management_company_asset_certification a using (management_company_id)
    where c.management_company_id = ${managementCompanyId}
      and (kernel.is_agency() or c.management_company_id = any (kernel.own_companies()))
    group by c.management_company_id`.execute(context.db)
  const row = result.rows[0]
  if (!row) return null
  const mayWrite = isAgencyWriter(actor) || runsCompany(actor, managementCompanyId)
  return { ...row, canStart: mayWrite && row.openApplicationId === null }
}
