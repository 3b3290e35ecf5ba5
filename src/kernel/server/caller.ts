import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Access, type Actor, mayCall } from '../model/access.ts'
import { type Call, writes } from '../model/call.ts'
import { Refusal, refuse } from '../model/refusals.ts'
import { tokenHash } from './auth.ts'
import { rollback, Transaction } from './database.ts'

/** Opens the one transaction of a request: the caller is known, the scope is set, then `work` runs and is committed. */
export async function inTransaction<T>(
  call: Call,
  pool: pg.Pool,
  token: string | null,
  request: FastifyRequest,
  work: (transaction: Transaction, actor: Actor) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const transaction = new Transaction(client)
    // One round trip for both. A lost connection fails both, and a failure nobody awaits would end the process.
    const [, actor] = await Promise.all([
      client.query(writes(call) ? 'begin' : 'begin read only'),
      enter(transaction, call, token, request.id),
    ])
    admit(call, actor)
    let result: T
    try {
      result = await work(transaction, actor)
    } catch (error) {
      if (error instanceof Refusal && error.keep) await client.query('commit')
      throw error
    }
    await client.query('commit')
    return result
  } catch (error) {
    await rollback(client)
    throw error
  } finally {
    client.release()
  }
}

/** Refuses whoever may not make the call. */
export function admit(call: Call, actor: Actor): void {
  const may = mayCall(actor.userId === 0 ? null : actor, call.access)
  if (may === 'sign in') refuse.signedOut()
  if (may === 'no') refuse.forbidden()
}

const keyOf = (access: Access): string | null => (access.kind === 'permission' ? access.key : null)

/** Nobody in particular: what calls open to anyone run as. Sees no property. */
const nobody: Actor = {
  userId: 0,
  userName: '',
  name: '',
  email: '',
  roles: [],
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  managementCompanyIds: [],
  sessionId: 0,
  scope: { read: [], write: [] },
}

/** Finds the caller and sets actor and scope of the transaction; throws when the token is not valid. */
export async function enter(
  transaction: Transaction,
  call: Call,
  token: string | null,
  requestId: string,
): Promise<Actor> {
  if (!token || call.access.kind === 'anyone') {
    await transaction.query(
      `select set_config('rooftree.call', $1, true), set_config('rooftree.request_id', $2, true),
      set_config('rooftree.user_id', '', true), set_config('rooftree.agency', '', true), set_config('rooftree.read_all', '', true),
      set_config('rooftree.write_all', '', true), set_config('rooftree.read_scope', '', true), set_config('rooftree.write_scope', '', true)`,
      [call.path, requestId],
    )
    return nobody
  }
  const result = await transaction.query<{ actor: Actor & { state: string } }>(
    'select kernel.enter($1, $2, $3, $4, $5) as actor',
    [tokenHash(token), keyOf(call.access), writes(call), call.path, requestId],
  )
  const { state, ...actor } = result.rows[0]!.actor
  if (state === 'expired') throw new ExpiredToken()
  if (state !== 'ok') refuse.signedOut()
  return actor
}

/** The token's time is over: answered 401 with `Token-Expired: true`, so that the browser refreshes (SES-07). */
export class ExpiredToken extends Refusal {
  constructor() {
    super('signedOut', 'Your session has expired.')
  }
}
