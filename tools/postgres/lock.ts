import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, PostgresStartError } from '#kernel/server/postgres/errors.ts'
import { isAlive, startMark } from './processes.ts'

const POLL_MS = 25
/**
 * Without /proc a reused process id cannot be distinguished from the owner; no start or stop takes this long.
 */
const ABANDONED_MS = 5 * 60_000

let counter = 0

/**
 * Runs `task` while holding the lock file, so that of several processes only one at a time starts or stops
 * the database of a folder (initdb is not re-entrant). The file names its owner; a lock whose owner is gone
 * is taken over.
 *
 * @throws PostgresStartError when the lock is not free within `patience` milliseconds; when `signal` ends the
 * waiting.
 */
export async function withLock<Result>(
  file: string,
  task: () => Promise<Result>,
  { patience = 120_000, signal }: { patience?: number; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  const deadline = Date.now() + patience
  while (!takeLock(file)) {
    if (Date.now() > deadline) {
      const owner = readOwner(file)?.split(' ')[0] ?? 'unknown'
      throw new PostgresStartError(`The data folder is in use: process ${owner} holds ${file}.`)
    }
    await delay(POLL_MS, undefined, { signal })
  }
  try {
    return await task()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Written aside and linked into place: the lock never exists without its owner's name in it. */
function takeLock(file: string): boolean {
  const aside = `${file}.${process.pid}.${counter++}`
  try {
    writeFileSync(aside, `${process.pid} ${startMark(process.pid)}`)
    linkSync(aside, file)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    breakAbandoned(file, aside)
    return false
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Moves an abandoned lock away, then checks the moved lock again, because another waiter may have replaced
 * it.
 */
function breakAbandoned(file: string, aside: string): void {
  const owner = readOwner(file)
  if (owner === undefined || !isAbandoned(file, owner)) return
  const moved = `${aside}.abandoned`
  try {
    renameSync(file, moved)
    if (readOwner(moved) !== owner) linkSync(moved, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
  rmSync(moved, { force: true })
}

function isAbandoned(file: string, owner: string): boolean {
  const [processId, mark] = owner.split(' ')
  if (!isAlive(Number(processId))) return true
  if (mark) return startMark(Number(processId)) !== mark
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  return Date.now() - modified > ABANDONED_MS
}

function readOwner(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
