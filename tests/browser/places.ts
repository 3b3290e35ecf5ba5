import type pg from 'pg'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'

/** How company.user stands to a property of the demonstration. */
export const standings = ['written', 'read', 'foreign'] as const
export type Standing = (typeof standings)[number]

/** A screen with real ids in its address. */
export type Place = {
  screen: ScreenDeclaration
  path: string
  params: Record<string, string>
  /** The property in the address, if there is one. */
  propertyId: number | null
  /** The company whose record is in the address, if it is one of a company. */
  companyId: number | null
}

/** Real ids for parameters that do not name a property, by the path of the screen. */
const otherIds: Record<string, (owner: pg.Client, propertyId: number) => Promise<Record<string, number | string>>> = {
  '/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId': async (_, propertyId) => ({
    managementCompanyId: 0,
    ownerManagedId: propertyId,
    propertyId,
  }),
  '/emailTemplate/:id': async () => ({ id: 1 }),
  '/ContactChangeRequestReview/:requestId': contactRequest,
  '/ManagementContactChangeRequestReview/:requestId': contactRequest,
  '/ReplacementReserve/:id/:projectId': async (owner, propertyId) => ({ id: await newestRequest(owner, propertyId) }),
  '/todolist/managementCompany/:managementCompanyId': async () => ({ managementCompanyId: 0 }),
  '/company/:isNew/:id': async () => ({ isNew: 'false', id: 0 }),
  '/Developer/view/:developerId': async () => ({ developerId: 1 }),
  // A new account, and the visitor's own permissions: whoever comes, there is something to see.
  '/User/:isNew/:user_id': async () => ({ isNew: 'true', user_id: 0 }),
  '/MHDCViewPermissions/:user_id': async () => ({ user_id: 0 }),
  // 0 stands for the visitor's own company; the application is one of the property's company.
  '/ManagementCompanyAssetCertificationList/:managementCompanyId': async () => ({ managementCompanyId: 0 }),
  '/ManagementCompanyAssetCertificationApplication/create/:managementCompanyId': async () => ({
    managementCompanyId: 0,
  }),
  '/ManagementCompanyAssetCertificationApplication/edit/:managementCompanyAssetCertificationId': certificationOf,
}

/** One property of each standing, with a reserve and at least one request. */
export async function chosenProperties(owner: pg.Client): Promise<Record<Standing, number>> {
  const found = await owner.query<Record<Standing, number>>(`
    with mine as (select g.* from permission g join app_user u using (user_id)
        where u.user_name = 'company.user' and g.key = 'Replacement_Reserve'),
      requested as (select property_id, bool_or(status_id = 1) as open from replacement_reserve_request group by 1)
    select (select min(property_id) from mine join requested using (property_id) where write and open) as written,
      (select min(property_id) from mine join requested using (property_id) where not write) as read,
      (select min(property_id) from requested where property_id not in (select property_id from mine)) as foreign`)
  return found.rows[0]!
}

async function newestRequest(owner: pg.Client, propertyId: number): Promise<number> {
  const found = await owner.query<{ id: number }>(
    `select replacement_reserve_request_id as id from replacement_reserve_request where property_id = $1
     order by status_id, replacement_reserve_request_id desc limit 1`,
    [propertyId],
  )
  return found.rows[0]?.id ?? 0
}

/** An application of the company that runs the property, and that company. */
async function certificationOf(owner: pg.Client, propertyId: number): Promise<Record<string, number>> {
  const found = await owner.query<Record<string, number>>(
    `select max(management_company_asset_certification_id) as "managementCompanyAssetCertificationId",
      min(management_company_id) as "companyId"
     from management_company_asset_certification join property p using (management_company_id) where p.property_id = $1`,
    [propertyId],
  )
  return found.rows[0]!
}

/** The newest contact change request at a property of company.user, and that property. */
async function contactRequest(owner: pg.Client): Promise<Record<string, number>> {
  const found = await owner.query<Record<string, number>>(
    `select contact_change_request_id as "requestId", property_id as "propertyId" from contact_change_request
      join permission using (property_id) join app_user using (user_id) where user_name = 'company.user' order by 1 desc limit 1`,
  )
  return found.rows[0] ?? {}
}

const names = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
const isProperty = (name: string): boolean => name === 'propertyId' || name === 'projectId'

/** Whether a screen's address names a property. */
export const namesProperty = (screen: ScreenDeclaration): boolean => names(screen.path).some(isProperty)

/** A screen at one property; optional parameters are left out. Throws for a parameter nobody gave a real id. */
export async function placeOf(screen: ScreenDeclaration, owner: pg.Client, propertyId: number): Promise<Place> {
  const given: Record<string, number | string> = await (otherIds[screen.path]?.(owner, propertyId) ?? {})
  const params: Record<string, string> = {}
  const path = screen.path.replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const id = isProperty(name) ? propertyId : given[name]
    if (id === undefined && optional) return ''
    if (id === undefined) throw new Error(`Say in tests/browser/places.ts which ${name} to visit ${screen.path} with.`)
    params[name] = String(id)
    return `/${id}`
  })
  const companyId = Number(given.companyId ?? 0) || null
  return {
    screen,
    path: path || '/',
    params,
    propertyId: namesProperty(screen) ? propertyId : Number(given.propertyId ?? 0) || null,
    companyId,
  }
}
