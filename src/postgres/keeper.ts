import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { isAlive } from './processes.ts'

/** How every keeper's application name begins. */
export const KEEPER_PREFIX = 'rooftree keeper '
const RECONNECT_MS = 250

/** One idle connection by which this process shows that it uses the database. It vanishes with the process. */
export type Keeper = {
  /** Its application name in `pg_stat_activity`. */
  name: string
  /** Whether it lost its connection in the last so many milliseconds, or is without one now. */
  lostWithin(milliseconds: number): boolean
  close(): Promise<void>
}

/**
 * Opens the keeper. It reconnects when PostgreSQL restarts its backends after one of them crashed, and gives up when
 * the postmaster itself is gone.
 */
export async function openKeeper(connectionString: string, postmasterId: number): Promise<Keeper> {
  const name = KEEPER_PREFIX + randomUUID()
  let closed = false
  let connected = true
  let lostAt = Number.NEGATIVE_INFINITY
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString, application_name: name, ssl: false, keepAlive: true })
    // Without a listener a lost connection would end the process; 'end' follows and is what we act on.
    opened.on('error', () => undefined)
    await opened.connect()
    opened.once('end', () => {
      connected = false
      lostAt = Date.now()
      reconnectSoon()
    })
    connected = true
    return opened
  }

  function reconnectSoon(): void {
    if (!closed && isAlive(postmasterId)) setTimeout(reconnect, RECONNECT_MS).unref()
  }

  async function reconnect(): Promise<void> {
    if (closed) return
    try {
      const opened = await connect()
      if (closed) await opened.end()
      else client = opened
    } catch {
      reconnectSoon()
    }
  }

  return {
    name,
    lostWithin: (milliseconds) => !connected || Date.now() - lostAt < milliseconds,
    close() {
      closed = true
      return client.end()
    },
  }
}
