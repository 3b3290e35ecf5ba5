import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { isAgency, worksFor } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { forCaller } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ManagementCompany } from '../model/entities.ts'
import { type CompanyRow, getEditableFields } from './companies.ts'

/** SQL: every company with its counts. Each count is one grouped subquery, not one query per company. */
const companyQuery = sql<calls.CompanyLine>`
  select c.management_company_id, c.name, c.legal_name, c.city, c.state, c.zip, c.phone, c.email, c.status,
    c.default_quarter, c.alias_of, t.name as alias_of_name, coalesce(a.names, '{}') as aliases,
    coalesce(p.properties, 0) as property_count, coalesce(p.units, 0) as unit_count, coalesce(u.users,
    0) as user_count
  from management_company c
  left join management_company t on t.management_company_id = c.alias_of
  left join (select alias_of, array_agg(name order by name) as names from management_company
    where alias_of is not null group by alias_of) a on a.alias_of = c.management_company_id
  left join (select management_company_id, count(*)::integer as properties, sum(total_units)::integer as units
    from property where status_id <> ${sqlPropertyStatus.Deleted}
    group by 1) p on p.management_company_id = c.management_company_id
  left join (select t.management_company_id, count(*)::integer as users from management_company_user t
  join app_user a using (user_id) where a.active group by 1) u
    on u.management_company_id = c.management_company_id
  order by lower(c.name), c.management_company_id`

/**
 * Loads a company the caller may open: any for the agency, for other people the companies they work for.
 * Otherwise refuses with 404.
 */
async function loadOwnCompany(context: AnyContext, companyId: number): Promise<CompanyRow> {
  if (!isAgency(context.actor) && !worksFor(context.actor, companyId))
    return refuse.notFound('This management company')
  const company = await context.db
    .selectFrom('managementCompany')
    .selectAll()
    .where('managementCompanyId', '=', companyId)
    .executeTakeFirst()
  return company ?? refuse.notFound('This management company')
}

async function loadDetail(context: AnyContext, companyId: number): Promise<calls.CompanyDetail> {
  const company = await loadOwnCompany(context, companyId)
  const names = await context.db
    .selectFrom('managementCompany')
    .select(['managementCompanyId', 'name', 'aliasOf', 'mergedAt'])
    .where((f) => f.or([f('aliasOf', '=', companyId), f('managementCompanyId', '=', company.aliasOf ?? 0)]))
    .orderBy('mergedAt')
    .execute()
  return {
    ...(forCaller(context.actor, ManagementCompany, company) as CompanyRow),
    aliasOfName: names.find((name) => name.managementCompanyId === company.aliasOf)?.name ?? null,
    aliases: names
      .filter((name) => name.aliasOf === companyId)
      .map(({ managementCompanyId, name, mergedAt }) => ({
        managementCompanyId,
        name,
        mergedAt: mergedAt ?? '',
      })),
    canEdit: getEditableFields(context.actor, company),
  }
}

/**
 * SQL: the contacts at the company's properties, without general and limited partners (types 1 and 2), who
 * belong to the owner.
 */
const contactsSql = (companyId: number) => sql<calls.ContactLine>`
  select c.contact_id, c.name, c.title, c.phone, c.email,
  array_agg(distinct k.contact_type_id) as contact_type_ids,
    count(distinct k.property_id)::integer as property_count
  from property p
  join property_contact k on k.property_id = p.property_id and k.contact_type_id > 2
  join contact c on c.contact_id = k.contact_id and c.active
  where p.management_company_id = ${companyId} and p.status_id <> ${sqlPropertyStatus.Deleted}
  group by c.contact_id order by property_count desc, lower(c.name)`

const propertyColumns = sql`p.property_id, p.name as property_name, p.agency_number, p.city,
  p.status_id as status,
  p.total_units, h.from_date, h.to_date`

/** The lists of companies, and the lists on the screen of one company. */
export const listHandlers: Served[] = [
  serve(calls.getWithPropertyCount, async ({ db }) => (await companyQuery.execute(db)).rows),
  serve(calls.getCertifiedManagementCompanies, async ({ db, settings }) => {
    const result = await sql<Answer<typeof calls.getCertifiedManagementCompanies>[number]>`
      select name, city, state, phone, certified_since, expires_on
      from certified_companies(${settings.today()})`.execute(db)
    return result.rows
  }),
  serve(calls.getCompanyDetail, (context) => loadDetail(context, context.params.managementCompanyId)),

  serve(calls.getCompanyProperties, async ({ db, params }) => {
    const result = await sql<calls.PropertyLine>`select ${propertyColumns} from property p
      left join lateral (select from_date, to_date from management_company_project_history h
        where h.property_id = p.property_id and h.management_company_id = p.management_company_id
        and h.to_date is null
        order by from_date desc limit 1) h on true
      where p.management_company_id = ${params.managementCompanyId}
      and p.status_id <> ${sqlPropertyStatus.Deleted}
      order by lower(p.name), p.property_id`.execute(db)
    return result.rows
  }),
  serve(calls.getFormerProperties, async ({ db, params }) => {
    const result =
      await sql<calls.PropertyLine>`select ${propertyColumns} from management_company_project_history h
      join property p on p.property_id = h.property_id
      where h.management_company_id = ${params.managementCompanyId} and h.to_date is not null
      order by h.to_date desc, lower(p.name)`.execute(db)
    return result.rows
  }),

  serve(calls.getCompanyContacts, async (context) => {
    const { managementCompanyId } = await loadOwnCompany(context, context.params.managementCompanyId)
    return (await contactsSql(managementCompanyId).execute(context.db)).rows
  }),

  serve(calls.getCompanyHistory, async (context) => {
    const { managementCompanyId } = await loadOwnCompany(context, context.params.managementCompanyId)
    const hidden = isAgency(context.actor) ? [] : ['ein_last4', 'notes']
    const rows = [{ table: ManagementCompany.table, ids: [managementCompanyId] }]
    return loadHistory(context, ManagementCompany.name, managementCompanyId, rows, hidden)
  }),
]
