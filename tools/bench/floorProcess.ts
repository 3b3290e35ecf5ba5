import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The floor: a server of only `node:http` and `pg`, without log-in, scope and checks of input. It prepares
 * statements only if the plan says so. It reads dates and amounts as the portal does, so that both send the
 * same values. The benchmark starts it with a connection string and sends it plans: the answer for each
 * address.
 */

/**
 * Statements that run one after another. In their values, the number at the end of the address replaces `id`.
 */
export type ReadPlan = {
  kind: 'read'
  statements: readonly { text: string; values: unknown[] }[]
  id?: number
  prepared?: boolean
  /** Whether they run in one transaction, so that settings of one statement apply to the next. */
  inTransaction?: boolean
}

/**
 * Statements that run in one transaction with the named fields of the body as their values. The row of the
 * first statement is the answer.
 */
export type WritePlan = { kind: 'write'; fields: readonly string[]; statements: readonly string[] }

/** The plans by the first part of the address. */
export type Plans = Readonly<Record<string, ReadPlan | WritePlan>>

const types = new pg.TypeOverrides()
types.setTypeParser(1082, (value) => value)
types.setTypeParser(1184, (value) => new Date(value).toISOString())
types.setTypeParser(1700, Number)
types.setTypeParser(20, Number)

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20, types })
let plans: Plans = {}

async function runReadPlan(plan: ReadPlan, name: string, id: number): Promise<unknown> {
  const answers: unknown[] = []
  const client = plan.inTransaction ? await pool.connect() : null
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

async function runWritePlan(plan: WritePlan, body: Record<string, unknown>): Promise<unknown> {
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

async function answerRequest(request: IncomingMessage): Promise<unknown> {
  const [, name = '', id = ''] = (request.url ?? '').split('/')
  const plan = plans[name]
  if (plan?.kind === 'read') return runReadPlan(plan, name, Number(id))
  if (plan?.kind === 'write') return runWritePlan(plan, await loadBody(request))
  throw new Error(`No plan for ${request.url}`)
}

const server = createServer((request, response) => {
  void answerRequest(request)
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
// The benchmark's connections are idle while other things are measured.
server.keepAliveTimeout = 600_000

process.on('message', (payload: Plans) => {
  plans = payload
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
