import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { personName } from './sql.ts'

/** Returns the mail address of an inspector, or an empty list without one. One statement. */
export async function loadInspectorAddress({ db }: AnyContext, id: number | null): Promise<Recipient[]> {
  if (id === null) return []
  const result = await sql<Recipient>`select u.email, ${personName('u')} as name from compliance_inspector k
      join app_user u using (user_id)
    where k.compliance_inspector_id = ${id} and u.active`.execute(db)
  return result.rows
}

/** Refuses a person as inspector who is not an active agency user with write access (400). */
export async function refuseNonAgencyUser({ db }: AnyContext, userId: unknown): Promise<void> {
  const result = await sql`select from app_user u join user_role r using (user_id)
    where u.user_id = ${Number(userId)} and u.active and r.role_id = 1`.execute(db)
  if (result.rows.length === 0)
    refuse.invalid([{ field: 'userId', message: 'Person: choose somebody of the agency who may write.' }])
}
