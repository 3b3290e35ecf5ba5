import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, firstLine, PostgresStartError } from '#kernel/server/postgres/errors.ts'
import { majorVersion } from './binaries.ts'
import { canReach, chooseServerUser, type SystemUser } from './system-user.ts'

/** The database's first and only superuser. */
export const SUPERUSER = 'rooftree'

/**
 * A data folder and its contents. `cluster` is PostgreSQL's own directory; if it is elsewhere, the file
 * `note` has its path, and a file next to the cluster names its folder.
 */
export type DataFolder = {
  directory: string
  cluster: string
  note: string
  passwordFile: string
  lockFile: string
  logFile: string
  /** The account PostgreSQL runs as; undefined: the same as this process. */
  user: SystemUser | undefined
}

/**
 * Creates the data folder if needed and finds the path of its cluster and the account that runs it. When
 * root's project is in a folder that the server's account cannot enter (`/root`, `mktemp -d`), the cluster
 * goes under `systemDirectory` and the file `cluster-location` in the data folder has its path.
 *
 * @throws PostgresStartError when the folder cannot be created or written, or is a copy without its cluster.
 */
export function openDataFolder(path: string, systemDirectory = '/var/lib/rooftree'): DataFolder {
  try {
    if (!existsSync(path)) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o755)
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const directory = realpathSync(path)
    const note = join(directory, 'cluster-location')
    const cluster = existsSync(note)
      ? notedCluster(directory, note)
      : placeForCluster(directory, systemDirectory)
    return {
      directory,
      cluster,
      note,
      passwordFile: join(directory, 'password'),
      lockFile: join(directory, 'launcher.lock'),
      logFile: join(directory, 'postgres.log'),
      user: chooseServerUser(cluster),
    }
  } catch (error) {
    throw folderProblem(path, error)
  }
}

/** The superuser's password, made on first use; the file is readable by the starting user only. */
export function readPassword(folder: DataFolder): string {
  try {
    if (existsSync(folder.passwordFile)) return readFileSync(folder.passwordFile, 'utf8').trim()
    if (existsSync(folder.cluster)) {
      throw new PostgresStartError(
        `The data folder ${folder.directory} has a database but no password file: restore ${folder.passwordFile} or use another data folder.`,
      )
    }
    const password = randomBytes(24).toString('base64url')
    writeFileSync(folder.passwordFile, `${password}\n`, { mode: 0o600 })
    return password
  } catch (error) {
    throw folderProblem(folder.directory, error)
  }
}

/**
 * Runs initdb unless the cluster exists, and checks that an existing one fits the binaries. The new cluster
 * is made aside and renamed, so a crash half way leaves none.
 *
 * @throws PostgresStartError when initdb fails or the cluster belongs to another major version.
 */
export async function ensureCluster(
  folder: DataFolder,
  binDirectory: string,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  const major = majorVersion(binDirectory, folder.user)
  const versionFile = join(folder.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return initialize(folder, binDirectory, password, signal)
  const clusterVersion = readFileSync(versionFile, 'utf8').trim()
  if (clusterVersion === String(major)) return
  throw new PostgresStartError(
    `The data folder ${folder.directory} was made by PostgreSQL ${clusterVersion}, but the binaries are PostgreSQL ${major}: use another data folder or those binaries.`,
  )
}

/** Removes a data folder that no PostgreSQL uses any more, with its cluster in any location. */
export function removeDataFolder(path: string): void {
  const note = join(path, 'cluster-location')
  if (existsSync(note)) rmSync(dirname(read(note)), { recursive: true, force: true })
  rmSync(path, { recursive: true, force: true })
}

const read = (file: string): string => readFileSync(file, 'utf8').trim()
const ownerFile = (cluster: string): string => join(dirname(cluster), 'data-folder')
const NO_BACKUP =
  'A copy of the folder alone is no backup; "npm run backup" makes one, "npm run restore" brings it back.'

/**
 * The cluster in another location. A copy of the folder must neither start an empty one nor use that of the
 * original.
 */
function notedCluster(directory: string, note: string): string {
  const cluster = read(note)
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new PostgresStartError(
      `The database of the data folder ${directory} belongs at ${cluster}, and there is none. ${NO_BACKUP} To begin with an empty database, delete ${note} and ${join(directory, 'password')}.`,
    )
  const file = ownerFile(cluster)
  const owner = existsSync(file) ? read(file) : directory
  const ownersNote = join(owner, 'cluster-location')
  if (owner !== directory && existsSync(ownersNote) && read(ownersNote) === cluster)
    throw new PostgresStartError(
      `The data folder ${directory} is a copy of ${owner}, whose database lies at ${cluster}. ${NO_BACKUP}`,
    )
  // It was moved, or was made before folders were named.
  writeFileSync(file, `${directory}\n`)
  return cluster
}

function placeForCluster(directory: string, systemDirectory: string): string {
  const inPlace = join(directory, 'cluster')
  if (existsSync(inPlace)) return inPlace
  const user = chooseServerUser(inPlace)
  // Where only this folder itself is closed (`mktemp -d`), passing through it is all the server's account
  // needs.
  if (user && canReach(dirname(directory), user)) chmodSync(directory, statSync(directory).mode | 0o111)
  if (canReach(directory, user)) return inPlace
  // The random part keeps a later project in the same place from finding the data of a deleted one.
  const name = `${createHash('sha256').update(directory).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`
  return join(systemDirectory, name, 'cluster')
}

async function initialize(folder: DataFolder, binDirectory: string, password: string, signal?: AbortSignal) {
  const { cluster, directory, note, user } = folder
  const parent = dirname(cluster)
  const unfinished = `${cluster}.unfinished`
  const passwordCopy = `${cluster}.password`
  try {
    if (!existsSync(parent)) mkdirSync(parent, { recursive: true, mode: 0o755 })
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(passwordCopy, password, { mode: 0o600 })
    if (user) for (const path of [unfinished, passwordCopy]) chownSync(path, user.uid, user.gid)
    await promisify(execFile)(
      join(binDirectory, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...localeOptions(),
      ],
      { cwd: '/', signal, ...user },
    )
    const elsewhere = dirname(cluster) !== directory
    if (elsewhere) writeFileSync(ownerFile(cluster), `${directory}\n`)
    renameSync(unfinished, cluster)
    // Written last, so that the cluster it names exists.
    if (elsewhere) writeFileSync(note, `${cluster}\n`)
  } catch (error) {
    throw folderProblem(folder.directory, error)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
}

/** macOS has no C.UTF-8 of its own; PostgreSQL's built-in one (17 and newer) sorts the same way. */
function localeOptions(): string[] {
  if (process.platform === 'linux') return ['--locale=C.UTF-8']
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

function folderProblem(directory: string, error: unknown): Error {
  if (error instanceof PostgresStartError) return error
  const code = errorCode(error) ?? ''
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new PostgresStartError(`The data folder ${directory} is not writable, or belongs to another user.`)
  }
  const detail = error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : error
  return new PostgresStartError(`The data folder ${directory} cannot be used: ${firstLine(detail)}`)
}
