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

/**
 * Real ids for the parameters of a screen's address that do not name a property. `propertyId` or `companyId`
 * beside them says whose the record is.
 */
type Ids = (owner: pg.Client, propertyId: number) => Promise<Record<string, number | string>>

/** Ids by the path of the screen. */
export type Places = Readonly<Record<string, Ids>>

const files = import.meta.glob<{ places: Places }>('./places/*.ts', { eager: true })

/** What the files of the folder say, one a module. */
const places: Places = Object.assign({}, ...Object.values(files).map((file) => file.places))

/** SQL: property `p` has no finding, which might block what a test files. */
export const NO_FINDING = 'not exists (select from non_compliance f where f.property_id = p.property_id)'

/** One property of each standing, with a reserve and at least one request. */
export async function chosenProperties(owner: pg.Client): Promise<Record<Standing, number>> {
  const result = await owner.query<Record<Standing, number>>(`
    with mine as (select g.* from permission g join app_user u using (user_id)
        where u.user_name = 'company.user' and g.key = 'Replacement_Reserve'),
      requested as (select property_id, bool_or(status_id = 1) as open from replacement_reserve_request group by 1)
    select (select min(property_id) from mine join requested using (property_id) where write and open) as written,
      (select min(property_id) from mine join requested using (property_id) where not write) as read,
      (select min(property_id) from requested where property_id not in (select property_id from mine)) as foreign`)
  return result.rows[0]!
}

const names = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
const isProperty = (name: string): boolean => name === 'propertyId' || name === 'projectId'

/** Whether a screen's address names a property. */
export const namesProperty = (screen: ScreenDeclaration): boolean => names(screen.path).some(isProperty)

/**
 * A screen at one property; optional parameters are left out. Throws for a parameter nobody gave a real id.
 */
export async function loadPlace(
  screen: ScreenDeclaration,
  owner: pg.Client,
  propertyId: number,
): Promise<Place> {
  const idsByName: Record<string, number | string> = await (places[screen.path]?.(owner, propertyId) ?? {})
  const params: Record<string, string> = {}
  const path = screen.path.replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const id = isProperty(name) ? propertyId : idsByName[name]
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
