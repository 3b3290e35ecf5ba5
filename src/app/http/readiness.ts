import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TIMEOUT_MILLISECONDS = 2000
/** With less free space than this the disk counts as full. */
const MIN_ROOM_BYTES = 64 * 1024 * 1024
const READ_ONLY_REASON = 'the database takes no changes: it is a standby, or read only'
const SILENT_REASON = 'the database does not answer'

/**
 * Returns why the portal cannot serve now, in a few words, or null if it can. It reads a table with the role
 * of requests. It uses a separate connection, so that waiting for a silent database blocks none of the pool.
 */
export function getUnreadyReason(pool: pg.Pool): Promise<string | null> {
  return Promise.race([readTable(pool), delay(TIMEOUT_MILLISECONDS, SILENT_REASON, { ref: false })])
}

/** Returns why no document can be stored although reading works, or null if the disk has space. */
export async function getDiskProblem(
  dataFolder: string,
  minimumBytes = MIN_ROOM_BYTES,
): Promise<string | null> {
  const disk = await statfs(dataFolder).catch(() => null)
  if (!disk || disk.bavail * disk.bsize >= minimumBytes) return null
  return 'the disk of the data folder is full: documents cannot be stored'
}

async function readTable(pool: pg.Pool): Promise<string | null> {
  const patience = { connectionTimeoutMillis: TIMEOUT_MILLISECONDS, query_timeout: TIMEOUT_MILLISECONDS }
  const client = new pg.Client({ ...pool.options, ...patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1 from app_user limit 1')
    const { rows } = await client.query(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as closed`,
    )
    return rows[0].closed ? READ_ONLY_REASON : null
  } catch (error) {
    return (error as { code?: string }).code === '42501'
      ? 'requests have no right to the tables'
      : SILENT_REASON
  } finally {
    // A silent database does not confirm the end either, so it is not awaited.
    void client.end().catch(() => undefined)
  }
}
