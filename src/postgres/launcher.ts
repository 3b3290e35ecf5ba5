import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { embeddedBinaries } from './binaries.ts'
import { type DataFolder, ensureCluster, openDataFolder, readPassword, SUPERUSER } from './data-folder.ts'
import { errorCode, PostgresStartError } from './errors.ts'
import { KEEPER_PREFIX, type Keeper, openKeeper } from './keeper.ts'
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
const UNKNOWN_PROCESS_PATIENCE_MS = 5_000
/** In which keepers that a crash threw out are back. */
const RETURN_MS = 1_000

/** What to start. */
export type PostgresOptions = {
  /** Folder for data, password, lock and log; created when missing. */
  dataDirectory: string
  /** Folder of another PostgreSQL's binaries (15 or newer); the embedded ones by default. */
  binDirectory?: string
  /** Database to connect to; created when missing. */
  databaseName?: string
  /** Server settings over the defaults, e.g. `{ fsync: 'off' }` for a throw-away cluster. Ignored when attaching. */
  settings?: Record<string, string>
}

/** A running PostgreSQL this process takes part in. */
export type RunningPostgres = {
  /** `postgresql://…/database?host=…`, the folder of the Unix socket (no host where there is none); the role is the superuser. */
  connectionString: string
  /** True when it was running already. */
  attached: boolean
  /** Process id of the postmaster. */
  processId: number
  /** PostgreSQL's own data directory (elsewhere than `dataDirectory` where the server's account cannot reach that). */
  cluster: string
  /** Leaves the database, and stops it when no other process uses it. Close every connection first. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder, or attaches to it when it runs already. It listens on a Unix socket in a private
 * folder, on a port of 127.0.0.1 only where the system has none, and outlives a crash of this process; the next start
 * then attaches.
 *
 * @throws PostgresStartError with a one-line message (folder not writable or in use, binaries that do not run, …).
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { databaseName = 'rooftree' } = options
  const folder = openDataFolder(options.dataDirectory)
  return withLock(folder.lockFile, async () => {
    const password = readPassword(folder)
    const found = await findRunning(folder, password)
    const postmaster = found ?? (await startCluster(folder, password, options))
    const maintenance = address(postmaster, password, 'postgres')
    await createDatabase(maintenance, databaseName)
    const keeper = await openKeeper(maintenance, postmaster.processId)
    let stopped: Promise<void> | undefined
    return {
      connectionString: address(postmaster, password, databaseName),
      attached: found !== undefined,
      processId: postmaster.processId,
      cluster: folder.cluster,
      stop: () => {
        stopped ??= withLock(folder.lockFile, () => leave(keeper, maintenance, postmaster.processId))
        return stopped
      },
    }
  })
}

async function startCluster(folder: DataFolder, password: string, options: PostgresOptions): Promise<Postmaster> {
  const binDirectory = options.binDirectory ?? embeddedBinaries(folder.user)
  await ensureCluster(folder, binDirectory, password)
  return launchPostmaster(folder, binDirectory, options.settings ?? {})
}

/** The server already running on this folder, if any; waits while it is starting or stopping. */
async function findRunning(folder: DataFolder, password: string): Promise<Postmaster | undefined> {
  const begun = Date.now()
  while (Date.now() - begun < ATTACH_PATIENCE_MS) {
    const postmaster = readPostmaster(folder.cluster)
    if (!postmaster) return undefined
    const serves = servesCluster(postmaster, folder.cluster)
    const patient = serves === true || Date.now() - begun < UNKNOWN_PROCESS_PATIENCE_MS
    if (serves === false || !patient) {
      disownPidFile(folder.cluster)
      return undefined
    }
    if (postmaster.status === 'ready' && (await answers(folder, postmaster, password))) return postmaster
    await delay(50)
  }
  throw new PostgresStartError(`The data folder ${folder.directory} is in use by a PostgreSQL that does not answer.`)
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

async function leave(keeper: Keeper, maintenance: string, postmasterId: number): Promise<void> {
  const others = await countOthers(keeper, maintenance, postmasterId)
  await keeper.close()
  if (others === 0) await stopPostmaster(postmasterId)
}

/**
 * Counts the other keepers over a connection of its own: the keeper may have lost its own a moment ago. A crash of a
 * backend throws everyone out, so after a failure, or a loss of the keeper, the others get time to come back.
 */
async function countOthers(keeper: Keeper, maintenance: string, postmasterId: number): Promise<number | undefined> {
  const count = () =>
    query(
      maintenance,
      'select 1 from pg_stat_activity where starts_with(application_name, $1) and application_name <> $2',
      [KEEPER_PREFIX, keeper.name],
    )
  const begun = Date.now()
  let disturbed = keeper.lostWithin(RETURN_MS)
  while (isAlive(postmasterId)) {
    try {
      const others = await count()
      if (others > 0 || !disturbed) return others
      disturbed = false
      await delay(RETURN_MS)
    } catch (error) {
      if (Date.now() - begun > ATTACH_PATIENCE_MS) throw error
      disturbed = true
      await delay(50)
    }
  }
  return undefined
}

async function query(connectionString: string, text: string, values: string[] = []): Promise<number> {
  const client = new pg.Client({ connectionString, ssl: false, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

function address(postmaster: Postmaster, password: string, databaseName: string): string {
  const { port, socketFolder } = postmaster
  const where = socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : ''
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(databaseName)}${where}`
}
