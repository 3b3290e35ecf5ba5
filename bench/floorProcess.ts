import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The floor: bare `node:http` and `pg`, nothing else. No log-in, no scope, no check of what comes in, no
 * prepared statements unless told. It reads dates and amounts as the portal does, so that both send the same
 * values. Started by the benchmark with a connection string; the channel says what to answer at which
 * address.
 */

/**
 * Statements that run one after another; `id` stands for the number at the end of the address wherever it
 * occurs.
 */
export type ReadPlan = {
  kind: 'read'
  statements: readonly { text: string; values: unknown[] }[]
  id?: number
  prepared?: boolean
  /** In one transaction: what one statement sets counts for the next. */
  together?: boolean
}

/**
 * Statements that run in one transaction with the named values of the body; the first one's row is the
 * answer.
 */
export type WritePlan = { kind: 'write'; fields: readonly string[]; statements: readonly string[] }

export type Plans = Readonly<Record<string, ReadPlan | WritePlan>>

const types = new pg.TypeOverrides()
types.setTypeParser(1082, (value) => value)
types.setTypeParser(1184, (value) => new Date(value).toISOString())
types.setTypeParser(1700, Number)
types.setTypeParser(20, Number)

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20, types })
let plans: Plans = {}

async function read(plan: ReadPlan, name: string, id: number): Promise<unknown> {
  const answers: unknown[] = []
  const client = plan.together ? await pool.connect() : null
  await client?.query('begin')
  for (const [index, { text, values }] of plan.statements.entries()) {
    const parameters =
      plan.id === undefined ? values : values.map((value) => (value === plan.id ? id : value))
    const query = { text, values: parameters, ...(plan.prepared ? { name: `${name} ${index}` } : {}) }
    answers.push((await (client ?? pool).query(query)).rows)
  }
  await client?.query('commit')
  client?.release()
  return answers.length === 1 ? answers[0] : answers
}

async function write(plan: WritePlan, body: Record<string, unknown>): Promise<unknown> {
  const client = await pool.connect()
  try {
    const values = plan.fields.map((field) => body[field])
    const answers: pg.QueryResult[] = []
    await client.query('begin')
    for (const text of plan.statements) answers.push(await client.query(text, values))
    await client.query('commit')
    return answers[0]?.rows[0] ?? null
  } finally {
    client.release()
  }
}

async function loadBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, name = '', id = ''] = (request.url ?? '').split('/')
  const plan = plans[name]
  if (plan?.kind === 'read') return read(plan, name, Number(id))
  if (plan?.kind === 'write') return write(plan, await loadBody(request))
  throw new Error(`No plan for ${request.url}`)
}

const server = createServer((request, response) => {
  void answer(request)
    .then((result) => ({ status: 200, text: JSON.stringify(result) }))
    .catch((error: Error) => ({ status: 500, text: error.message }))
    .then(({ status, text }) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    })
})
// The benchmark's connections may rest while other things are measured.
server.keepAliveTimeout = 600_000

process.on('message', (payload: Plans) => {
  plans = payload
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
