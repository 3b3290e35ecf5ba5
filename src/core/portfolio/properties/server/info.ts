import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { formatPropertyNumber, PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { NonComplianceState } from '../model/nonCompliance.ts'
import { nonComplianceSql } from './nonCompliance.ts'

type Info = z.infer<typeof calls.propertyInfo>
type StoredInfo = Omit<Info, 'propertyNumber' | 'nonCompliant' | 'markedNonCompliant'> & {
  nonCompliance: NonComplianceState
}

const isNotDeleted = sql`p.status_id <> ${PropertyStatus.Deleted}`

/** Loads the information of the properties that match `condition`, ordered by name, in one statement. */
async function loadInfo(context: AnyContext, condition: RawBuilder<unknown>): Promise<Info[]> {
  const result = await sql<StoredInfo>`
    select p.property_id, p.name as property_name, p.status_id as status, p.decontrol_status,
    ${nonComplianceSql()} as non_compliance, p.owner_managed,
      (exists (select 1 from resyndication r
      where r.old_property_id = p.property_id))::integer as resyndicated_to,
      (exists (select 1 from resyndication r
      where r.new_property_id = p.property_id))::integer as resyndicated_from,
      p.management_company_id, m.name as management_company_name, p.extended_use_date, p.service_date,
      p.average_income_test as ait, p.agency_number, l.lihtc_number as liht_c1, p.city, c.name as county
    from property p
    left join management_company m on m.management_company_id = p.management_company_id
    left join county c on c.county_id = p.county_id
    left join lateral (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
      order by n.position limit 1) l on true
    where ${condition} order by lower(p.name), p.property_id`.execute(context.db)
  const { agencyShortName } = context.services.config
  return result.rows.map(({ nonCompliance, ...row }) => ({
    ...row,
    nonCompliant: nonCompliance === 'findings',
    markedNonCompliant: nonCompliance === 'mark',
    propertyNumber: formatPropertyNumber(row, agencyShortName),
  }))
}

/** Loads the information of one property. Refuses with 404 out of the caller's scope. */
async function loadPropertyInfo(context: AnyContext, propertyId: number): Promise<Info> {
  const [info] = await loadInfo(context, sql`p.property_id = ${propertyId}`)
  return info ?? refuse.notFound('This property')
}

/** Loads the properties a user is tied to. A null scope from the database means every property. */
const loadPropertiesOfUser = (context: AnyContext, userId: number): Promise<Info[]> =>
  loadInfo(
    context,
    sql`${isNotDeleted} and coalesce(p.property_id = any ((select kernel.scope(${userId}, null,
      'read'))::integer[]), true)`,
  )

/** Refuses a user who does not exist, and any other user if the caller is not of the agency. */
async function refuseUnknownUser(context: AnyContext, userId: number): Promise<void> {
  if (!isAgency(context.actor) && userId !== context.actor.userId) refuse.notFound('This user')
  const user = await context.db
    .selectFrom('appUser')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!user) refuse.notFound('This user')
}

/** The handlers of the calls that answer property information. */
export const infoHandlers = [
  serve(calls.getProjectHeaderInfo, (context) => loadPropertyInfo(context, context.params.propertyId)),
  serve(calls.getProjectInformation, (context) => loadPropertyInfo(context, context.params.propertyId)),
  serve(
    calls.getProjectNumber,
    async (context) => (await loadPropertyInfo(context, context.params.propertyId)).propertyNumber,
  ),

  serve(calls.getAllProjectInformation, (context) => loadInfo(context, isNotDeleted)),
  serve(calls.getAllProjectInformationOfOne, async (context) => [
    await loadPropertyInfo(context, context.params.propertyId),
  ]),
  serve(calls.getProjectsInformationByManagementCompany, (context) =>
    loadInfo(
      context,
      sql`${isNotDeleted} and p.management_company_id = ${context.params.managementCompanyId}`,
    ),
  ),
  serve(calls.byUser, (context) => loadPropertiesOfUser(context, context.actor.userId)),
  serve(calls.byUserId, async (context) => {
    await refuseUnknownUser(context, context.params.userId)
    return loadPropertiesOfUser(context, context.params.userId)
  }),
]
