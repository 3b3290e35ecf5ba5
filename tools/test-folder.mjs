import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MEMORY_FOLDER = '/dev/shm'
/**
 * Space that a run may need, with a reserve: the databases of all workers, the demonstration and browser
 * profiles.
 */
const NEEDED_BYTES = 8 * 1024 ** 3

/**
 * Returns the folder in which a run stores its databases: in memory if there is room, because a cloned database
 * is some 1,500 files and creating them on a disk takes ten times as long. `npm test` names one by TEST_DATABASE_FOLDER.
 */
export function fastFolder() {
  if (process.env.TEST_DATABASE_FOLDER) return process.env.TEST_DATABASE_FOLDER
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') return tmpdir()
    throw error
  }
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir()
}

/**
 * Makes a folder for the files of a test run below `parent`. All can read it, because PostgreSQL runs as
 * another user when the tests run as root.
 */
export function makeTestFolder(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'rooftree-test-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Ends the processes that broken tests left running on the folder (databases, browsers), and removes it. */
export async function removeTestFolder(folder) {
  const clusters = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((entry) => entry.endsWith('cluster-location'))
    .map((entry) => dirname(readFileSync(join(folder, entry), 'utf8').trim()))
  const paths = [folder, ...clusters]
  // SIGINT stops PostgreSQL without waiting for its clients.
  for (const signal of ['SIGINT', 'SIGKILL']) {
    for (const processId of findProcesses(paths)) sendSignal(processId, signal)
    for (let round = 0; round < 100 && findProcesses(paths).length > 0; round++) await delay(50)
  }
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** Sends a signal to a process; one that has already ended needs none. */
function sendSignal(processId, signal) {
  try {
    process.kill(processId, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Finds the processes whose command line names one of the paths. */
function findProcesses(paths) {
  const commands = existsSync('/proc/self/cmdline') ? readProcFolder() : readPsOutput()
  return commands
    .filter(({ processId, line }) => processId !== process.pid && paths.some((path) => line.includes(path)))
    .map(({ processId }) => processId)
}

function readProcFolder() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ processId: Number(name), line: readCommandLine(name) }))
}

/** Returns the command line of a process; it is empty if the process has ended or is not readable for us. */
function readCommandLine(processId) {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function readPsOutput() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').map((line) => ({ processId: Number.parseInt(line, 10), line }))
}
