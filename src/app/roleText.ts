import { roles } from '#kernel/model/access.ts'
import type { Session } from '#kernel/web/session.ts'

/** The name of a person's role in the user menu. */
export function agencyRoleText(session: Session): string {
  const has = (id: number) => session.roles.some((role) => role.id === id)
  if (session.isAdmin) return 'Agency administrator'
  if (session.isManager) return 'Agency manager'
  if (has(roles.agencyWrite)) return 'Agency'
  if (has(roles.agencyRead)) return 'Agency, reading only'
  return session.isMcAdmin || has(roles.companyPrimaryUser) ? 'Company administrator' : 'Company'
}
