import pg from 'pg'
import { zoneOfAgency } from '#kernel/model/dates.ts'
import { RequestClient } from '#kernel/server/connection.ts'

/**
 * Connections of requests: dates as texts, amounts as numbers of dollars, and queries sent without waiting
 * for each other's answers. Only public options of the driver are used.
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
    Client: RequestClient,
    onConnect: async (client) => {
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
      if (client instanceof RequestClient) client.backendId = rows[0]!.id
    },
    // A connection has the statements it has prepared; after a quiet time they are not to be prepared again.
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'rooftree',
    // Statements find rows by key and scope: a plan made for one value is no better than the general one,
    // which is made once.
    options: `-c timezone=UTC -c rooftree.zone=${zoneOfAgency()} -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c plan_cache_mode=force_generic_plan`,
  })
  // A lost connection is noticed by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('acquire', (client) => client instanceof RequestClient && client.socket.watch())
  pool.on('release', (_, client) => client instanceof RequestClient && client.socket.stopWatching())
  return pool
}
