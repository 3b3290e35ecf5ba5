import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#app/http/app.ts'
import type { Call } from '#kernel/model/call.ts'
import type { Served } from '#kernel/server/serve.ts'
import { proveBy } from '#kernel/server/workProof.ts'
import { poolAt } from '#postgres/pool.ts'
import type { Sample } from '#tests/matrix/sample.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** Looks into a request's transaction after the handler, before it is taken back. */
export type Observer = (client: pg.PoolClient) => Promise<void>

/**
 * `handled` tells whether access check and shape let the request through; `statements` is what the handler
 * needed.
 */
export type DryReply = Reply & { handled: boolean; statements: number }

/**
 * The same server on the same database, on which nothing stays: every commit first checks deferred
 * constraints, lets the observer look, and is then taken back. So each request meets the fixture as it was,
 * in whatever order.
 */
export type DryPortal = {
  app: FastifyInstance
  ask: (persona: string, call: Call, sample: Sample) => Promise<DryReply>
  observe: (observer: Observer | null) => void
  close: () => Promise<void>
}

/** What the portal's own work is let in by. */
async function proofIn({ owner }: Portal): Promise<string> {
  const { rows } = await owner.query<{ proof: string }>(
    'select work_proof as proof from kernel.caller_secret',
  )
  return rows[0]!.proof
}

/** Opens a dry portal beside a real one, in which people sign in for it. */
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
  // Logged in as the owner, so that the observer can see everything within the transaction; requests play
  // their role.
  const options = encodeURIComponent('-c role=rooftree_app -c timezone=UTC')
  const playing = poolAt(
    `${portal.connectionString}${portal.connectionString.includes('?') ? '&' : '?'}options=${options}`,
    10,
  )
  const pool = {
    connect: async () => {
      const client = takingBack(await playing.connect(), async (poolClient) => observer?.(poolClient))
      proveBy(client, () => proofIn(portal))
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
      const { headers, ...payload } = await encoded(call, sample.body)
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
      await playing.end()
    },
  }
}

/** A connection like the given one, whose commit looks and rolls back. */
function takingBack(client: pg.PoolClient, look: Observer): pg.PoolClient {
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
      // As if nothing were prepared: statements that belong together then come one by one.
      if (name === 'connection') return { parsedStatements: {} }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The body as it travels: JSON, a form, or a multipart form with one small file. */
async function encoded(call: Call, body: unknown): Promise<Pick<InjectOptions, 'payload' | 'headers'>> {
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
