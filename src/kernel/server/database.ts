import { CamelCasePlugin, Kysely, type PluginTransformResultArgs, PostgresDialect } from 'kysely'
import pg from 'pg'
import { RequestClient } from './connection.ts'
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
  ): Promise<pg.QueryResult<R>> {
    this.#count(text)
    return this.client.query<R>(prepared({ text, values }))
  }

  /** Runs one statement; the columns of its rows are named as the code names them. */
  async queryNamed<R>({ text, values, oneOfMany }: Statement): Promise<NamedResult<R>> {
    this.#count(text)
    const statement = prepared({ text, values, ...(oneOfMany && { oneOfMany }) })
    const { command, rowCount, fields, rows } = await this.client.query<unknown[]>({
      ...statement,
      rowMode: 'array',
    })
    const columns = fields.map(({ name }) => names.camelCase(name))
    return { command, rowCount, fields, columns, rows: rows.map((cells) => toRow(columns, cells) as R) }
  }

  #count(text: string): void {
    if (this.ended) throw new Error('The transaction has ended.')
    if (!text.startsWith('select')) this.lead = undefined
    this.statements += 1
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
    return (await this.queryNamed<R>(statement)).rows
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
    const { client } = this
    const socket = client instanceof RequestClient ? client.socket : null
    // Sent as one piece, so that neither side wakes up for each statement.
    socket?.cork()
    const results = statements.map((statement) => client.query(prepared(statement)))
    socket?.uncork()
    return Promise.all(results)
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

/** Names of columns in statements; those of rows are set as they are read, so that no row is made twice. */
class Names extends CamelCasePlugin {
  override transformResult = async ({ result }: PluginTransformResultArgs) => result
  override camelCase = super.camelCase
}
const names = new Names()

/** A result whose rows have the names of the code: `columns`, in the order of `fields`. */
type NamedResult<R> = Pick<pg.QueryResult, 'command' | 'rowCount' | 'fields'> & {
  columns: string[]
  rows: R[]
}

function toRow(columns: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  columns.forEach((column, index) => {
    row[column] = cells[index]
  })
  return row
}

/** Kysely asks a pool for connections; a transaction has exactly one. */
function onlyThis(transaction: Transaction): pg.Pool {
  const connection = {
    query: (text: string, values: readonly unknown[]) => transaction.queryNamed({ text, values }),
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
  if (!(client instanceof RequestClient)) return
  const other = new pg.Client({ ...pool.options })
  try {
    await other.connect()
    await other.query('select pg_cancel_backend($1)', [client.backendId])
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
