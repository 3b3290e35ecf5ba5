import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Actor, mayCall } from '../model/access.ts'
import { type Call, writes } from '../model/call.ts'
import { Refusal, refuse } from '../model/refusals.ts'
import { tokenHash } from './auth.ts'
import { onConnection, type Statement, type Transaction } from './database.ts'

const BEGIN: Statement = { text: 'begin', values: [] }
export const BEGIN_READ: Statement = { text: 'begin read only', values: [] }

/**
 * Opens the one transaction of a request: the caller is known, the scope is set, then `work` runs and is
 * committed. `lead` is sent along with the entry.
 */
export async function inTransaction<T>(
  call: Call,
  pool: pg.Pool,
  token: string | null,
  request: FastifyRequest,
  work: (transaction: Transaction, actor: Actor) => Promise<T>,
  statement?: Statement,
  abortSignal?: AbortSignal,
): Promise<T> {
  const run = async (transaction: Transaction) => {
    const begin = writes(call) ? BEGIN : BEGIN_READ
    const together = [begin, entry(call, token, request.id), ...(statement ? [statement] : [])]
    const [, entryResult, prefetchResult] = await transaction.queryTogether(together)
    if (statement && prefetchResult) transaction.lead = { ...statement, rows: prefetchResult.rows }
    const actor = entrant(entryResult!)
    admit(call, actor)
    const result = await work(transaction, actor).catch(async (error) => {
      if (error instanceof Refusal && error.commits) await transaction.client.query('commit')
      throw error
    })
    if (!transaction.ended) await transaction.client.query('commit')
    return result
  }
  return onConnection(pool, run, abortSignal)
}

/** Refuses a caller who may not make the call. */
export function admit(call: Call, actor: Actor): void {
  const may = mayCall(actor.userId === 0 ? null : actor, call.access)
  if (may === 'sign in') refuse.signedOut()
  if (may === 'no') refuse.forbidden()
}

/** The actor of calls that are open to anyone; it sees no property. */
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
  tiedTo: [],
}

/** The statement that finds the caller and sets actor and scope of the transaction. */
export function entry(call: Call, token: string | null, requestId: string): Statement {
  if (!token || call.access.kind === 'anyone') {
    return {
      text: `select set_config('rooftree.call', $1, true), set_config('rooftree.request_id', $2, true),
      set_config('rooftree.user_id', '', true), set_config('rooftree.agency', '', true), set_config('rooftree.worker', '', true),
      set_config('rooftree.read_all', '', true), set_config('rooftree.write_all', '', true),
      set_config('rooftree.read_scope', '', true), set_config('rooftree.write_scope', '', true)`,
      values: [call.path, requestId],
    }
  }
  const key = call.access.kind === 'permission' ? call.access.key : null
  return {
    text: `select actor, case when actor ->> 'state' = 'ok'
      then kernel.tied_persons((actor ->> 'userId')::integer) end as "tiedTo"
      from kernel.enter($1, $2, $3, $4, $5) as actor`,
    values: [tokenHash(token), key, writes(call), call.path, requestId],
  }
}

/** The caller by the answer to that; throws when the token is not valid. */
export function entrant({ rows: [row] }: pg.QueryResult): Actor {
  if (!row.actor) return nobody
  const { state, ...actor } = row.actor as Actor & { state: string }
  if (state === 'expired') throw expired()
  if (state !== 'ok') refuse.signedOut()
  return { ...actor, tiedTo: row.tiedTo ?? [] }
}

/**
 * The token's time is over: answered 401 with `Token-Expired: true`, so that the browser refreshes (SES-07).
 */
const expired = (): Refusal =>
  Object.assign(new Refusal('signedOut', 'Your session has expired.'), {
    answerHeaders: { 'token-expired': 'true', 'access-control-expose-headers': 'Token-Expired' },
  })
