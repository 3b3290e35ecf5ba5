import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The floor: bare `node:http` and `pg`, nothing else. No log-in, no scope, no check of what comes in. It answers what
 * the benchmark tells it to, with prepared statements and the same reading of dates and amounts as the portal, so that
 * both send the same values. Started by the benchmark with a connection string; told its plans over the channel.
 */

/** A statement behind an address. Read plans take the number at the end of the path; write plans the body's values. */
export type Plan =
  | { kind: 'rows'; text: string; values: unknown[] }
  | { kind: 'row'; text: string }
  | { kind: 'write'; fields: string[]; statements: { name: string; text: string }[] }

export type Plans = Readonly<Record<string, Plan>>

const types = new pg.TypeOverrides()
for (const dateType of [1082]) types.setTypeParser(dateType, (value) => value)
for (const numberType of [20, 1700]) types.setTypeParser(numberType, Number)
types.setTypeParser(1184, (value) => new Date(value).toISOString())

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20, types })
let plans: Plans = {}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
}

/** One transaction of the given statements, each with the same values; answers the first one's row. */
async function write(plan: Extract<Plan, { kind: 'write' }>, body: Record<string, unknown>): Promise<unknown> {
  const client = await pool.connect()
  try {
    const values = plan.fields.map((field) => body[field])
    const answers: pg.QueryResult[] = []
    await client.query('begin')
    for (const statement of plan.statements) answers.push(await client.query({ ...statement, values }))
    await client.query('commit')
    return answers[0]?.rows[0] ?? null
  } finally {
    client.release()
  }
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, name = '', id = ''] = (request.url ?? '').split('/')
  const plan = plans[name]
  if (plan?.kind === 'rows') return (await pool.query({ name, text: plan.text, values: plan.values })).rows
  if (plan?.kind === 'row') return (await pool.query({ name, text: plan.text, values: [Number(id)] })).rows[0]
  if (plan?.kind === 'write') return write(plan, await bodyOf(request))
  throw new Error(`No plan for ${request.url}`)
}

const server = createServer((request, response) => {
  void answer(request)
    .then((found) => ({ status: 200, text: JSON.stringify(found) }))
    .catch((error: Error) => ({ status: 500, text: error.message }))
    .then(({ status, text }) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    })
})

// The benchmark's connections may rest while other things are measured.
server.keepAliveTimeout = 600_000

process.on('message', (told: Plans) => {
  plans = told
  process.send?.('told')
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
