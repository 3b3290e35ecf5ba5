import type pg from 'pg'
import { Refusal } from '#kernel/model/refusals.ts'
import type { Arrival } from '#kernel/server/serve.ts'

/**
 * The number of reports a process computes at the same time: more would only slow each other and all other
 * requests.
 */
const AT_ONCE = 4
/** How long a report waits for its turn. */
const PATIENCE_MILLISECONDS = 60_000
const BUSY = 'Many reports are being created right now. Please try again in a minute.'

type Waiting = { person: string; begin: () => void }

const running = new Map<string, number>()
let waiting: Waiting[] = []
const count = (person: string): number => running.get(person) ?? 0
const sum = (): number => [...running.values()].reduce((all, number) => all + number, 0)

function begin(person: string): void {
  running.set(person, count(person) + 1)
}

/** The next report is that of the person with the fewest running; among equals, the one who came first. */
function end(person: string): void {
  if (count(person) > 1) running.set(person, count(person) - 1)
  else running.delete(person)
  const fewest = Math.min(...waiting.map((waiting) => count(waiting.person)))
  waiting.find((waiting) => count(waiting.person) === fewest)?.begin()
}

/**
 * Waits until fewer than {@link AT_ONCE} reports are running; fails if the caller has left or waited too
 * long.
 */
function turn(person: string, abortSignal: AbortSignal): Promise<void> {
  if (sum() < AT_ONCE) return Promise.resolve(begin(person))
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(clock)
      abortSignal.removeEventListener('abort', giveUp)
      waiting = waiting.filter((waiting) => waiting !== mine)
    }
    const giveUp = () => {
      leave()
      reject(abortSignal.reason)
    }
    const mine: Waiting = {
      person,
      begin: () => {
        leave()
        begin(person)
        resolve()
      },
    }
    const clock = setTimeout(() => {
      leave()
      reject(new Refusal('unavailable', BUSY))
    }, PATIENCE_MILLISECONDS)
    abortSignal.addEventListener('abort', giveUp)
    waiting.push(mine)
  })
}

/**
 * Runs a report: a limited number at the same time, on the replica if there is one that has everything
 * committed so far, else on the primary database; also there if the replica fails while the report is
 * running.
 */
export async function atTheDesk<T>(
  { services, pool, token, gone }: Arrival,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const person = token ?? ''
  await turn(person, gone)
  try {
    const place = await services.replica?.caughtUp(pool)
    if (!place) return await work(pool)
    return await work(place).catch(async (error) => {
      if (gone.aborted || (await services.replica?.caughtUp(pool)) !== null) throw error
      return work(pool)
    })
  } finally {
    end(person)
  }
}
