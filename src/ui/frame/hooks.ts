import { useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { type Access, holds, type Need, type PermissionKey, seenAsAgency } from '#kernel/model/access.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { currentSession, inPropertyView, type Session, subscribeSession } from '#kernel/web/session.ts'
import { offered } from './offered.ts'

/** The signed-in person; throws outside of signed-in screens. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribeSession, currentSession)
  if (!session) throw new Error('Please sign in.')
  return session
}

/** The signed-in person or null. */
export const useVisitor = (): Session | null =>
  useSyncExternalStore(subscribeSession, currentSession, currentSession)

/** PER-16: whether the person counts as agency here; false in property view unless forced. */
export function useIsAgency(force = false): boolean {
  const view = useSyncExternalStore(subscribeSession, inPropertyView, inPropertyView)
  const session = useVisitor()
  return session !== null && seenAsAgency(session, view, force)
}

/** The same outside of components, as of now. */
export function readsAsAgency(): boolean {
  const session = currentSession()
  return session !== null && seenAsAgency(session, inPropertyView(), false)
}

/** Whether the person holds a permission, on a property when one is given. */
export function useHolds(key: PermissionKey, need: Need, propertyId?: number): boolean {
  const session = useVisitor()
  return session !== null && holds(session, key, need, propertyId)
}

/**
 * Returns whether to offer the action of this call, at a property if one is given; never on read-only
 * screens, and never an agency-only action while the user views the portal as a property does.
 */
export function useMay({ access }: { access: Access }, propertyId?: number): boolean {
  const readOnly = useReadOnly()
  const session = useVisitor()
  const agency = useIsAgency()
  if (session === null || readOnly || (access.kind === 'agency' && !agency)) return false
  return offered(session, access, propertyId)
}

/** The route's numeric parameters; a missing one is 0. */
export function useNumericParams<const N extends string>(...names: N[]): Record<N, number> {
  const params = useParams()
  return Object.fromEntries(names.map((name) => [name, Number(params[name] ?? 0)])) as Record<N, number>
}
