import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Job, partsDue } from './jobs.ts'
import type { Delivery } from './outbox.ts'
import type { Services } from './serve.ts'

/** The interval at which the worker looks for due work, besides notifications. */
const POLL_MILLISECONDS = 5000

/** The services that a worker needs. Without `delivery`, mails are stored but not sent. */
type WorkerOptions = {
  pool: pg.Pool
  connectionString: string
  services: Services
  jobs: readonly Job[]
  delivery: Delivery | null
  log: FastifyBaseLogger
}

/** Sends mails and runs due jobs until it is stopped. Mails and jobs do not wait for each other. */
export class Worker {
  readonly #options: WorkerOptions
  readonly #stopping = new AbortController()
  #listener: pg.Client | null = null
  #timer: NodeJS.Timeout | undefined
  #runningJobs: Promise<void> | null = null
  #looksForJobs = false

  constructor(options: WorkerOptions) {
    this.#options = options
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
    await Promise.all([this.#options.delivery?.close(), this.#runningJobs])
    await this.#listener?.end().catch(() => undefined)
  }

  async #listen(): Promise<void> {
    const { connectionString } = this.#options
    const client = new pg.Client({ connectionString, application_name: 'rooftree' })
    this.#listener = client
    // If the listener is lost, the next poll finds the mail and listens again.
    client.on('error', (error) => this.#warn(error))
    client.once('end', () => {
      this.#listener = null
    })
    client.on('notification', () => this.#wake())
    await client.connect()
    await client.query('listen rooftree_outbox')
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'lost the listening connection')
  }

  #poll(): void {
    if (!this.#listener) this.#listen().catch((error) => this.#warn(error))
    this.#wake()
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    const { delivery, log } = this.#options
    delivery?.deliverDue().catch((error) => log.error({ err: error }, 'delivery failed'))
    this.#looksForJobs = true
    this.#runningJobs ??= this.#runJobs()
  }

  /** Runs the due jobs in turns, one part of each, so that a long job does not delay others. */
  async #runJobs(): Promise<void> {
    const { pool, services, jobs, log } = this.#options
    const partsByJob = new Map<Job, ReturnType<typeof partsDue>>()
    do {
      // New due jobs are looked up when the worker is woken, not between the parts of a long job.
      const jobsThisRound = this.#looksForJobs ? jobs : [...partsByJob.keys()]
      this.#looksForJobs = false
      for (const job of jobsThisRound) {
        if (this.#stopping.signal.aborted) break
        const parts = partsByJob.get(job) ?? partsDue(pool, services, job)
        const part = await parts
          .next()
          .catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
        if (part?.done === false) partsByJob.set(job, parts)
        else partsByJob.delete(job)
      }
    } while ((this.#looksForJobs || partsByJob.size > 0) && !this.#stopping.signal.aborted)
    this.#runningJobs = null
  }
}
