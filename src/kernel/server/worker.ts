import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Job, partsDue } from './jobs.ts'
import type { Delivery } from './outbox.ts'
import type { Services } from './serve.ts'

const POLL_MILLISECONDS = 5000

/** The services that a worker needs; without a delivery mails are only stored. */
type Desk = {
  pool: pg.Pool
  connectionString: string
  services: Services
  jobs: readonly Job[]
  delivery: Delivery | null
  log: FastifyBaseLogger
}

/** Delivers mail as it comes and runs jobs as they fall due, until stopped; neither waits for the other. */
export class Worker {
  readonly #desk: Desk
  readonly #stopping = new AbortController()
  #listener: pg.Client | null = null
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | null = null
  #again = false

  constructor(desk: Desk) {
    this.#desk = desk
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#timer = setInterval(() => this.#poll(), POLL_MILLISECONDS)
    this.#wake()
  }

  /**
   * Stops after the current part of a job, and gives mail in progress only a moment. The rest waits for the
   * next start.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.all([this.#desk.delivery?.close(), this.#round])
    await this.#listener?.end().catch(() => undefined)
  }

  async #listen(): Promise<void> {
    const { connectionString } = this.#desk
    const client = new pg.Client({ connectionString, application_name: 'rooftree' })
    this.#listener = client
    // A lost listener only means that the next poll finds the mail, and listens again.
    client.on('error', (error) => this.#warn(error))
    client.once('end', () => {
      this.#listener = null
    })
    client.on('notification', () => this.#wake())
    await client.connect()
    await client.query('listen rooftree_outbox')
  }

  #warn(error: unknown): void {
    this.#desk.log.warn({ err: error }, 'lost the listening connection')
  }

  #poll(): void {
    if (!this.#listener) this.#listen().catch((error) => this.#warn(error))
    this.#wake()
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    const { delivery, log } = this.#desk
    delivery?.deliverDue().catch((error) => log.error({ err: error }, 'delivery failed'))
    this.#again = true
    this.#round ??= this.#runJobs()
  }

  /** Runs jobs in turns, a part each, so that a long job does not delay others. */
  async #runJobs(): Promise<void> {
    const { pool, services, jobs, log } = this.#desk
    const partsByJob = new Map<Job, ReturnType<typeof partsDue>>()
    do {
      // Other due or failed jobs are looked up when the worker is woken, not between the parts of a long one.
      const turn = this.#again ? jobs : [...partsByJob.keys()]
      this.#again = false
      for (const job of turn) {
        if (this.#stopping.signal.aborted) break
        const parts = partsByJob.get(job) ?? partsDue(pool, services, job)
        const part = await parts
          .next()
          .catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
        if (part?.done === false) partsByJob.set(job, parts)
        else partsByJob.delete(job)
      }
    } while ((this.#again || partsByJob.size > 0) && !this.#stopping.signal.aborted)
    this.#round = null
  }
}
