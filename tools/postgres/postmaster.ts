import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  fchownSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, PostgresStartError } from '#kernel/server/postgres/errors.ts'
import type { DataFolder } from './data-folder.ts'
import { isAlive, workingDirectory } from './processes.ts'
import { prepareSocketFolder, SOCKET_PORT } from './socket.ts'

const POLL_MS = 15
/** In order, then at once (after 5 s it ends frozen backends by force itself), then by force. */
const STOP_SIGNALS = { SIGINT: 15_000, SIGQUIT: 10_000, SIGKILL: 5_000 }
const RETRY_PATIENCE_MS = 15_000
const LOG_LIMIT_BYTES = 10_000_000

/** For a small machine: two cores, some GiB of memory, a few dozen connections. */
const DEFAULT_SETTINGS: Record<string, string> = {
  shared_buffers: '256MB',
  work_mem: '16MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** A running PostgreSQL as its postmaster.pid describes it. */
export type Postmaster = {
  processId: number
  port: number
  /** The path of its Unix socket; empty when it listens on 127.0.0.1. */
  socketFolder: string
  status: 'starting' | 'ready' | 'stopping'
}

/** How to launch one. */
type LaunchOptions = {
  settings?: Record<string, string> | undefined
  /** Where it has to listen when it does so on 127.0.0.1; any free one by default. */
  port?: number | undefined
  /** Aborted: what does not yet accept connections is ended. */
  signal?: AbortSignal | undefined
}

/** Reads postmaster.pid; undefined when there is none or it is only half written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const processId = Math.abs(Number(lines[0]))
  if (!processId) return undefined
  const status = lines[7]?.trim()
  return {
    processId,
    port: Number(lines[3]),
    socketFolder: lines[4]?.trim() ?? '',
    // One that follows another database takes connections, too.
    status:
      status === 'standby' ? 'ready' : status === 'ready' || status === 'stopping' ? status : 'starting',
  }
}

/**
 * Whether the process named in postmaster.pid really serves this cluster: after a crash its id may belong to
 * any other program. `undefined` where that is not known (no /proc): then only a connection can.
 */
export function servesCluster(postmaster: Postmaster, cluster: string): boolean | undefined {
  if (!isAlive(postmaster.processId)) return false
  const directory = workingDirectory(postmaster.processId)
  return directory === undefined ? undefined : directory === realpathSync(cluster)
}

/**
 * Makes a stale postmaster.pid harmless. The file is kept but with our own process id: PostgreSQL takes its
 * parent's id for stale, and still checks by the shared-memory key in the file that no backend of the dead
 * server is left.
 */
export function disownPidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[0] = String(process.pid)
  writeFileSync(file, lines.join('\n'))
}

/**
 * Starts PostgreSQL detached (Ctrl-C reaches only our own process, which stops it in order), logging to a
 * file (which outlives us), and waits until it accepts connections, crash recovery included.
 *
 * @throws PostgresStartError with PostgreSQL's own words when it ends instead.
 */
export async function launchPostmaster(
  folder: DataFolder,
  binDirectory: string,
  { settings = {}, port, signal }: LaunchOptions,
): Promise<Postmaster> {
  const deadline = Date.now() + RETRY_PATIENCE_MS
  for (;;) {
    const logStart = logSize(folder.logFile)
    const postmaster = await waitUntilReady(
      folder,
      await spawnPostmaster(folder, binDirectory, settings, port),
      signal,
    )
    if (postmaster) return postmaster
    signal?.throwIfAborted()
    const problem = lastFatal(folder.logFile, logStart)
    // Either another process took the port in between, or a backend of a killed server has not yet noticed
    // its death.
    const passing =
      /could not create any (TCP\/IP|Unix-domain) sockets|Address already in use|shared memory block/i.test(
        problem,
      )
    if (!passing || Date.now() > deadline) {
      throw new PostgresStartError(`PostgreSQL did not start: ${problem} (log: ${folder.logFile})`)
    }
    await delay(10 * POLL_MS)
  }
}

/**
 * Stops PostgreSQL (fast shutdown: open transactions are rolled back) and waits until it is gone. One that
 * does not stop in time is ended by force; its next start recovers.
 */
export async function stopPostmaster(processId: number): Promise<void> {
  for (const [signal, patience] of Object.entries(STOP_SIGNALS)) {
    try {
      process.kill(processId, signal)
      // One that was frozen hears it then.
      process.kill(processId, 'SIGCONT')
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return
      throw error
    }
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      if (!isAlive(processId)) return
      await delay(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (process ${processId}) does not stop.`)
}

async function spawnPostmaster(
  folder: DataFolder,
  binDirectory: string,
  settings: Record<string, string>,
  formerPort?: number,
): Promise<ChildProcess> {
  const all = { ...DEFAULT_SETTINGS, ...listening(folder), ...settings }
  const port = all.listen_addresses ? (formerPort ?? (await freePort())) : SOCKET_PORT
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(folder)
  try {
    const child = spawn(
      join(binDirectory, 'postgres'),
      ['-D', folder.cluster, '-p', String(port), ...options],
      {
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        // PG* variables of the environment must not reach the server.
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        ...folder.user,
      },
    )
    // A program that cannot be executed leaves the child without a process id.
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** On a Unix socket and no port; on 127.0.0.1 where the system has no such sockets. */
function listening(folder: DataFolder): Record<string, string> {
  const socketFolder = prepareSocketFolder(folder)
  return { listen_addresses: socketFolder ? '' : '127.0.0.1', unix_socket_directories: socketFolder ?? '' }
}

async function waitUntilReady(folder: DataFolder, child: ChildProcess, signal?: AbortSignal) {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (signal?.aborted) child.kill('SIGINT')
    const postmaster = readPostmaster(folder.cluster)
    if (postmaster?.processId === child.pid && postmaster.status === 'ready') return postmaster
    await delay(POLL_MS)
  }
  return undefined
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

function openLog(folder: DataFolder): number {
  if (logSize(folder.logFile) > LOG_LIMIT_BYTES) renameSync(folder.logFile, `${folder.logFile}.1`)
  const log = openSync(folder.logFile, 'a', 0o640)
  if (folder.user) fchownSync(log, folder.user.uid, folder.user.gid)
  return log
}

function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
}

function lastFatal(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  // The last backends of a killed server say into the same log that they end.
  const matchingLines = lines.filter((line) => !line.includes('unexpected postmaster exit'))
  const fatal = matchingLines.findLast((line) => /FATAL|PANIC/.test(line)) ?? matchingLines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
