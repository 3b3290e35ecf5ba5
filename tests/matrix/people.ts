import type pg from 'pg'
import type { Access, Actor } from '#kernel/model/access.ts'

/**
 * Returns a function that loads a person's access once for each permission key, for tests that do not change
 * permissions.
 */
export function createActorCache(
  owner: pg.Client,
): (persona: string, access: Access) => Promise<Actor | null> {
  const actors = new Map<string, Promise<Actor | null>>()
  return (persona, access) => {
    const name = `${persona} ${access.kind === 'permission' ? access.key : ''}`
    const loaded = actors.get(name) ?? loadActor(owner, persona, access)
    actors.set(name, loaded)
    return loaded
  }
}

/** Loads a person of the fixture as the server does for a call. Null for `anonymous`. */
async function loadActor(owner: pg.Client, persona: string, access: Access): Promise<Actor | null> {
  if (persona === 'anonymous') return null
  const key = access.kind === 'permission' ? access.key : null
  const result = await owner.query<{ actor: Actor }>(
    `select json_build_object('userId', u.user_id, 'userName', u.user_name, 'name', u.first_name, 'email', u.email,
        'roles', array(select role_id from user_role r where r.user_id = u.user_id),
        'isAdmin', u.is_admin, 'isManager', u.is_manager, 'isMcAdmin', u.is_mc_admin,
        'managementCompanyIds', kernel.companies_of(u.user_id), 'tiedTo', kernel.tied_persons(u.user_id), 'sessionId', 0,
        'scope', json_build_object('read', kernel.scope(u.user_id, $2, 'read'), 'write', kernel.scope(u.user_id, $2, 'write'))) as actor
      from app_user u where user_name = $1`,
    [persona, key],
  )
  return result.rows[0]!.actor
}
