import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { authenticate, refresh, signOut } from '../model/calls.ts'
import type { LoginResponse, TokenSet } from '../model/entities.ts'
import { checkedPerson } from './attempts.ts'

const ACCESS_MINUTES = 20
const REFRESH_HOURS = 12
/** A refresh whose answer got lost may be repeated this long; later use of a used token ends the session. */
const REUSE_LEEWAY_SECONDS = 30

/** A refusal whose traces in the database (the ended session) must stay. */
const refusedAndKept = (): never => {
  throw new Refusal('signedOut', 'Please sign in again.', [], true)
}

/** Tokens live by the real clock, as the database reads it, even where tests move the portal's. */
const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

async function issueTokens(context: AnyContext, sessionId: number): Promise<z.infer<typeof TokenSet>> {
  const token = newToken()
  const refreshToken = newToken()
  const expiresAt = after(ACCESS_MINUTES * 60_000)
  const refreshUntil = after(REFRESH_HOURS * 3_600_000)
  await sql`select secret.issue_tokens(${sessionId}, ${tokenHash(token)}, ${expiresAt}, ${tokenHash(refreshToken)},
    ${refreshUntil})`.execute(context.db)
  return { token, refreshToken, expires_at: expiresAt }
}

/** Everything the log-in answer tells of a person but the tokens. */
export async function grantsOf(
  context: AnyContext,
  userId: number,
): Promise<Omit<z.infer<typeof LoginResponse>, keyof z.infer<typeof TokenSet>>> {
  const shortName = context.services.config.agencyShortName
  const result = await sql<{ answer: Omit<z.infer<typeof LoginResponse>, keyof z.infer<typeof TokenSet>> }>`
    select json_build_object(
      'userId', u.user_id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email, 'isMcAdmin', u.is_mc_admin,
      'roles', coalesce((select json_agg(json_build_object('id', r.role_id,
          'name', case when r.role_id in (1, 2) then ${shortName}::text || '_' || r.name else r.name end) order by r.role_id)
        from user_role ur join role r using (role_id) where ur.user_id = u.user_id), '[]'),
      'permissions', coalesce((select json_agg(json_build_object('propertyId', p.property_id, 'key', p.key, 'read', p.read, 'write', p.write)
          order by p.property_id, p.key) from permission p where p.user_id = u.user_id), '[]'),
      'projects', to_json(coalesce(kernel.company_properties(u.user_id), '{}')),
      'mainUserProject', coalesce((select json_agg(up.property_id order by up.property_id) from user_property up
        where up.user_id = u.user_id and up.is_main), '[]')) as answer
    from app_user u where u.user_id = ${userId}`.execute(context.db)
  return result.rows[0]!.answer
}

type RefreshedSession = {
  sessionId: number
  expiresAt: string
  usedAt: string | null
  endedAt: string | null
  active: boolean
}
const endSession = (context: AnyContext, sessionId: number) =>
  sql`select secret.end_session(${sessionId}, ${after(0)})`.execute(context.db)

export const sessionHandlers = [
  serve(authenticate, async (context) => {
    const { userName, password, device } = context.body
    const userId = await checkedPerson(context, userName, password, device)
    const { address, agent } = context.request
    // From here on the request is this person's: row-level security shows them what they hold.
    const begun = await sql<{ sessionId: number }>`select set_config('rooftree.user_id', ${String(userId)}, true),
      secret.begin_session(${userId}, ${address}, ${agent.slice(0, 300)}) as session_id`.execute(context.db)
    return { ...(await issueTokens(context, begun.rows[0]!.sessionId)), ...(await grantsOf(context, userId)) }
  }),

  serve(refresh, async (context) => {
    const hash = tokenHash(context.body.refreshToken)
    const [found] = (await sql<RefreshedSession>`select * from secret.session_of(${hash})`.execute(context.db)).rows
    const now = Date.now()
    if (!found || found.endedAt || !found.active || Date.parse(found.expiresAt) <= now) return refusedAndKept()
    if (found.usedAt && now - Date.parse(found.usedAt) > REUSE_LEEWAY_SECONDS * 1000) {
      await endSession(context, found.sessionId)
      return refusedAndKept()
    }
    if (!found.usedAt) await sql`select secret.use_token(${hash}, ${after(0)})`.execute(context.db)
    return issueTokens(context, found.sessionId)
  }),

  serve(signOut, async (context) => {
    await endSession(context, context.actor.sessionId)
    return true
  }),
]
