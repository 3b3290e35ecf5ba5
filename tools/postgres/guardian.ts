import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** How the application name of every guardian begins. */
export const GUARDIAN_PREFIX = 'rooftree keeper '
const RECONNECT_MS = 250
const LONGEST_WAIT_MS = 10_000
const CONNECT_MS = 5_000
const FAREWELL_MS = 1_000

/** One connection by which this process shows that it uses the database. It vanishes with the process. */
export type Guardian = {
  /** Its application name in `pg_stat_activity`. */
  name: string
  /** Whether it lost its connection in the last given number of milliseconds, or has none now. */
  lostWithin(milliseconds: number): boolean
  close(): Promise<void>
}

/**
 * Opens the guardian. When its connection is lost, as PostgreSQL restarts its backends or is gone altogether,
 * it asks `revive` to see to it that PostgreSQL runs and connects again, at growing intervals, until it is
 * closed.
 */
export async function openGuardian(connectionString: string, revive: () => Promise<void>): Promise<Guardian> {
  const name = GUARDIAN_PREFIX + randomUUID()
  let isClosed = false
  let connected = true
  let lostAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const client = await openClient(connectionString, name)
    client.once('end', () => {
      connected = false
      lostAt = Date.now()
      reconnectSoon()
    })
    connected = true
    failures = 0
    return client
  }

  function reconnectSoon(): void {
    if (!isClosed) setTimeout(reconnect, Math.min(RECONNECT_MS * 2 ** failures, LONGEST_WAIT_MS)).unref()
  }

  async function reconnect(): Promise<void> {
    if (isClosed) return
    try {
      await revive()
      const newClient = await connect()
      if (isClosed) await hangUp(newClient)
      else client = newClient
    } catch {
      failures += 1
      reconnectSoon()
    }
  }

  return {
    name,
    lostWithin: (milliseconds) => !connected || Date.now() - lostAt < milliseconds,
    close() {
      isClosed = true
      return hangUp(client)
    },
  }
}

async function openClient(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // Without a listener a lost connection would end the process; the guardian acts on the 'end' that follows.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Ends a connection; a PostgreSQL that is frozen never says goodbye. */
export async function hangUp(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), delay(FAREWELL_MS, undefined, { ref: false })])
}
