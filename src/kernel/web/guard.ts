import { type Grants, holds, type Need, roles } from '../model/access.ts'

/** The properties of a route that the guard uses. */
export type GuardedRoute = {
  layout: 'public' | 'main'
  permission?: string
  readOnly?: boolean
}

/**
 * Who asks: null when there is no valid session. `startsWith` names the screen a person of the agency begins
 * with.
 */
export type Visitor = (Grants & { startsWith?: string }) | null

export type Verdict = { redirect: string } | { readOnly: boolean }

const hasRole = (visitor: Grants, role: number): boolean => visitor.roles.some((item) => item.id === role)

/**
 * The navigation guard (NAV-01…NAV-14): the result when `visitor` goes to `path` over `route`. Read-only is
 * computed for every navigation; a redirect is a path of the app.
 */
export function guard(
  visitor: Visitor,
  route: GuardedRoute,
  path: string,
  params: Readonly<Record<string, string | undefined>>,
): Verdict {
  if (route.layout === 'public') return { readOnly: false }
  if (!visitor) return { redirect: path === '/' ? '/login' : `/login/${encodeURIComponent(path)}` }
  const agency = hasRole(visitor, roles.agencyWrite) || hasRole(visitor, roles.agencyRead)
  if (agency) {
    if (path === '/') return { redirect: `/${visitor.startsWith ?? 'Projects'}` }
    return { readOnly: !hasRole(visitor, roles.agencyWrite) }
  }
  if (!route.permission) return { readOnly: false }
  const property = getProperty(params)
  const may = (need: Need) => holds(visitor, route.permission as string, need, property)
  if (!may('read') && !may('write')) return { redirect: '/' }
  return { readOnly: !may('write') }
}

/** NAV-05: the check is per property when the route has a parameter named propertyId or projectId. */
function getProperty(params: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = params.propertyId ?? params.projectId
  return text === undefined ? undefined : Number(text)
}
