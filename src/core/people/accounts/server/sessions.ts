import { sql } from 'kysely'
import type { z } from 'zod'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { authenticate, signOut } from '../model/calls.ts'
import type { LoginResponse, TokenSet } from '../model/entities.ts'
import { requireCredentials } from './attempts.ts'
import { endSession, issueTokens, refreshHandler } from './tokens.ts'

/** Loads the answer to a sign-in except the tokens: the person, roles, permissions and properties. */
export async function loadGrants(
  context: AnyContext,
  userId: number,
): Promise<Omit<z.infer<typeof LoginResponse>, keyof z.infer<typeof TokenSet>>> {
  const shortName = context.services.config.agencyShortName
  const result = await sql<{ answer: Omit<z.infer<typeof LoginResponse>, keyof z.infer<typeof TokenSet>> }>`
    select json_build_object(
      'userId', u.user_id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email, 'isMcAdmin',
      u.is_mc_admin,
      'roles', coalesce((select json_agg(json_build_object('id', r.role_id,
          'name', case when r.role_id in (1, 2) then ${shortName}::text || '_' || r.name else r.name end)
          order by r.role_id)
        from user_role ur join role r using (role_id) where ur.user_id = u.user_id), '[]'),
      'permissions', coalesce((select json_agg(json_build_object('propertyId', p.property_id, 'key', p.key,
      'read', p.read, 'write', p.write)
          order by p.property_id, p.key) from permission p where p.user_id = u.user_id), '[]'),
      'projects', to_json(coalesce(kernel.company_properties(u.user_id), '{}')),
      'mainUserProject', coalesce((select json_agg(up.property_id order by up.property_id)
      from user_property up
        where up.user_id = u.user_id and up.is_main), '[]')) as answer
    from app_user u where u.user_id = ${userId}`.execute(context.db)
  return result.rows[0]!.answer
}

/** The calls that begin, refresh and end sessions. */
export const sessionHandlers = [
  serve(authenticate, async (context) => {
    const { userName, password, device } = context.body
    const userId = await requireCredentials(context, userName, password, device)
    const { address, agent } = context.request
    // From here on the request belongs to this person, so row-level security shows them their own rows.
    const result = await sql<{
      sessionId: number
    }>`select secret.begin_session(${userId}, ${address}, ${agent.slice(0, 300)}) as session_id`.execute(
      context.db,
    )
    return {
      ...(await issueTokens(context, { ...result.rows[0]!, startedAt: new Date().toISOString() })),
      ...(await loadGrants(context, userId)),
    }
  }),

  refreshHandler,

  serve(signOut, async (context) => {
    await endSession(context, context.actor.sessionId)
    return true
  }),
]
