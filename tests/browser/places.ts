import type pg from 'pg'
import { screens } from '#app/screens.ts'
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
}

/** Real ids for parameters that do not name a property, by the path of the screen. */
const otherIds: Record<string, (owner: pg.Client, propertyId: number) => Promise<Record<string, number>>> = {
  '/ReplacementReserve/:id/:projectId': async (owner, propertyId) => ({ id: await newestRequest(owner, propertyId) }),
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

const names = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
const isProperty = (name: string): boolean => name === 'propertyId' || name === 'projectId'

/** Whether a screen's address names a property. */
export const namesProperty = (screen: ScreenDeclaration): boolean => names(screen.path).some(isProperty)

/** A screen at one property; optional parameters are left out. Throws for a parameter nobody gave a real id. */
export async function placeOf(screen: ScreenDeclaration, owner: pg.Client, propertyId: number): Promise<Place> {
  const given = await (otherIds[screen.path]?.(owner, propertyId) ?? {})
  const params: Record<string, string> = {}
  const path = screen.path.replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const id = isProperty(name) ? propertyId : (given as Record<string, number>)[name]
    if (id === undefined && optional) return ''
    if (id === undefined) throw new Error(`Say in tests/browser/places.ts which ${name} to visit ${screen.path} with.`)
    params[name] = String(id)
    return `/${id}`
  })
  return { screen, path: path || '/', params, propertyId: namesProperty(screen) ? propertyId : null }
}

/** Every screen once, those of a property at the given one. */
export const everyPlace = (owner: pg.Client, propertyId: number): Promise<Place[]> =>
  Promise.all(screens.map((screen) => placeOf(screen, owner, propertyId)))
