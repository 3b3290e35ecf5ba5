import type { Actor, PermissionKey } from '../model/access.ts'
import type { AnyContext } from './serve.ts'

/**
 * Sets the property scope of this transaction to one permission key, for calls that learn only from their
 * data which key they need; such calls declare `signedIn`. `writes` false leaves nothing writable; a null key
 * asks for any tie to a property. From here on row-level security goes by the new scope. Answers the context
 * with the actor's new scope.
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
