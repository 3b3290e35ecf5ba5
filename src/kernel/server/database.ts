import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/**
 * The database as requests see it: connections of a role that cannot step around row-level security, dates as texts,
 * amounts as numbers of dollars, prepared statements, and a count of statements per transaction.
 */

export type Db = Kysely<Tables>

const dateType = 1082
const timestampType = 1184
const numericType = 1700
const bigintType = 20
const types = new pg.TypeOverrides()
types.setTypeParser(dateType, (value) => value)
types.setTypeParser(timestampType, (value) => new Date(value).toISOString())
types.setTypeParser(numericType, Number)
types.setTypeParser(bigintType, Number)

/** Opens the pool of request connections. `max` bounds concurrent transactions. */
export function poolAt(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    pipeline: true,
    // A connection holds the statements it has prepared; after a quiet moment they are not to be prepared again.
    idleTimeoutMillis: 600_000,
    // A database that does not even answer that a statement took too long is given up.
    connectionTimeoutMillis: 5000,
    query_timeout: 62_000,
    application_name: 'rooftree',
    // Statements find rows by key and scope: a plan made for one value is no better than the general one, which is made once.
    options: `-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c plan_cache_mode=force_generic_plan`,
  } as pg.PoolConfig)
  // A lost connection is noticed by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    sendTogether(client)
  })
  return pool
}

/** Names for prepared statements: one per distinct text, bounded so that generated texts cannot fill the server. */
const statementNames = new Map<string, string>()
const MOST_NAMED = 2000

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= MOST_NAMED) return undefined
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** One connection inside one transaction, with its statement count. */
export class Transaction {
  readonly client: pg.PoolClient
  statements = 0
  /** What was asked together with the entry, until something is written. */
  lead: (Statement & { rows: unknown[] }) | undefined
  /** Whether the last statement took the end of the transaction along. */
  ended = false
  #db: Db | undefined

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  get db(): Db {
    this.#db ??= new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onlyThis(this) }), plugins: [camelCase] })
    return this.#db
  }

  /** Runs one statement as a prepared one. */
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    if (this.ended) throw new Error('The transaction has ended.')
    if (!text.startsWith('select')) this.lead = undefined
    this.statements += 1
    return this.client.query<R>(prepared({ text, values }))
  }

  /** Rows of a statement: those that came with the entry, once, where it was this one. */
  async rows<R>({ text, values }: Statement): Promise<R[]> {
    const { lead } = this
    const led = lead?.text === text && lead.values.every((value, index) => value === values[index])
    if (!led) return (await this.query<R & object>(text, values)).rows
    this.lead = undefined
    return lead.rows as R[]
  }

  /** Runs the last statement, which is sent together with the end of the transaction. */
  async last(statement: Statement): Promise<pg.QueryResult> {
    const [result] = await this.queryTogether([statement, COMMIT])
    this.ended = true
    return result!
  }

  /**
   * Runs statements that do not wait for each other's answers as prepared ones, in one round trip; after one that fails
   * the rest are not run. Those that open and close the transaction are not counted.
   */
  async queryTogether(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    this.statements += statements.filter(({ text }) => !text.startsWith('begin') && text !== 'commit').length
    const { parsedStatements } = (this.client as Wired).connection
    const all = statements.map(prepared)
    // The driver keeps account of what is prepared only for statements sent by themselves.
    if (!all.every(({ name, text }) => name && parsedStatements[name] === text))
      return Promise.all(all.map((one) => this.client.query(one)))
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, results: unknown) =>
        error ? reject(error) : resolve(results as pg.QueryResult[])
      this.client.query(new Batch(all, done) as unknown as pg.Submittable)
    })
  }
}

/** A statement and its values. */
export type Statement = { text: string; values: readonly unknown[] }
export const COMMIT: Statement = { text: 'commit', values: [] }

const prepared = ({ text, values }: Statement) => ({ text, values: values as unknown[], name: statementName(text) })

/** What of the driver's inner life is used here. */
type Wire = pg.Connection & { parsedStatements: Record<string, string> }
type Wired = pg.PoolClient & { connection: Wire }
const DriversQuery = pg.Query as unknown as new (
  config: object,
) => Omit<pg.Query, 'submit'> & { submit(wire: Wire): Error | null; prepare(wire: Wire): void }

/** Statements prepared before, which the server answers together: it and we wake up once for all of them. */
class Batch extends DriversQuery {
  readonly #statements: readonly object[]

  constructor(statements: readonly object[], callback: (error: Error | undefined, results: unknown) => void) {
    super({ ...statements[0], callback })
    this.#statements = statements
  }

  override submit(wire: Wire): null {
    const unanswered = Object.create(wire, { sync: { value: () => undefined } }) as Wire
    for (const one of this.#statements) this.prepare.call(Object.assign(this, one), unanswered)
    wire.sync()
    return null
  }
}

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Kysely asks a pool for connections; a transaction has exactly one. */
function onlyThis(transaction: Transaction): pg.Pool {
  const connection = {
    query: (text: string, values: readonly unknown[]) => transaction.query(text, values),
    release: () => undefined,
  }
  return { connect: async () => connection, end: async () => undefined } as unknown as pg.Pool
}

/** Runs `work` on a connection of its own; what it leaves open when it fails is rolled back. */
export async function onConnection<T>(pool: pg.Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(new Transaction(client))
  } catch (error) {
    // A connection that cannot even do that is already lost and is dropped by the pool.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Runs `work` in a transaction of its own as the system (worker, jobs): every property, no person. */
export async function asSystem<T>(
  pool: pg.Pool,
  call: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return onConnection(pool, async (transaction) => {
    await transaction.client.query('begin')
    await transaction.query(
      `select set_config('rooftree.call', $1, true), set_config('rooftree.read_all', 'on', true),
        set_config('rooftree.write_all', 'on', true), set_config('rooftree.agency', 'on', true)`,
      [call],
    )
    const result = await work(transaction)
    await transaction.client.query('commit')
    return result
  })
}

/**
 * From now on what is asked of this connection in one go is sent in one piece: a statement is four messages, and neither
 * side should wake up for each of them, nor for each of the statements that are sent together.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as Wired).connection
  const write = stream.write.bind(stream)
  let waiting: Buffer[] = []
  const send = (): void => {
    if (waiting.length === 0) return
    const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
    waiting = []
    write(all)
  }
  stream.write = ((message: Buffer, ...more: []) => {
    if (more.length > 0) {
      send()
      return write(message, ...more)
    }
    if (waiting.push(message) === 1) queueMicrotask(send)
    return true
  }) as typeof stream.write
}
