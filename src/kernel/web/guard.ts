import { type Grants, hasPermission, type Need, roles } from '../model/access.ts'

/** The properties of a route that the guard uses. */
export type GuardedRoute = {
  layout: 'public' | 'main'
  permission?: string
  readOnly?: boolean
}

/**
 * The person who navigates; null without a valid session. `startsWith` is the first screen of an agency user.
 */
export type Visitor = (Grants & { startsWith?: string }) | null

export type GuardResult = { redirect: string } | { readOnly: boolean }

const hasRole = (visitor: Grants, role: number): boolean => visitor.roles.some((item) => item.id === role)

/**
 * The navigation guard (NAV-01…NAV-14): decides for every navigation whether the visitor is redirected, to a
 * path of the app, or whether the page is read-only.
 */
export function guard(
  visitor: Visitor,
  route: GuardedRoute,
  path: string,
  params: Readonly<Record<string, string | undefined>>,
): GuardResult {
  if (route.layout === 'public') return { readOnly: false }
  if (!visitor) return { redirect: path === '/' ? '/login' : `/login/${encodeURIComponent(path)}` }
  const agency = hasRole(visitor, roles.agencyWrite) || hasRole(visitor, roles.agencyRead)
  if (agency) {
    if (path === '/') return { redirect: `/${visitor.startsWith ?? 'Projects'}` }
    return { readOnly: !hasRole(visitor, roles.agencyWrite) }
  }
  if (!route.permission) return { readOnly: false }
  const property = getProperty(params)
  const may = (need: Need) => hasPermission(visitor, route.permission as string, need, property)
  if (!may('read') && !may('write')) return { redirect: '/' }
  return { readOnly: !may('write') }
}

/** NAV-05: returns the property of a route, from its parameter propertyId or projectId. */
function getProperty(params: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = params.propertyId ?? params.projectId
  return text === undefined ? undefined : Number(text)
}
