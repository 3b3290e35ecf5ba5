import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { enterWorker, runAsPerson, type WorkerContext } from '#core/people/people/server/index.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { asSystem, onConnection, type Transaction } from '#kernel/server/database.ts'
import { isTransient } from '#kernel/server/faults.ts'
import type { AnyContext, Services } from '#kernel/server/serve.ts'
import { type ExportRow, generateCsv, generateWorkbook } from '../model/file.ts'
import {
  type CreatedFile,
  claimExport,
  EXPORTS_CHANNEL,
  type ExportJob,
  failAbandoned,
  failExport,
  finishExport,
  type Progress,
  reportProgress,
  returnToQueue,
} from './jobs.ts'
import { type ExportSource, findExportSource, loadExportRows } from './sources.ts'

const CALL = 'export'
/** The number of files a process creates at the same time. */
const AT_ONCE = 2
const POLL_MILLISECONDS = 5000
const BEAT_MILLISECONDS = 1000
const LARGEST_BYTES = 1_000_000_000
const NO_LONGER_ALLOWED = 'You may no longer read this list or report.'
const INTERNAL_ERROR = 'Something went wrong on our side. Please export it again.'

type RunnerOptions = {
  pool: pg.Pool
  connectionString: string
  services: Services
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}
type RunningExport = { job: ExportJob; progress: Progress; gone: AbortController }

/**
 * Creates the files that people export, each with the rights of its person, at most two at the same time. A
 * process has a lease on the row of an export, not an open transaction: if the process dies, another one
 * takes over after half a minute.
 */
export class ExportRunner {
  readonly #tools: RunnerOptions
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  #listener: pg.Client | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(tools: RunnerOptions) {
    this.#tools = tools
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#timer = setInterval(() => {
      if (!this.#listener)
        void this.#listen().catch((error) => this.#tools.log.warn({ err: error }, 'not listening'))
      this.wake()
    }, POLL_MILLISECONDS)
    this.wake()
  }

  /** Returns unfinished exports to the queue, for the next server to start again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.idle()
    await this.#listener?.end().catch(() => undefined)
  }

  /** Starts waiting exports, up to the limit. */
  wake(): void {
    if (this.#stopping.signal.aborted || this.#running.size >= AT_ONCE) return
    const work = this.#next().catch((error) => {
      this.#tools.log.error({ err: error }, 'export failed')
      return false
    })
    this.#running.add(work)
    void work.then((more) => {
      this.#running.delete(work)
      if (more) this.wake()
    })
  }

  /** Resolves when no export is in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#tools.connectionString,
      application_name: 'rooftree',
    })
    this.#listener = client
    client.on('error', (error) => this.#tools.log.warn({ err: error }, 'lost the listening connection'))
    client.once('end', () => {
      this.#listener = null
    })
    client.on('notification', () => this.wake())
    await client.connect()
    await client.query(`listen ${EXPORTS_CHANNEL}`)
  }

  #asDesk<T>(work: (desk: WorkerContext) => Promise<T>): Promise<T> {
    const { pool, services } = this.#tools
    return asSystem(pool, CALL, (transaction) => work({ transaction, services, call: CALL }))
  }

  /** Creates the next file; false if none is waiting. */
  async #next(): Promise<boolean> {
    const job = await this.#asDesk(async (desk) => {
      await failAbandoned(desk)
      return claimExport(desk.transaction, crypto.randomUUID())
    })
    if (!job) return false
    // Lets another export start at the same time.
    this.wake()
    const abortController = new AbortController()
    const end = () => abortController.abort()
    this.#stopping.signal.addEventListener('abort', end)
    try {
      await this.#make({ job, gone: abortController, progress: { done: 0, expected: null } })
    } finally {
      this.#stopping.signal.removeEventListener('abort', end)
    }
    return true
  }

  async #make(jobRun: RunningExport): Promise<void> {
    const { job, gone: abortController, progress } = jobRun
    const heartbeat = setInterval(() => {
      this.#asDesk(({ transaction }) => reportProgress(transaction, job, progress))
        .then((goesOn) => goesOn || abortController.abort())
        .catch((error) => this.#tools.log.warn({ err: error }, 'export'))
    }, BEAT_MILLISECONDS)
    try {
      const created = await makeFile(this.#tools, jobRun)
      await this.#asDesk((desk) =>
        created ? finishExport(desk, job, created) : failExport(desk, job, NO_LONGER_ALLOWED),
      )
    } catch (error) {
      await this.#explain(job, error, abortController.signal.aborted)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #explain(job: ExportJob, error: unknown, ended: boolean): Promise<void> {
    const inOrder = this.#stopping.signal.aborted
    // Canceled: its row has that state already, and the lease is gone.
    if (ended && !inOrder) return
    if (inOrder || isTransient(error)) return this.#asDesk((desk) => returnToQueue(desk, job, inOrder))
    if (!(error instanceof Refusal)) this.#tools.log.error({ err: error }, 'export failed')
    await this.#asDesk((desk) =>
      failExport(desk, job, error instanceof Refusal ? error.message : INTERNAL_ERROR),
    )
  }
}

/** Creates the file with the rights of its person; null if they may no longer read it. */
async function makeFile(
  { pool, services }: RunnerOptions,
  { job, progress, gone }: RunningExport,
): Promise<CreatedFile | null> {
  const source = findExportSource(job.callPath)
  const place = (await services.replica?.caughtUp(pool)) ?? pool
  const work = async (transaction: Transaction) => {
    await transaction.client.query('begin isolation level repeatable read, read only')
    const desk: WorkerContext = { transaction, services, call: CALL }
    await enterWorker(desk)
    const created = await runAsPerson(desk, job.userId, source.served.call.access, (context) =>
      writeFile(context, source, { job, progress, gone }),
    )
    await transaction.client.query('commit')
    return created
  }
  return onConnection(place, work, gone.signal)
}

async function writeFile(
  context: AnyContext,
  source: ExportSource,
  { job, progress, gone }: RunningExport,
): Promise<CreatedFile> {
  const result = await context.transaction.query<{ rights: unknown }>('select kernel.own_rights() as rights')
  const { plan, batches } = await loadExportRows(context, source, job)
  progress.expected = plan.total
  async function* countRows(): AsyncGenerator<readonly ExportRow[]> {
    for await (const rows of batches) {
      gone.signal.throwIfAborted()
      progress.done += rows.length
      yield rows
    }
  }
  const [pieces, ending] =
    job.format === 'CSV'
      ? [generateCsv(plan, countRows()), 'csv']
      : [generateWorkbook(job.title, plan, countRows()), 'xlsx']
  const content = Readable.from(getBytes(pieces), { objectMode: false })
  const { contentHash, size } = await context.services.files.put(content, LARGEST_BYTES)
  const day = formatDate(today(context.services.config.agencyZone, context.services.now()), 'MM/DD/YYYY')
  const name = job.title.replaceAll(/[^\p{L}\p{N} ,.()-]/gu, ' ').trim()
  const fileName = `${name} ${day.replaceAll('/', '-')}.${ending}`
  return { fileName, contentHash, size, rows: progress.done, rights: result.rows[0]!.rights }
}

async function* getBytes(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece as Uint8Array)
}
