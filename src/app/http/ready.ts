import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const PATIENCE_MILLISECONDS = 2000
const SILENT = 'the database does not answer'

/**
 * Why the portal cannot serve just now, in a few words; null when it can. Reads a table as the role of requests, over a
 * connection of its own: one that waits for a silent database must not be missing elsewhere.
 */
export function unreadiness(pool: pg.Pool): Promise<string | null> {
  return Promise.race([readTable(pool), delay(PATIENCE_MILLISECONDS, SILENT, { ref: false })])
}

async function readTable(pool: pg.Pool): Promise<string | null> {
  const patience = { connectionTimeoutMillis: PATIENCE_MILLISECONDS, query_timeout: PATIENCE_MILLISECONDS }
  const client = new pg.Client({ ...pool.options, ...patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1 from app_user limit 1')
    return null
  } catch (error) {
    return (error as { code?: string }).code === '42501' ? 'requests have no right to the tables' : SILENT
  } finally {
    // A silent database does not say goodbye either.
    void client.end().catch(() => undefined)
  }
}
