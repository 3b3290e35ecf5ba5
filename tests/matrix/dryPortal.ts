import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#app/http/app.ts'
import type { Call } from '#kernel/model/call.ts'
import { poolAt } from '#kernel/server/postgres/pool.ts'
import type { Served } from '#kernel/server/serve.ts'
import { proveBy } from '#kernel/server/workProof.ts'
import type { Sample } from '#tests/matrix/sample.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** Looks at the database in a request's transaction, after the handler ran and before the rollback. */
export type Observer = (client: pg.PoolClient) => Promise<void>

/**
 * `handled` says whether the request passed the access check and validation. `statements` is the number of
 * SQL statements that the handler ran.
 */
export type DryReply = Reply & { handled: boolean; statements: number }

/**
 * A server on the test database that stores nothing: each commit checks the deferred constraints, runs the
 * observer and rolls back. So every request finds the fixture unchanged, in any order.
 */
export type DryPortal = {
  app: FastifyInstance
  ask: (persona: string, call: Call, sample: Sample) => Promise<DryReply>
  observe: (observer: Observer | null) => void
  close: () => Promise<void>
}

/** Reads the secret with which the portal's own work enters the database. */
async function loadWorkProof({ owner }: Portal): Promise<string> {
  const { rows } = await owner.query<{ proof: string }>(
    'select work_proof as proof from kernel.caller_secret',
  )
  return rows[0]!.proof
}

/** Opens a dry portal on the database of a real one, which signs its people in. */
export async function openDryPortal(portal: Portal, served: readonly Served[]): Promise<DryPortal> {
  let observer: Observer | null = null
  let handled = false
  let statements = 0
  const watched = served.map(
    (served): Served => ({
      call: served.call,
      lead: served.lead,
      handle: async (context) => {
        handled = true
        const answer = await served.handle(context)
        statements = context.transaction.statements
        return answer
      },
    }),
  )
  // The connections log in as the owner, so that the observer sees all rows in the transaction. Requests
  // still run with the role rooftree_app.
  const options = encodeURIComponent('-c role=rooftree_app -c timezone=UTC')
  const appRolePool = poolAt(
    `${portal.connectionString}${portal.connectionString.includes('?') ? '&' : '?'}options=${options}`,
    10,
  )
  const pool = {
    connect: async () => {
      const client = rollBackCommits(await appRolePool.connect(), async (poolClient) =>
        observer?.(poolClient),
      )
      proveBy(client, () => loadWorkProof(portal))
      return client
    },
  } as unknown as pg.Pool
  const app = await buildApp(watched, pool, portal.services, null)
  return {
    app,
    observe: (next) => {
      observer = next
    },
    ask: async (persona, call, sample) => {
      const token = persona === 'anonymous' ? null : await portal.tokenOf(persona)
      const { headers, ...payload } = await encodeBody(call, sample.body)
      handled = false
      statements = 0
      const response = await app.inject({
        method: call.method,
        url: sample.url,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...payload,
      })
      const isJson = String(response.headers['content-type'] ?? '').includes('json')
      return {
        status: response.statusCode,
        body: isJson && response.body ? JSON.parse(response.body) : response.body,
        headers: response.headers,
        handled,
        statements,
      }
    },
    close: async () => {
      await app.close()
      await appRolePool.end()
    },
  }
}

/** Wraps a connection so that `commit` checks constraints, calls the observer and rolls back. */
function rollBackCommits(client: pg.PoolClient, look: Observer): pg.PoolClient {
  const query = async (...args: Parameters<pg.PoolClient['query']>) => {
    const query = args[0] as string | { text: string }
    if ((typeof query === 'string' ? query : query.text) !== 'commit') return client.query(...args)
    await client.query('set constraints all immediate')
    await look(client)
    return client.query('rollback')
  }
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query
      // Pretends that no statement is prepared, so that statements that are usually sent together are sent
      // one by one.
      if (name === 'connection') return { parsedStatements: {} }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Encodes the body for sending: as JSON, as a form, or as a multipart form with one small file. */
async function encodeBody(call: Call, body: unknown): Promise<Pick<InjectOptions, 'payload' | 'headers'>> {
  if (body === undefined) return {}
  if (call.bodyType !== 'multipart' && call.bodyType !== 'form')
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const fields = Object.entries((body ?? {}) as object).filter(([, one]) => one !== undefined && one !== null)
  const texts = fields.map(([name, one]): [string, string] => [
    name,
    typeof one === 'string' ? one : JSON.stringify(one),
  ])
  const form = call.bodyType === 'form' ? new URLSearchParams(texts) : new FormData()
  if (form instanceof FormData) {
    for (const [name, text] of texts) form.append(name, text)
    form.append('files[]', new Blob(['%PDF-1.7 test']), 'test.pdf')
  }
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}
