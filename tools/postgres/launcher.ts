import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { errorCode, firstLine, PostgresStartError } from '#kernel/server/postgres/errors.ts'
import { embeddedBinaries } from './binaries.ts'
import { type DataFolder, ensureCluster, openDataFolder, readPassword, SUPERUSER } from './data-folder.ts'
import { GUARDIAN_PREFIX, type Guardian, hangUp, openGuardian } from './guardian.ts'
import { withLock } from './lock.ts'
import {
  disownPidFile,
  launchPostmaster,
  type Postmaster,
  readPostmaster,
  servesCluster,
  stopPostmaster,
} from './postmaster.ts'
import { isAlive } from './processes.ts'

const ATTACH_PATIENCE_MS = 60_000
/** For how long a PostgreSQL that does not answer is asked who else uses it before it is stopped. */
const LEAVE_PATIENCE_MS = 10_000
const ANSWER_MS = 5_000
const UNKNOWN_PROCESS_PATIENCE_MS = 5_000
/** The time within which guardians that a crash disconnected have connected again. */
const RETURN_MS = 1_000

/** What to start. */
export type PostgresOptions = {
  /** Folder for data, password, lock and log; created when missing. */
  dataDirectory: string
  /** Folder of another PostgreSQL's binaries (15 or newer); the embedded ones by default. */
  binDirectory?: string
  /** Database to connect to; created when missing. */
  databaseName?: string
  /**
   * Server settings over the defaults, e.g. `{ fsync: 'off' }` for a throw-away cluster. Ignored when
   * attaching.
   */
  settings?: Record<string, string>
  /** Called with a sentence when PostgreSQL was gone and was started again, or could not be. */
  report?: (sentence: string) => void
  /** Aborted: the start is given up, and nothing it has begun stays. */
  signal?: AbortSignal | undefined
}

/** Error codes of a full or closed disk when a lock is written. */
const NO_LOCK = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO']

/** A running PostgreSQL this process takes part in. */
export type RunningPostgres = {
  /**
   * `postgresql://…/database?host=…`, the folder of the Unix socket (no host where there is none); the role
   * is the superuser.
   */
  connectionString: string
  /** True when it was running already. */
  attached: boolean
  /** Process id of the postmaster; another one when it had to be started again. */
  readonly processId: number
  /**
   * PostgreSQL's own data directory (elsewhere than `dataDirectory` where the server's account cannot reach
   * that).
   */
  cluster: string
  /** Leaves the database, and stops it when no other process uses it. Close every connection first. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder, or attaches to it when it runs already. It listens on a Unix socket
 * in a private folder, on a port of 127.0.0.1 only where the system has none, and outlives a crash of this
 * process; the next start then attaches. A PostgreSQL that ends while it is used is started again, at the
 * same address.
 *
 * @throws PostgresStartError with a one-line message (folder not writable or in use, binaries that do not
 * run, …).
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { databaseName = 'rooftree', report = () => undefined, signal } = options
  const start = async () => {
    // Read only now, because another starter may just have decided the location of the cluster.
    const folder = openDataFolder(options.dataDirectory)
    const password = readPassword(folder)
    const runningPostmaster = await findRunning(folder, password, signal)
    let postmaster = runningPostmaster ?? (await startCluster(folder, password, options))
    const maintenance = address(postmaster, password, 'postgres')
    let stopped: Promise<void> | undefined
    const again = async () => {
      if (stopped || servesCluster(postmaster, folder.cluster) !== false) return
      const running = await findRunning(folder, password)
      postmaster = running ?? (await startCluster(folder, password, options, postmaster.port))
      report(`PostgreSQL had ended and was started again (process ${postmaster.processId}).`)
    }
    const revive = async () => {
      if (servesCluster(postmaster, folder.cluster) !== false) return
      await withLock(folder.lockFile, again).catch((error) => {
        report(`PostgreSQL has ended and cannot be started: ${firstLine(error)}`)
        throw error
      })
    }
    const guardian = await enter(postmaster, !runningPostmaster, { maintenance, databaseName, revive })
    const leave = async (otherRows: number | undefined) => {
      await guardian.close()
      if (otherRows === 0) await stopPostmaster(postmaster.processId)
    }
    const countAndLeave = async () => leave(await countOthers(guardian, maintenance, postmaster.processId))
    return {
      connectionString: address(postmaster, password, databaseName),
      attached: runningPostmaster !== undefined,
      get processId() {
        return postmaster.processId
      },
      cluster: folder.cluster,
      stop: () => {
        // If the folder was removed, no other process can become a user.
        stopped ??= existsSync(folder.directory) ? inTurn(folder.lockFile, countAndLeave) : leave(0)
        return stopped
      },
    }
  }
  return withLock(openDataFolder(options.dataDirectory).lockFile, start, { signal })
}

/**
 * Creates the database and a guardian of it. If that fails, for example on a full disk, a PostgreSQL that was
 * `launched` is stopped.
 */
async function enter(
  postmaster: Postmaster,
  launched: boolean,
  to: { maintenance: string; databaseName: string; revive: () => Promise<void> },
): Promise<Guardian> {
  try {
    await createDatabase(to.maintenance, to.databaseName)
    return await openGuardian(to.maintenance, to.revive)
  } catch (error) {
    if (launched) await stopPostmaster(postmaster.processId)
    throw new PostgresStartError(`PostgreSQL does not take its database: ${firstLine(error)}`)
  }
}

/**
 * Runs the task with the lock, or without it if no lock can be written; then no other process can become a
 * user either.
 */
const inTurn = (lockFile: string, task: () => Promise<void>): Promise<void> =>
  withLock(lockFile, task).catch((error) => {
    if (NO_LOCK.includes(errorCode(error) ?? '')) return task()
    throw error
  })

async function startCluster(
  folder: DataFolder,
  password: string,
  options: PostgresOptions,
  port?: number,
): Promise<Postmaster> {
  const binDirectory = options.binDirectory ?? embeddedBinaries(folder.user)
  await ensureCluster(folder, binDirectory, password, options.signal)
  return launchPostmaster(folder, binDirectory, { ...options, port })
}

/** The server already running on this folder, if any; waits while it is starting or stopping. */
async function findRunning(folder: DataFolder, password: string, signal?: AbortSignal) {
  const startedAt = Date.now()
  while (Date.now() - startedAt < ATTACH_PATIENCE_MS) {
    signal?.throwIfAborted()
    const postmaster = readPostmaster(folder.cluster)
    if (!postmaster) return undefined
    const serves = servesCluster(postmaster, folder.cluster)
    const patient = serves === true || Date.now() - startedAt < UNKNOWN_PROCESS_PATIENCE_MS
    if (serves === false || !patient) {
      disownPidFile(folder.cluster)
      return undefined
    }
    if (postmaster.status === 'ready' && (await answers(folder, postmaster, password))) return postmaster
    await delay(50)
  }
  throw new PostgresStartError(
    `The data folder ${folder.directory} is in use by a PostgreSQL that does not answer.`,
  )
}

async function answers(folder: DataFolder, postmaster: Postmaster, password: string): Promise<boolean> {
  try {
    await query(address(postmaster, password, 'postgres'), 'select 1')
    return true
  } catch (error) {
    if (errorCode(error) !== '28P01') return false
    throw new PostgresStartError(
      `The data folder ${folder.directory} is in use by a PostgreSQL that refuses the password in ${folder.passwordFile}.`,
    )
  }
}

async function createDatabase(maintenance: string, databaseName: string): Promise<void> {
  const existing = await query(maintenance, 'select 1 from pg_database where datname = $1', [databaseName])
  if (existing === 0) await query(maintenance, `create database ${pg.escapeIdentifier(databaseName)}`)
}

/**
 * Counts the other guardians over a connection of its own, because the guardian may have just lost its own. A
 * crash of a backend disconnects all, so after a failure, or a loss of the guardian, the others get time to
 * come back. A PostgreSQL that does not answer has no users.
 */
async function countOthers(
  guardian: Guardian,
  maintenance: string,
  postmasterId: number,
): Promise<number | undefined> {
  const count = () =>
    query(
      maintenance,
      'select 1 from pg_stat_activity where starts_with(application_name, $1) and application_name <> $2',
      [GUARDIAN_PREFIX, guardian.name],
    )
  const startedAt = Date.now()
  let disturbed = guardian.lostWithin(RETURN_MS)
  while (isAlive(postmasterId)) {
    try {
      const otherRows = await count()
      if (otherRows > 0 || !disturbed) return otherRows
      disturbed = false
      await delay(RETURN_MS)
    } catch {
      if (Date.now() - startedAt > LEAVE_PATIENCE_MS) return 0
      disturbed = true
      await delay(50)
    }
  }
  return undefined
}

async function query(connectionString: string, text: string, values: string[] = []): Promise<number> {
  const client = new pg.Client({
    connectionString,
    ssl: false,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await hangUp(client)
  }
}

function address(postmaster: Postmaster, password: string, databaseName: string): string {
  const { port, socketFolder } = postmaster
  const socketQuery = socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : ''
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(databaseName)}${socketQuery}`
}
