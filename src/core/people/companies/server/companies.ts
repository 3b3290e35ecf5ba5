import { sql } from 'kysely'
import { type Actor, isAgencyWriter, runsCompany } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { forCaller, serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { companyByProperty, companyByUser, getDefaultQuarter, managementCompanies } from '../model/calls.ts'
import { contactDetails, ManagementCompany } from '../model/entities.ts'
import { countRecords } from './merge.ts'

export type CompanyRow = Row<typeof ManagementCompany>
type Values = Record<string, unknown>

/** Returns which fields of a company a caller may change. */
export function getEditableFields(actor: Actor, company: CompanyRow): 'all' | 'contact details' | 'nothing' {
  if (isAgencyWriter(actor)) return 'all'
  return runsCompany(actor, company.managementCompanyId) ? 'contact details' : 'nothing'
}

const getLabel = (field: string): string =>
  getFieldMeta(ManagementCompany.fields[field as keyof typeof ManagementCompany.fields])?.label ?? field

/**
 * Finds the fields beyond the contact details that a primary user tries to change. Unchanged values are
 * accepted.
 */
function findForbiddenChanges(values: Values, present: Values): Fault[] {
  return (
    Object.keys(values)
      .filter((field) => !contactDetails.has(field) && values[field] !== present[field])
      // The agency's fields are null in the answers to a company, so null sent back is no change.
      .filter(
        (field) =>
          !(ManagementCompany.agencyOnly as readonly string[]).includes(field) || values[field] !== null,
      )
      .map((field) => ({
        field,
        message: `${getLabel(field)}: the agency keeps this. Ask it for the change.`,
      }))
  )
}

/** Refuses two companies of the same name; an alias counts as the company it was merged into. */
async function refuseTakenName(context: AnyContext, name: string, companyId: number): Promise<void> {
  const result = await sql<{ name: string; into: string | null }>`
    select c.name, t.name as into from management_company c
    left join management_company t on t.management_company_id = c.alias_of
    where lower(trim(c.name)) = lower(trim(${name})) and c.management_company_id <> ${companyId}
    limit 1`.execute(context.db)
  const other = result.rows[0]
  if (!other) return
  const conflict = other.into ? `an earlier name of ${other.into}` : 'on the list already'
  refuse.rule('There is a problem', [{ field: 'name', message: `Name: ${other.name} is ${conflict}.` }])
}

async function beforeWrite(context: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const company = present as CompanyRow | null
  if (company && !isAgencyWriter(context.actor)) {
    const faults = findForbiddenChanges(values, company)
    if (faults.length > 0) refuse.rule('There is a problem', faults)
    return Object.fromEntries(Object.entries(values).filter(([field]) => contactDetails.has(field)))
  }
  if (company?.aliasOf && values.status !== undefined && values.status !== company.status)
    refuse.rule('There is a problem', [
      { field: 'status', message: 'Status: this company was merged into another and stays inactive.' },
    ])
  if (typeof values.name === 'string' && values.name !== company?.name)
    await refuseTakenName(context, values.name, company?.managementCompanyId ?? 0)
  return values
}

async function beforeRemove(context: AnyContext, present: Values): Promise<void> {
  const { managementCompanyId, name } = present as CompanyRow
  const remaining = (await countRecords(context, managementCompanyId)).filter((item) => item.count > 0)
  const references = remaining.map((item) => `${item.label.toLowerCase()} (${item.count})`).join(', ')
  if (remaining.length > 0)
    refuse.rule(`${name} is named by ${references}. Make it inactive, or merge it into another company.`)
}

const loadCompany = (context: AnyContext, companyId: number | null) =>
  companyId === null
    ? null
    : context.db
        .selectFrom('managementCompany')
        .selectAll()
        .where('managementCompanyId', '=', companyId)
        .executeTakeFirst()
        .then((row) => (row ? (forCaller(context.actor, ManagementCompany, row) as CompanyRow) : null))

/** The generic calls, and the calls that find a company by property or by person. */
export const companyHandlers: Served[] = [
  ...serveController(managementCompanies, { before: beforeWrite, beforeRemove }),

  serve(companyByProperty, async (context) => {
    const property = await context.db
      .selectFrom('property')
      .select('managementCompanyId')
      .where('propertyId', '=', context.params.propertyId)
      .executeTakeFirst()
    return property ? loadCompany(context, property.managementCompanyId) : refuse.notFound('This property')
  }),

  serve(companyByUser, async (context) => {
    const result = await sql<{
      companyId: number | null
    }>`select management_company_id as company_id from app_user
      where user_id = ${context.params.userId} and ((select kernel.is_agency())
      or user_id = (select kernel.actor_id())
        or kernel.companies_of(user_id) && kernel.own_companies())`.execute(context.db)
    const user = result.rows[0]
    return user ? loadCompany(context, user.companyId) : refuse.notFound('This user')
  }),

  serve(getDefaultQuarter, async (context) => {
    const company = await loadCompany(context, context.actor.managementCompanyIds[0] ?? null)
    return company?.defaultQuarter ?? Math.ceil(Number(context.settings.today().slice(5, 7)) / 3)
  }),
]
