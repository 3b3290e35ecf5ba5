import type { Socket } from 'node:net'
import pg from 'pg'
import { zoneOfAgency } from '#kernel/model/dates.ts'

/**
 * Connections of requests: dates as texts, amounts as numbers of dollars, and concurrent queries sent
 * together.
 */

const dateType = 1082
const timestampType = 1184
const numericType = 1700
const bigintType = 20
/** How requests read what PostgreSQL answers. */
export const types = new pg.TypeOverrides()
types.setTypeParser(dateType, (value) => value)
types.setTypeParser(timestampType, toInstant)
types.setTypeParser(numericType, Number)
types.setTypeParser(bigintType, Number)

/** An instant as PostgreSQL writes it in UTC, to the millisecond as JavaScript does. */
export function toInstant(value: string): string {
  if (value.length < 22 || !value.endsWith('+00')) return new Date(value).toISOString()
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/** Opens the pool of request connections. `max` bounds concurrent transactions. */
export function poolAt(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    pipeline: true,
    // A connection holds the statements it has prepared; after a quiet time they are not to be prepared
    // again.
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'rooftree',
    // Statements find rows by key and scope: a plan made for one value is no better than the general one,
    // which is made once.
    options: `-c timezone=UTC -c rooftree.zone=${zoneOfAgency()} -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c plan_cache_mode=force_generic_plan`,
  } as pg.PoolConfig)
  // A lost connection is noticed by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    sendTogether(client)
    describeOnce(client)
    endWhenSilent(client)
  })
  return pool
}

/** What of the driver's inner life is used here. */
type Wired = pg.PoolClient & { connection: Wire; readyForQuery: boolean; _activeQuery: Answered | null }
type Answered = { _result: Described; _accumulateRows: boolean; _checkForMultirow(): void }
type Described = Record<'fields' | '_parsers' | '_prebuiltEmptyResultObject', unknown>
type Wire = pg.Connection & Record<'bind' | 'describe' | 'query' | 'sync', (...values: never[]) => void>

/**
 * A little more than a statement may take: a database that does not even say that one took too long is given
 * up.
 */
const SILENT_SECONDS = 62

/**
 * From now on the connection ends when something was asked and nothing has come for that long. It has one
 * clock for all its statements: with one for each, as the driver offers it, their rows outlive them until the
 * next whole collection of garbage, which costs a list of thousands a quarter of its time.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const { connection } = client as Wired
  let silent = 0
  let heard = 0
  const clock = setInterval(() => {
    const { bytesRead } = connection.stream as Socket
    silent = (client as Wired).readyForQuery || bytesRead !== heard ? 0 : silent + 1
    heard = bytesRead
    if (silent > SILENT_SECONDS) connection.stream.destroy(new Error('Query read timeout'))
  }, 1000)
  clock.unref()
  client.once('end', () => clearInterval(clock))
}

/**
 * Makes queries of this connection that are started together go out in one piece: a statement is four
 * messages, and neither side should wake up for each of them, or for each statement sent together.
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

/**
 * Makes the database describe the rows of a prepared statement only the first time it runs on this
 * connection. The driver's result is reused, so it is not requested, sent, read or built again.
 */
function describeOnce(client: pg.PoolClient): void {
  const { connection } = client as Wired
  const { bind, describe, query: ask, sync } = connection
  /** The known row description of a statement, by its name; null where it has none. */
  const descriptionsByName = new Map<string, Described | null>()
  /** Statements that were sent but not answered yet; null marks the end of statements that fail together. */
  const pendingNames: (string | null)[] = []
  let name = ''
  let currentName = ''
  Object.assign(connection, {
    bind(options: { statement?: string }) {
      name = options.statement ?? ''
      pendingNames.push(name)
      bind.call(connection, options as never)
    },
    describe(options: object) {
      if (!descriptionsByName.has(name)) describe.call(connection, options as never)
    },
    query(text: string) {
      pendingNames.push(null)
      ask.call(connection, text as never)
    },
    sync() {
      pendingNames.push(null)
      sync.call(connection)
    },
  })
  connection.on('rowDescription', () => {
    const { _activeQuery: query } = client as Wired
    if (!currentName || !query) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result
    descriptionsByName.set(currentName, { fields, _parsers, _prebuiltEmptyResultObject })
  })
  connection.on('noData', () => void (currentName && descriptionsByName.set(currentName, null)))
  connection.on('bindComplete', () => {
    currentName = pendingNames.shift() ?? ''
    const described = descriptionsByName.get(currentName)
    const { _activeQuery: query } = client as Wired
    if (!described || !query) return
    query._checkForMultirow()
    query._accumulateRows = true
    Object.assign(query._result, described)
  })
  connection.on('readyForQuery', () => {
    currentName = ''
    while (pendingNames.length > 0 && pendingNames.shift() !== null);
  })
}
