import { CamelCasePlugin, Kysely, type PluginTransformResultArgs, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { workProof } from './workProof.ts'

/**
 * The database as requests see it: transactions of prepared statements, counted, with rows named as the code
 * names them.
 */

export type Db = Kysely<Tables>

/**
 * Names for prepared statements: one per distinct text, bounded so that generated texts cannot fill the
 * server.
 */
const statementNames = new Map<string, string>()
const MOST_NAMED = 2000

function statementName(text: string): string | undefined {
  const existingName = statementNames.get(text)
  if (existingName) return existingName
  if (statementNames.size >= MOST_NAMED) return undefined
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** One connection inside one transaction, with its statement count. */
export class Transaction {
  readonly client: pg.PoolClient
  statements = 0
  /** The statement sent together with the first one, until a write. */
  lead: (Statement & { rows: unknown[] }) | undefined
  /** Whether the last statement took the end of the transaction along. */
  ended = false
  #db: Db | undefined

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  get db(): Db {
    this.#db ??= new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: onlyThis(this) }),
      plugins: [names],
    })
    return this.#db
  }

  /** Runs one statement as a prepared one. */
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    Kind = Prepared,
  ): Promise<pg.QueryResult<R>> {
    if (this.ended) throw new Error('The transaction has ended.')
    if (!text.startsWith('select')) this.lead = undefined
    this.statements += 1
    return this.#send((callback) => new Kind({ text, values }, callback))
  }

  #send<T>(getQuery: (callback: Callback) => object): Promise<T> {
    return new Promise((resolve, reject) => {
      const query = getQuery((error, result) => (error ? reject(error) : resolve(result as T)))
      this.client.query(query as pg.Submittable)
    })
  }

  /** Rows of a statement: those that came with the entry, once, where it was this one. */
  async rows<R>({ text, values }: Statement): Promise<R[]> {
    const { lead: prefetched } = this
    const isPrefetched =
      prefetched?.text === text && prefetched.values.every((value, index) => value === values[index])
    if (!isPrefetched) return (await this.query<R & object>(text, values)).rows
    this.lead = undefined
    return prefetched.rows as R[]
  }

  /** Rows of a statement, their columns named as the code names them. */
  async named<R>(statement: Statement): Promise<R[]> {
    this.statements += 1
    const { rows } = await this.#send<pg.QueryResult>((callback) => new Named(statement, callback))
    return rows as R[]
  }

  /** Runs the last statement, which is sent together with the end of the transaction. */
  async last(statement: Statement): Promise<pg.QueryResult> {
    const [result] = await this.queryTogether([statement, COMMIT])
    this.ended = true
    return result!
  }

  /**
   * Runs statements that do not wait for each other's answers as prepared ones, in one round trip; after one
   * that fails the rest are not run. Those that open and close the transaction are not counted.
   */
  async queryTogether(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    this.statements += statements.filter(({ text }) => !text.startsWith('begin') && text !== 'commit').length
    const { parsedStatements } = (this.client as Wired).connection
    const all = statements.map(prepared)
    // The driver tracks prepared statements only when they are sent one at a time.
    if (!all.every(({ name, text }) => name && parsedStatements[name] === text))
      return Promise.all(all.map((item) => this.client.query(item)))
    return this.#send((callback) => new Batch(all, callback))
  }
}

/**
 * A statement and its values. `oneOfMany`: its text is put together by the caller's wishes, so that it is not
 * to be prepared.
 */
export type Statement = { text: string; values: readonly unknown[]; oneOfMany?: boolean }
export const COMMIT: Statement = { text: 'commit', values: [] }

const prepared = ({ text, values, oneOfMany }: Statement) => ({
  text,
  values: values as unknown[],
  name: oneOfMany ? undefined : statementName(text),
})

/** What of the driver's inner life is used here. */
type Wire = pg.Connection & { parsedStatements: Record<string, string> }
type Wired = pg.PoolClient & { connection: Wire }
type Callback = (error: Error | undefined, result: unknown) => void
const DriversQuery = pg.Query as unknown as new (
  text: string,
) => Omit<pg.Query, 'submit'> & {
  submit(wire: Wire): Error | null
  prepare(wire: Wire): void
  handleRowDescription(message: object): void
}

/** A prepared statement: of a text the driver makes no copy, as it does of a configuration. */
class Prepared extends DriversQuery {
  name: string | undefined

  constructor(statement: Statement, callback: Callback) {
    super(statement.text)
    Object.assign(this, prepared(statement), { callback })
  }
}

/** Statements prepared before, which the server answers together: it and we wake up once for all of them. */
class Batch extends Prepared {
  readonly #statements: readonly Statement[]

  constructor(statements: readonly Statement[], callback: Callback) {
    super(statements[0]!, callback)
    this.#statements = statements
  }

  override submit(wire: Wire): null {
    const unanswered = Object.create(wire, { sync: { value: () => undefined } }) as Wire
    for (const statement of this.#statements) this.prepare.call(Object.assign(this, statement), unanswered)
    wire.sync()
    return null
  }
}

/** Names of columns in statements; those of rows are set as they are read, so that no row is made twice. */
class Names extends CamelCasePlugin {
  override transformResult = async ({ result }: PluginTransformResultArgs) => result
  override camelCase = super.camelCase
}
const names = new Names()

class Named extends Prepared {
  constructor(statement: Statement, callback: Callback) {
    super(statement, callback)
    // Row types are cached by statement name, so the same text with other result names needs another name.
    this.name &&= `${this.name}n`
  }

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = names.camelCase(field.name)
    super.handleRowDescription(message)
  }
}

/** Kysely asks a pool for connections; a transaction has exactly one. */
function onlyThis(transaction: Transaction): pg.Pool {
  const connection = {
    query: (text: string, values: readonly unknown[]) => transaction.query(text, values, Named),
    release: () => undefined,
  }
  return { connect: async () => connection, end: async () => undefined } as pg.Pool
}

/**
 * Runs `work` on a connection of its own; an open transaction is rolled back on failure. When `gone` is
 * aborted, the running statement is canceled before the connection is reused.
 */
export async function onConnection<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  abortSignal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect()
  let ended: Promise<void> | undefined
  const end = () => {
    ended = endStatement(pool, client)
  }
  abortSignal?.addEventListener('abort', end)
  try {
    abortSignal?.throwIfAborted()
    return await work(new Transaction(client))
  } catch (error) {
    // A connection that cannot even do that is already lost and is dropped by the pool.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    abortSignal?.removeEventListener('abort', end)
    await ended
    client.release()
  }
}

/** Asked over a connection of its own: those of the pool may all be at work. */
async function endStatement(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const other = new pg.Client({ ...pool.options })
  try {
    await other.connect()
    await other.query('select pg_cancel_backend($1)', [
      (client as unknown as { processID: number }).processID,
    ])
  } catch {
    // Then it ends by its own time limit.
  } finally {
    await other.end().catch(() => undefined)
  }
}

/** Runs `work` in a transaction of its own as the system (worker, jobs): every property, no person. */
export async function asSystem<T>(
  pool: pg.Pool,
  call: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return onConnection(pool, async (transaction) => {
    const proof = await workProof(transaction.client)
    await transaction.client.query('begin')
    await transaction.query('select kernel.enter_worker($1, $2)', [proof, call])
    const result = await work(transaction)
    await transaction.client.query('commit')
    return result
  })
}
