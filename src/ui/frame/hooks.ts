import { useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import {
  type Access,
  countsAsAgency,
  hasPermission,
  type Need,
  type PermissionKey,
} from '#kernel/model/access.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { currentSession, inPropertyView, type Session, subscribeSession } from '#kernel/web/session.ts'
import { isOffered } from './isOffered.ts'

/** Returns the session of the signed-in person. Throws if there is none. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribeSession, currentSession)
  if (!session) throw new Error('Please sign in.')
  return session
}

/** Returns the session of the signed-in person, or null. */
export const useVisitor = (): Session | null =>
  useSyncExternalStore(subscribeSession, currentSession, currentSession)

/** PER-16: whether the person counts as agency here; false in property view unless forced. */
export function useIsAgency(force = false): boolean {
  const view = useSyncExternalStore(subscribeSession, inPropertyView, inPropertyView)
  const session = useVisitor()
  return session !== null && countsAsAgency(session, view, force)
}

/** Whether the person currently counts as agency, for code outside of components. */
export function readsAsAgency(): boolean {
  const session = currentSession()
  return session !== null && countsAsAgency(session, inPropertyView(), false)
}

/** Whether the person has a permission, at a property if one is given. */
export function useHolds(key: PermissionKey, need: Need, propertyId?: number): boolean {
  const session = useVisitor()
  return session !== null && hasPermission(session, key, need, propertyId)
}

/**
 * Whether to offer the action of this call, at a property if one is given. It is never offered on read-only
 * screens, and an action of the agency is not offered in property view.
 */
export function useMay({ access }: { access: Access }, propertyId?: number): boolean {
  const readOnly = useReadOnly()
  const session = useVisitor()
  const agency = useIsAgency()
  if (session === null || readOnly || (access.kind === 'agency' && !agency)) return false
  return isOffered(session, access, propertyId)
}

/** Returns the route's numeric parameters. A missing one is 0. */
export function useNumericParams<const N extends string>(...names: N[]): Record<N, number> {
  const params = useParams()
  return Object.fromEntries(names.map((name) => [name, Number(params[name] ?? 0)])) as Record<N, number>
}
