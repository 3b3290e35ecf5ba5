import type pg from 'pg'
import { Refusal } from '#kernel/model/refusals.ts'
import type { Arrival } from '#kernel/server/serve.ts'

/**
 * The number of reports that a process computes at the same time. More would only slow down each other and
 * all other requests.
 */
const AT_ONCE = 4
/** How many milliseconds a report waits for its turn. */
const WAIT_MILLISECONDS = 60_000
const BUSY = 'Many reports are being created right now. Please try again in a minute.'

type WaitingReport = { person: string; begin: () => void }

const running = new Map<string, number>()
let waiting: WaitingReport[] = []
const countRunning = (person: string): number => running.get(person) ?? 0
const countAllRunning = (): number => [...running.values()].reduce((all, number) => all + number, 0)

function markBegun(person: string): void {
  running.set(person, countRunning(person) + 1)
}

/**
 * Ends a report and starts the next one: that of the person with the fewest running, and among equals the
 * first.
 */
function endReport(person: string): void {
  if (countRunning(person) > 1) running.set(person, countRunning(person) - 1)
  else running.delete(person)
  const fewest = Math.min(...waiting.map((waiting) => countRunning(waiting.person)))
  waiting.find((waiting) => countRunning(waiting.person) === fewest)?.begin()
}

/**
 * Waits until fewer than {@link AT_ONCE} reports are running. Fails if the caller has disconnected or
 * waited too long.
 */
function waitForTurn(person: string, abortSignal: AbortSignal): Promise<void> {
  if (countAllRunning() < AT_ONCE) return Promise.resolve(markBegun(person))
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(clock)
      abortSignal.removeEventListener('abort', giveUp)
      waiting = waiting.filter((waiting) => waiting !== ownTurn)
    }
    const giveUp = () => {
      leave()
      reject(abortSignal.reason)
    }
    const ownTurn: WaitingReport = {
      person,
      begin: () => {
        leave()
        markBegun(person)
        resolve()
      },
    }
    const clock = setTimeout(() => {
      leave()
      reject(new Refusal('unavailable', BUSY))
    }, WAIT_MILLISECONDS)
    abortSignal.addEventListener('abort', giveUp)
    waiting.push(ownTurn)
  })
}

/**
 * Runs a report, with a limited number at the same time. It runs on the replica if that has everything
 * committed so far, otherwise on the primary database; also there if the replica fails while the report
 * runs.
 */
export async function runReport<T>(
  { services, pool, token, gone }: Arrival,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const person = token ?? ''
  await waitForTurn(person, gone)
  try {
    const place = await services.replica?.caughtUp(pool)
    if (!place) return await work(pool)
    return await work(place).catch(async (error) => {
      if (gone.aborted || (await services.replica?.caughtUp(pool)) !== null) throw error
      return work(pool)
    })
  } finally {
    endReport(person)
  }
}
