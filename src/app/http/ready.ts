import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const PATIENCE_MILLISECONDS = 2000
/** Less room than this, and hardly a document more can be received. */
const LEAST_ROOM_BYTES = 64 * 1024 * 1024
const READ_ONLY = 'the database takes no changes: it is a standby, or read only'
const SILENT = 'the database does not answer'

/**
 * Why the portal cannot serve just now, in a few words; null when it can. Reads a table as the role of
 * requests, over a connection of its own: one that waits for a silent database must not be missing elsewhere.
 */
export function unreadiness(pool: pg.Pool): Promise<string | null> {
  return Promise.race([readTable(pool), delay(PATIENCE_MILLISECONDS, SILENT, { ref: false })])
}

/** Explains why nothing more can be stored although reading works; null when there is room. */
export async function roomProblem(dataFolder: string, leastRoom = LEAST_ROOM_BYTES): Promise<string | null> {
  const disk = await statfs(dataFolder).catch(() => null)
  if (!disk || disk.bavail * disk.bsize >= leastRoom) return null
  return 'the disk of the data folder is full: documents cannot be stored'
}

async function readTable(pool: pg.Pool): Promise<string | null> {
  const patience = { connectionTimeoutMillis: PATIENCE_MILLISECONDS, query_timeout: PATIENCE_MILLISECONDS }
  const client = new pg.Client({ ...pool.options, ...patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1 from app_user limit 1')
    const { rows } = await client.query(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as closed`,
    )
    return rows[0].closed ? READ_ONLY : null
  } catch (error) {
    return (error as { code?: string }).code === '42501' ? 'requests have no right to the tables' : SILENT
  } finally {
    // A silent database does not say goodbye either.
    void client.end().catch(() => undefined)
  }
}
