import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Job, runDue } from './jobs.ts'
import type { Delivery } from './outbox.ts'
import type { Services } from './serve.ts'

const POLL_MILLISECONDS = 5000

/** Delivers mail as it comes and runs jobs as they fall due, until stopped. */
export class Worker {
  readonly #pool: pg.Pool
  readonly #services: Services
  readonly #jobs: readonly Job[]
  readonly #log: FastifyBaseLogger
  readonly #delivery: Delivery | null
  readonly #listener: pg.Client
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #again = false
  readonly #stopping = new AbortController()

  constructor(
    pool: pg.Pool,
    connectionString: string,
    services: Services,
    jobs: readonly Job[],
    delivery: Delivery | null,
    log: FastifyBaseLogger,
  ) {
    this.#pool = pool
    this.#services = services
    this.#jobs = jobs
    this.#log = log
    this.#delivery = delivery
    this.#listener = new pg.Client({ connectionString, application_name: 'rooftree' })
  }

  async start(): Promise<void> {
    // A lost listener only means that the next poll finds the mail.
    this.#listener.on('error', (error) => this.#log.warn({ err: error }, 'lost the listening connection'))
    this.#listener.on('notification', () => this.#wake())
    await this.#listener.connect()
    await this.#listener.query('listen rooftree_outbox')
    this.#timer = setInterval(() => this.#wake(), POLL_MILLISECONDS)
    this.#wake()
  }

  /** Ends after the mail or job at hand; what else is due waits for the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
    this.#delivery?.close()
    await this.#listener.end().catch(() => undefined)
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#round()
      .catch((error) => this.#log.error({ err: error }, 'worker round failed'))
      .finally(() => {
        this.#running = null
        if (this.#again) {
          this.#again = false
          this.#wake()
        }
      })
  }

  async #round(): Promise<void> {
    const { signal } = this.#stopping
    await this.#delivery?.deliverDue(signal)
    for (const job of this.#jobs) {
      if (signal.aborted) return
      await runDue(this.#pool, this.#services, job).catch((error) =>
        this.#log.error({ err: error, job: job.name }, 'job failed'),
      )
    }
  }
}
