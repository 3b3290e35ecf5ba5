import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { Cluster, PAUSE_POINTS, type PausePoint } from './cluster.ts'
import {
  type FiledRequest,
  fileDraft,
  getPersonaForStep,
  type HttpAnswer,
  makeStepCall,
  type RequestSender,
  STEP_TRANSITIONS,
  type StepName,
} from './filing.ts'
import { findViolations } from './invariants.ts'
import { makeServerSender, Servers } from './processes.ts'

/**
 * The killed process: the server, the postmaster, or the one backend at work, after which PostgreSQL restarts
 * itself.
 */
type Victim = 'server' | 'postmaster' | 'backend'

/**
 * The moment of the kill: at a pause point, just as the commit is announced, or after a random wait of at
 * most 30 ms.
 */
const MOMENTS = [...PAUSE_POINTS, 'committed', 'random'] as const
type Moment = (typeof MOMENTS)[number]

/**
 * The schedule: every victim meets every moment. A backend does so twice, since PostgreSQL's own restart is
 * the quickest.
 */
const SCHEDULE = MOMENTS.flatMap((moment) =>
  (['server', 'backend', 'postmaster', 'backend'] as const).map((victim): [Victim, Moment] => [
    victim,
    moment,
  ]),
)

const LONGEST_WAIT_MS = 30
const REQUESTS_PER_PROPERTY = 3
const CLAIMED_DOLLARS = 900

/** The steps that reach a moment; every step reaches the moments that are not listed. */
const STEPS_REACHING: Partial<Record<Moment, readonly StepName[]>> = {
  outbox: ['submit', 'return', 'approve', 'deny'],
  committed: ['submit', 'return', 'approve', 'deny'],
  reserve_entry: ['approve', 'reopen'],
  letter: ['approve', 'deny'],
}
const STEP_NAMES = Object.keys(STEP_TRANSITIONS) as StepName[]

/** Returns the next step on the way from one status to another. */
function getNextStep(from: number, to: number): StepName {
  if (from >= 5) return 'reopen'
  if (to < from) return 'return'
  if (from === 3 && to === 6) return 'deny'
  return (['submit', 'startReview', 'review', 'approve'] as const)[from - 1]!
}

type TrackedRequest = FiledRequest & { statusId: number; steps: number }
type PlannedCall = { request: TrackedRequest; step: StepName; approved: number; outcome: HttpAnswer | 'lost' }

/**
 * Makes a generator of numbers from 0 up to, not including, `below`, which are the same for the same seed
 * (mulberry32).
 */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Counts of the kills of each victim at each moment, and of the outcomes of the calls. */
export type Tally = {
  kills: Map<string, number>
  answered: number
  undone: number
  committedUnanswered: number
}

/** A portal that is killed in the middle of transitions, round after round, and checked after each. */
export class CrashRounds {
  readonly tally: Tally = { kills: new Map(), answered: 0, undone: 0, committedUnanswered: 0 }
  readonly #cluster: Cluster
  readonly #servers: Servers
  readonly #asks: RequestSender
  readonly #random: (below: number) => number
  readonly #requests: TrackedRequest[] = []

  private constructor(cluster: Cluster, seed: number) {
    this.#cluster = cluster
    this.#random = makeRandom(seed)
    this.#servers = new Servers({
      DATA_FOLDER: cluster.folder,
      NODE_COMPILE_CACHE: join(cluster.folder, 'compiled'),
    })
    this.#asks = makeServerSender(this.#servers)
  }

  static async open(seed: number): Promise<CrashRounds> {
    const rounds = new CrashRounds(await Cluster.open(), seed)
    await rounds.#servers.start(rounds.#cluster.connectionString)
    for (const propertyId of [1, 4]) {
      for (let count = 0; count < REQUESTS_PER_PROPERTY; count += 1) {
        const filed = await fileDraft(rounds.#asks, propertyId, CLAIMED_DOLLARS)
        rounds.#requests.push({ ...filed, statusId: 1, steps: 1 })
      }
    }
    return rounds
  }

  async close(): Promise<void> {
    await this.#servers.close()
    await this.#cluster.close()
  }

  /** Runs one round of the schedule. A violation throws an error that names the round. */
  async round(index: number): Promise<void> {
    const [victim, moment] = SCHEDULE[index % SCHEDULE.length]!
    const planned = await this.#plan(moment)
    const name = `round ${index}, ${victim} at ${moment}: ${planned.map((planned) => `R-${planned.request.id} ${planned.step}`).join(', ')}`
    try {
      await this.#crash(planned, victim, moment)
      await this.#checkAfterCrash(planned)
      await this.#repeat(planned)
      const faults = await findViolations(this.#cluster.owner)
      if (faults.length > 0) throw new Error(faults.join('\n'))
      await this.#checkBalances()
    } catch (error) {
      throw new Error(`${name}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
    const key = `${victim} at ${moment}`
    this.tally.kills.set(key, (this.tally.kills.get(key) ?? 0) + 1)
  }

  /** Plans one step that reaches the moment, and steps of two other requests at the same time. */
  async #plan(moment: Moment): Promise<PlannedCall[]> {
    const [main, ...trackeds] = this.#shuffled(this.#requests).slice(0, 3)
    if (!main) return []
    const step = this.#pick(STEPS_REACHING[moment] ?? STEP_NAMES)
    const from = moment === 'reserve_entry' && step === 'reopen' ? 5 : this.#pick(STEP_TRANSITIONS[step].from)
    await this.#bring(main, from)
    return [
      this.#planned(main, step),
      ...trackeds.map((request) =>
        this.#planned(
          request,
          this.#pick(
            STEP_NAMES.filter((stepName) => STEP_TRANSITIONS[stepName].from.includes(request.statusId)),
          ),
        ),
      ),
    ]
  }

  #planned(request: TrackedRequest, step: StepName): PlannedCall {
    return { request, step, approved: this.#random(CLAIMED_DOLLARS * 100 - 1) / 100 + 0.01, outcome: 'lost' }
  }

  /** Moves a request to a status without any crash. */
  async #bring(request: TrackedRequest, statusId: number): Promise<void> {
    while (request.statusId !== statusId) {
      const planned = this.#planned(request, getNextStep(request.statusId, statusId))
      await this.#send(planned)
      await this.#settle(planned)
    }
  }

  async #send(planned: PlannedCall): Promise<void> {
    const { request, step, approved } = planned
    const { url, body } = makeStepCall(step, request, approved)
    planned.outcome = await this.#asks
      .ask(getPersonaForStep(step, request.propertyId), 'POST', url, body)
      .catch(() => 'lost' as const)
  }

  /** Sends the calls, kills the victim at the moment, and restores the portal. */
  async #crash(planned: readonly PlannedCall[], victim: Victim, moment: Moment): Promise<void> {
    const cluster = this.#cluster
    const kill = async (backend: number | undefined) => {
      if (victim === 'server') await this.#servers.kill()
      else if (victim === 'postmaster') await cluster.killPostmaster()
      else await cluster.killBackend(backend ?? (await cluster.someBackend()))
    }
    const watch = await this.#watch(moment)
    let settled = false
    const payload = Promise.all(planned.map((planned) => this.#send(planned))).then(() => {
      settled = true
    })
    await kill(await watch.reached(() => settled))
    await watch.session.end().catch(() => undefined)
    await payload
    await this.#bringBack(victim)
  }

  async #watch(moment: Moment): Promise<{ session: pg.Client; reached: MomentWatcher }> {
    const cluster = this.#cluster
    if (moment === 'random') {
      const wait = this.#random(LONGEST_WAIT_MS + 1)
      return {
        session: await cluster.session(),
        reached: async () => {
          await delay(wait)
          return undefined
        },
      }
    }
    if (moment === 'committed') {
      const session = await cluster.session()
      const announced = new Promise<undefined>((resolve) =>
        session.once('notification', () => resolve(undefined)),
      )
      await session.query('listen rooftree_outbox')
      return { session, reached: () => announced }
    }
    return { session: await cluster.hold(moment), reached: (isSettled) => this.#waiting(moment, isSettled) }
  }

  /** Waits for the backend that reaches the pause point. */
  async #waiting(beat: PausePoint, isSettled: () => boolean): Promise<number> {
    for (;;) {
      const backend = await this.#cluster.waitingAt(beat)
      if (backend !== undefined) return backend
      if (isSettled()) throw new Error(`No call came by ${beat}.`)
    }
  }

  /**
   * Restarts a killed server. The portal survives the kill of a backend or postmaster by itself, in the same
   * process.
   */
  async #bringBack(victim: Victim): Promise<void> {
    if (victim !== 'server') {
      if (!this.#servers.isAlive) throw new Error('The server process died with its database.')
      await this.#cluster.recovered()
      while ((await fetch(`${this.#servers.address}/ready`)).status !== 200) await delay(5)
      return
    }
    await this.#cluster.quiet()
    await this.#servers.start(this.#cluster.connectionString)
  }

  /** Checks that each call took effect wholly or not at all, and wholly when it was answered with success. */
  async #checkAfterCrash(planned: readonly PlannedCall[]): Promise<void> {
    const faults = await findViolations(this.#cluster.owner)
    if (faults.length > 0) throw new Error(`Right after the crash:\n${faults.join('\n')}`)
    for (const { request, step, outcome } of planned) {
      const { statusId, steps } = await this.#stored(request.id)
      const isDone = statusId === STEP_TRANSITIONS[step].to && steps === request.steps + 1
      const undone = statusId === request.statusId && steps === request.steps
      if (!isDone && !undone) throw new Error(`R-${request.id} stands at ${statusId} after ${steps} steps.`)
      if (outcome === 'lost' || outcome.status === 503) {
        if (isDone) this.tally.committedUnanswered += 1
        else this.tally.undone += 1
        continue
      }
      if (outcome.status !== 200) throw new Error(`${step} was answered ${JSON.stringify(outcome)}.`)
      if (!isDone) throw new Error(`${step} of R-${request.id} was answered 200 and is lost.`)
      this.tally.answered += 1
    }
  }

  /** Repeats the calls as a client would: every call ends well, and each step was taken once. */
  async #repeat(planned: readonly PlannedCall[]): Promise<void> {
    for (const attempt of planned) {
      await this.#send(attempt)
      await this.#settle(attempt)
    }
  }

  async #settle({ request, step, outcome }: PlannedCall): Promise<void> {
    if (outcome === 'lost' || outcome.status !== 200)
      throw new Error(`${step} of R-${request.id} was answered ${JSON.stringify(outcome)}.`)
    const { statusId, steps } = await this.#stored(request.id)
    if (statusId !== STEP_TRANSITIONS[step].to || steps !== request.steps + 1)
      throw new Error(
        `After ${step} R-${request.id} stands at ${statusId} with ${steps} steps instead of ${request.steps + 1}.`,
      )
    request.statusId = statusId
    request.steps = steps
  }

  async #stored(requestId: number): Promise<{ statusId: number; steps: number }> {
    const result = await this.#cluster.owner.query<{ statusId: number; steps: number }>(
      `select status_id as "statusId", (select count(*)::integer from status_history where entity = 'ReplacementReserveRequest' and row_id = $1) as steps
       from replacement_reserve_request where replacement_reserve_request_id = $1`,
      [requestId],
    )
    return result.rows[0]!
  }

  /**
   * Checks that the balance shown by the portal is the sum of the entries, from before or after the call,
   * since a job may post in between.
   */
  async #checkBalances(): Promise<void> {
    for (const propertyId of [1, 4]) {
      const before = await this.#sumOf(propertyId)
      const { body } = await this.#asks.ask(
        'agency.read',
        'GET',
        `/api/ReplacementReserve/GetLedger/${propertyId}`,
      )
      const balance = (body as { account: { balance: number } }).account.balance
      const sums = [before, await this.#sumOf(propertyId)]
      if (!sums.includes(balance))
        throw new Error(`Property ${propertyId} shows ${balance} of ${sums.join(' or ')}.`)
    }
  }

  async #sumOf(propertyId: number): Promise<number> {
    const { rows } = await this.#cluster.owner.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::float as sum from reserve_entry where property_id = $1',
      [propertyId],
    )
    return rows[0]!.sum
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)]!
  }

  #shuffled<T>(from: readonly T[]): T[] {
    const nonNullables = [...from]
    return from.map(() => nonNullables.splice(this.#random(nonNullables.length), 1)[0]!)
  }
}

type MomentWatcher = (isSettled: () => boolean) => Promise<number | undefined>
