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
import { majorVersion } from './binaries.ts'
import { errorCode, firstLine, PostgresStartError } from './errors.ts'
import { canReach, chooseServerUser, type SystemUser } from './system-user.ts'

/** The database's first and only superuser. */
export const SUPERUSER = 'rooftree'

/** A data folder and what lies in it. `cluster` is PostgreSQL's own directory, which may have been put elsewhere. */
export type DataFolder = {
  directory: string
  cluster: string
  passwordFile: string
  lockFile: string
  logFile: string
  /** The account PostgreSQL runs as; undefined: the same as this process. */
  user: SystemUser | undefined
}

/**
 * Creates the data folder if need be and finds out where its cluster lies and who runs it. When root's project lies in
 * a folder the server's account cannot enter (`/root`, `mktemp -d`), the cluster goes under `systemDirectory` and the
 * file `cluster-location` in the data folder says where.
 *
 * @throws PostgresStartError when the folder cannot be created or written.
 */
export function openDataFolder(path: string, systemDirectory = '/var/lib/rooftree'): DataFolder {
  try {
    if (!existsSync(path)) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o755)
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const directory = realpathSync(path)
    const cluster = locateCluster(directory, systemDirectory)
    return {
      directory,
      cluster,
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
 * Runs initdb unless the cluster exists, and checks that an existing one fits the binaries. The new cluster is made
 * aside and renamed, so a crash half way leaves none.
 *
 * @throws PostgresStartError when initdb fails or the cluster belongs to another major version.
 */
export async function ensureCluster(folder: DataFolder, binDirectory: string, password: string): Promise<void> {
  const major = majorVersion(binDirectory, folder.user)
  const versionFile = join(folder.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return initialize(folder, binDirectory, password)
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found === String(major)) return
  throw new PostgresStartError(
    `The data folder ${folder.directory} was made by PostgreSQL ${found}, but the binaries are PostgreSQL ${major}: use another data folder or those binaries.`,
  )
}

function locateCluster(directory: string, systemDirectory: string): string {
  const note = join(directory, 'cluster-location')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const inPlace = join(directory, 'cluster')
  if (existsSync(inPlace)) return inPlace
  const user = chooseServerUser(inPlace)
  // Where only this folder itself is closed (`mktemp -d`), passing through it is all the server's account needs.
  if (user && canReach(dirname(directory), user)) chmodSync(directory, statSync(directory).mode | 0o111)
  if (canReach(directory, user)) return inPlace
  // The random part keeps a later project in the same place from finding the data of a deleted one.
  const name = `${createHash('sha256').update(directory).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`
  const cluster = join(systemDirectory, name, 'cluster')
  writeFileSync(note, `${cluster}\n`)
  return cluster
}

async function initialize(folder: DataFolder, binDirectory: string, password: string): Promise<void> {
  const { cluster, user } = folder
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
      { cwd: '/', ...user },
    )
    renameSync(unfinished, cluster)
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
