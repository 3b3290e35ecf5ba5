import { roles } from '#kernel/model/access.ts'
import type { Session } from '#kernel/web/session.ts'

/** Returns the name of a person’s role for the user menu. */
export function getRoleText(session: Session): string {
  const hasRole = (id: number) => session.roles.some((role) => role.id === id)
  if (session.isAdmin) return 'Agency administrator'
  if (session.isManager) return 'Agency manager'
  if (hasRole(roles.agencyWrite)) return 'Agency'
  if (hasRole(roles.agencyRead)) return 'Agency, reading only'
  return session.isMcAdmin || hasRole(roles.companyPrimaryUser) ? 'Company administrator' : 'Company'
}
