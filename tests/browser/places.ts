import type pg from 'pg'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'

/**
 * How company.user relates to a property of the demonstration: it may write there, may only read there, or
 * has no access.
 */
export const accessLevels = ['written', 'read', 'foreign'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** A screen's address with existing ids. */
export type ScreenAddress = {
  screen: ScreenDeclaration
  path: string
  params: Record<string, string>
  /** The property in the address. Null if there is none. */
  propertyId: number | null
  /** The company whose record is in the address. Null if the record belongs to no company. */
  companyId: number | null
}

/**
 * Finds or inserts records and returns their ids for the parameters of a screen's address that name no
 * property. `propertyId` or `companyId` may be added to say to whom the record belongs.
 */
type FindIds = (owner: pg.Client, propertyId: number) => Promise<Record<string, number | string>>

/** Functions that find the ids of a screen, by its path. */
export type ScreenIds = Readonly<Record<string, FindIds>>

const files = import.meta.glob<{ places: ScreenIds }>('./places/*.ts', { eager: true })

/** The functions of all modules, one file of the folder for each module. */
const places: ScreenIds = Object.assign({}, ...Object.values(files).map((file) => file.places))

/** SQL condition: property `p` has no finding, which could block a request that a test files. */
export const NO_FINDING = 'not exists (select from non_compliance f where f.property_id = p.property_id)'

/** Chooses a property for each access level, with a reserve and at least one request. */
export async function chooseProperties(owner: pg.Client): Promise<Record<AccessLevel, number>> {
  const result = await owner.query<Record<AccessLevel, number>>(`
    with mine as (select g.* from permission g join app_user u using (user_id)
        where u.user_name = 'company.user' and g.key = 'Replacement_Reserve'),
      requested as (select property_id, bool_or(status_id = 1) as open from replacement_reserve_request group by 1)
    select (select min(property_id) from mine join requested using (property_id) where write and open) as written,
      (select min(property_id) from mine join requested using (property_id) where not write) as read,
      (select min(property_id) from requested where property_id not in (select property_id from mine)) as foreign`)
  return result.rows[0]!
}

const getParameterNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
const isPropertyParameter = (name: string): boolean => name === 'propertyId' || name === 'projectId'

/** Whether a screen's address names a property. */
export const namesProperty = (screen: ScreenDeclaration): boolean =>
  getParameterNames(screen.path).some(isPropertyParameter)

/**
 * Builds the address of a screen at one property. Optional parameters without an id are left out. Throws if a
 * parameter has no id.
 */
export async function buildScreenAddress(
  screen: ScreenDeclaration,
  owner: pg.Client,
  propertyId: number,
): Promise<ScreenAddress> {
  const idsByName: Record<string, number | string> = await (places[screen.path]?.(owner, propertyId) ?? {})
  const params: Record<string, string> = {}
  const path = screen.path.replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const id = isPropertyParameter(name) ? propertyId : idsByName[name]
    if (id === undefined && optional) return ''
    if (id === undefined)
      throw new Error(`Say in a file of tests/browser/places which ${name} to visit ${screen.path} with.`)
    params[name] = String(id)
    return `/${id}`
  })
  const companyId = Number(idsByName.companyId ?? 0) || null
  return {
    screen,
    path: path || '/',
    params,
    propertyId: namesProperty(screen) ? propertyId : Number(idsByName.propertyId ?? 0) || null,
    companyId,
  }
}
