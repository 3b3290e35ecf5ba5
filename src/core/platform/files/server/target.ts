import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'
import type { FileModule } from './modules.ts'

type Target = Pick<FileDetails, 'moduleId' | 'subModuleId' | 'propertyId' | 'managementCompanyId'>
type TargetFields = { [Name in keyof Target]?: number | null }

/** The property or company that a record belongs to, and the companies that may be named with it. */
type Owner = { propertyId: number | null; managementCompanyId: number | null; companies: (number | null)[] }

const refuseMissing = (field: string, label: string): never =>
  refuse.invalid([{ field, message: `${label}: *Field is required` }])

/**
 * Finds the owner of a record that the caller may see. Refuses with 404 for any other. A record without
 * property and company belongs to the agency.
 */
async function loadRecordOwner(
  { db }: AnyContext,
  { table, key }: NonNullable<FileModule['record']>,
  id: number,
): Promise<Owner> {
  const result = await sql<Owner>`
    select p.property_id, o.management_company_id, array[o.filed_company_id,
    p.management_company_id] as companies
    from ${sql.table(table)} r
    cross join jsonb_to_record(to_jsonb(r)) as o (property_id integer, management_company_id integer,
    filed_company_id integer)
    left join property p on p.property_id = o.property_id where r.${sql.ref(key)} = ${id}`.execute(db)
  return result.rows[0] ?? refuse.notFound('This record')
}

/**
 * Finds the property or company itself, for documents that belong to no record of it. Refuses with 404 if
 * the caller may not see it.
 */
async function loadOwnerItself({ db }: AnyContext, ofCompany: boolean, id: number): Promise<Owner> {
  const result = ofCompany
    ? await sql<Owner>`select null::integer as property_id, management_company_id,
      array[management_company_id] as companies
        from management_company where management_company_id = ${id}
        and (kernel.is_agency() or management_company_id = any (kernel.own_companies()))`.execute(db)
    : await sql<Owner>`select property_id, null::integer as management_company_id,
      array[management_company_id] as companies
        from property where property_id = ${id}`.execute(db)
  return result.rows[0] ?? refuse.notFound(ofCompany ? 'This management company' : 'This property')
}

/** Refuses a line that does not belong to the record (404). */
async function checkLine(
  { db }: AnyContext,
  { record }: FileModule,
  moduleId: number,
  lineId: number,
): Promise<void> {
  const results = await Promise.all(
    (record?.lines ?? []).map(({ table, key, parent }) =>
      sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${lineId}
        and ${sql.ref(parent)} = ${moduleId}`.execute(db),
    ),
  )
  if (!results.some(({ rows }) => rows.length > 0)) refuse.notFound('This line of the record')
}

/**
 * Determines where uploaded documents belong. Record, line, property and company must agree with each
 * other, and the caller must see them (404). The property must be named, or the company if there is no
 * property (400).
 */
export async function loadTarget(
  context: AnyContext,
  module: FileModule,
  payload: TargetFields,
): Promise<Target> {
  const { record, ofCompany = false } = module
  const field = ofCompany ? 'managementCompanyId' : 'propertyId'
  const label = ofCompany ? 'Management company' : 'Property'
  const ownId = payload[field] || null
  const owner = record
    ? await loadRecordOwner(context, record, payload.moduleId || refuseMissing('moduleId', 'Record'))
    : await loadOwnerItself(context, ofCompany, ownId ?? refuseMissing(field, label))
  const { propertyId, managementCompanyId, companies } = owner
  if (propertyId !== null && !payload.propertyId) refuseMissing('propertyId', 'Property')
  if (managementCompanyId !== null && !payload.managementCompanyId)
    refuseMissing('managementCompanyId', 'Management company')
  const moduleId = payload.moduleId || ownId || 0
  const agree =
    (record !== undefined || moduleId === ownId) &&
    (payload.propertyId || null) === propertyId &&
    (!payload.managementCompanyId ||
      [...companies, managementCompanyId].includes(payload.managementCompanyId))
  if (!agree) refuse.notFound('A record of this property and company')
  if (payload.subModuleId) await checkLine(context, module, moduleId, payload.subModuleId)
  return {
    propertyId,
    managementCompanyId: payload.managementCompanyId || null,
    moduleId,
    subModuleId: payload.subModuleId || null,
  }
}
