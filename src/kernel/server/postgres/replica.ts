import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './role.ts'

/** How long a read waits for the replica, at most, and in which steps it looks. */
const PATIENCE_MILLISECONDS = 400
const STEP_MILLISECONDS = 15
/** How long the replica is left alone after it was away. */
const REST_MILLISECONDS = 10_000

const POSITION = 'select pg_current_wal_flush_lsn()::text as position'

/** `report` is called with a sentence when the replica goes and when it is back. */
type ReplicaOptions = { report: (sentence: string) => void; restMilliseconds?: number }
/** No more reads than that are on it at a time. */
const MOST_CONNECTIONS = 8

/** Whether a replica has come to a position of its primary, waiting for it a while. */
async function hasReached(pool: pg.Pool, position: string): Promise<boolean> {
  const until = Date.now() + PATIENCE_MILLISECONDS
  for (;;) {
    const { rows } = await pool.query<{ reached: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached from (select pg_is_in_recovery() as follows) s where follows',
      [position],
    )
    if (!rows[0]) throw new Error('it is a database of its own, not a replica.')
    if (rows[0].reached || Date.now() > until) return rows[0].reached === true
    await delay(STEP_MILLISECONDS)
  }
}

/**
 * Opens the streaming replica of this address (its owner's, as of the database itself). A read there always
 * includes everything committed before: the replica's position is checked and waited for, and a replica that
 * is too slow or away is skipped.
 */
export function openReplica(
  ownerAddress: string,
  { report, restMilliseconds = REST_MILLISECONDS }: ReplicaOptions,
) {
  const pool = openPool(ownerAddress, MOST_CONNECTIONS)
  let awayUntil = 0
  let isAway = false

  const noteState = (away: boolean, why = ''): void => {
    if (away) awayUntil = Date.now() + restMilliseconds
    if (away !== isAway) report(away ? `The replica is passed over: ${why}` : 'The replica answers again.')
    isAway = away
  }

  return {
    /**
     * Its connections, once it has all that is committed in `primary` now; null where it is away or too far
     * behind.
     */
    caughtUp: async (primary: pg.Pool): Promise<pg.Pool | null> => {
      if (Date.now() < awayUntil) return null
      const { rows } = await primary.query<{ position: string }>(POSITION)
      try {
        const reached = await hasReached(pool, rows[0]!.position)
        noteState(false)
        return reached ? pool : null
      } catch (error) {
        noteState(true, error instanceof Error ? error.message : String(error))
        return null
      }
    },
    /** How far it is behind `primary`, in seconds; null where it is away. */
    lag: async (primary: { query: (text: string) => Promise<pg.QueryResult> }): Promise<number | null> => {
      const { rows } = await primary.query(POSITION)
      try {
        const behind = await pool.query<{ seconds: number | null }>(
          `select case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
            else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as seconds`,
          [rows[0]!.position],
        )
        return behind.rows[0]!.seconds
      } catch {
        return null
      }
    },
    close: () => pool.end(),
  }
}
