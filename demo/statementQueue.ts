import type pg from 'pg'

/** The result that a queued statement returns at once, before the database has run it. */
const EMPTY_RESULT = { rows: [], fields: [], rowCount: null, command: '', oid: 0 }
/** The maximum number of rows in the queue, which are all in memory. With more, the caller has to wait. */
const MAX_QUEUED_ROWS = 200_000

type QueuedWork = (client: pg.ClientBase) => Promise<unknown>

const queues = new WeakMap<pg.ClientBase, StatementQueue>()

/**
 * The queued work of one connection, which runs in the order of queueing. After an error no further work is
 * started.
 */
class StatementQueue {
  #last: Promise<unknown> = Promise.resolve()
  #rows = 0
  #failure: { error: unknown } | undefined

  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Runs work after the queued work and returns its result. */
  async runAfterQueue<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      if (this.#failure) throw this.#failure.error
      return work(this.#client)
    })
    this.#last = result.catch((error) => {
      this.#failure ??= { error }
    })
    return result
  }

  /** Starts no further work, and resolves when the running work is finished. */
  async abandon(): Promise<void> {
    this.#failure ??= { error: new Error('The load was given up.') }
    await this.#last
  }

  /** Queues work that stores `rows` rows. Resolves at once, or when the number of queued rows allows it. */
  async enqueue(work: QueuedWork, rows: number): Promise<void> {
    this.#rows += rows
    const pending = this.runAfterQueue(work)
    pending.catch(() => undefined).finally(() => (this.#rows -= rows))
    while (this.#rows > MAX_QUEUED_ROWS && this.#rows > rows) await this.#last
  }
}

/** Whether a statement returns no rows, judging by its text. The caller then need not wait for it. */
export const hasNoResult = (text: string): boolean =>
  !/\breturning\b/i.test(text) &&
  (/^\s*(insert|update|delete|alter|create|drop|analyze)\s/i.test(text) ||
    /^\s*with\s[\s\S]*\)\s*(insert into|update|delete from)\s/i.test(text))

/**
 * Returns the connection with a queue for statements that change data without a result. The caller does not
 * wait for them, so that it can prepare the next rows while the database stores these. All statements run in
 * the order of the calls. An error is thrown by the next query, at the latest by {@link waitForQueue}.
 */
export function queueStatements(client: pg.ClientBase): pg.ClientBase {
  const queue = new StatementQueue(client)
  const query = (query: unknown, ...values: unknown[]) => {
    const work = (connection: pg.ClientBase): Promise<pg.QueryResult> =>
      connection.query(query as string, ...(values as [unknown[]]))
    if (typeof query !== 'string' || !hasNoResult(query)) return queue.runAfterQueue(work)
    return queue.enqueue(work, 1).then(() => EMPTY_RESULT)
  }
  const queuedClient = Object.assign(Object.create(client), { query }) as pg.ClientBase
  queues.set(queuedClient, queue)
  return queuedClient
}

/**
 * Runs work that stores `rows` rows on a connection. If the connection is one of {@link queueStatements},
 * the work is queued.
 */
export function runInQueue(client: pg.ClientBase, rows: number, work: QueuedWork): Promise<unknown> {
  return queues.get(client)?.enqueue(work, rows) ?? work(client)
}

/** Waits until all queued work is finished. Throws the first error of the queued work. */
export const waitForQueue = async (client: pg.ClientBase): Promise<void> =>
  void (await queues.get(client)?.runAfterQueue(() => Promise.resolve()))

/** Starts no further queued work, and waits for the running work. */
export const abandonQueue = async (client: pg.ClientBase): Promise<void> => queues.get(client)?.abandon()
