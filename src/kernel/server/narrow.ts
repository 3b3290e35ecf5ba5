import type { Actor, PermissionKey } from '../model/access.ts'
import type { AnyContext } from './serve.ts'

/**
 * Limits the property scope of this transaction to one permission, for calls that find out only from their
 * data which permission they need. Such calls declare `signedIn`. With `writes` false nothing can be written.
 * A null key means any tie to a property. From here on row-level security uses the new scope. Returns the
 * context with the actor's new scope.
 */
export async function narrow<C extends AnyContext>(
  context: C,
  key: PermissionKey | null,
  writes: boolean,
): Promise<C> {
  const narrowed = await context.transaction.query<{ scope: Actor['scope'] }>(
    'select kernel.narrow($1, $2, $3) as scope',
    [context.actor.userId, key, writes],
  )
  return { ...context, actor: { ...context.actor, scope: narrowed.rows[0]!.scope } }
}
