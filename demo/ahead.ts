import type pg from 'pg'

/** The result of a statement that is not waited for. */
const NOTHING = { rows: [], fields: [], rowCount: null, command: '', oid: 0 }
/** The maximal number of queued rows, which are in memory. With more, the caller has to wait. */
const MAX_QUEUED_ROWS = 200_000

type Work = (client: pg.ClientBase) => Promise<unknown>

const queues = new WeakMap<pg.ClientBase, Queue>()

/**
 * The queued work of one connection, which runs in its order. After an error nothing more is started.
 */
class Queue {
  #last: Promise<unknown> = Promise.resolve()
  #rows = 0
  #failure: { error: unknown } | undefined

  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Runs work after the queued work and returns its result. */
  async waitFor<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      if (this.#failure) throw this.#failure.error
      return work(this.#client)
    })
    this.#last = result.catch((error) => {
      this.#failure ??= { error }
    })
    return result
  }

  /** Starts nothing more, and resolves when the running work is finished. */
  async abandon(): Promise<void> {
    this.#failure ??= { error: new Error('The load was given up.') }
    await this.#last
  }

  /** Queues work. Resolves at once, or when the number of queued rows allows it. */
  async later(work: Work, rows: number): Promise<void> {
    this.#rows += rows
    const pending = this.waitFor(work)
    pending.catch(() => undefined).finally(() => (this.#rows -= rows))
    while (this.#rows > MAX_QUEUED_ROWS && this.#rows > rows) await this.#last
  }
}

/** Whether the result of a statement is not used, judging by its text. */
export const answersNothing = (text: string): boolean =>
  !/\breturning\b/i.test(text) &&
  (/^\s*(insert|update|delete|alter|create|drop|analyze)\s/i.test(text) ||
    /^\s*with\s[\s\S]*\)\s*(insert into|update|delete from)\s/i.test(text))

/**
 * Returns the connection with a queue for statements that change data without a result. The caller does not
 * wait for them, so that it can prepare the next rows while the database stores these. All statements run in
 * their order. An error is thrown by the next query, at the latest by {@link settled}.
 */
export function ahead(client: pg.ClientBase): pg.ClientBase {
  const queue = new Queue(client)
  const query = (query: unknown, ...values: unknown[]) => {
    const work = (to: pg.ClientBase): Promise<pg.QueryResult> =>
      to.query(query as string, ...(values as [unknown[]]))
    if (typeof query !== 'string' || !answersNothing(query)) return queue.waitFor(work)
    return queue.later(work, 1).then(() => NOTHING)
  }
  const hurrying = Object.assign(Object.create(client), { query }) as pg.ClientBase
  queues.set(hurrying, queue)
  return hurrying
}

/** Runs work on a connection. With one of {@link ahead} the work is queued. */
export function inTurn(client: pg.ClientBase, rows: number, work: Work): Promise<unknown> {
  return queues.get(client)?.later(work, rows) ?? work(client)
}

/** Waits until all queued work is finished. Throws its error. */
export const settled = async (client: pg.ClientBase): Promise<void> =>
  void (await queues.get(client)?.waitFor(() => Promise.resolve()))

/** Starts no further queued work, and waits for the running work. */
export const abandon = async (client: pg.ClientBase): Promise<void> => queues.get(client)?.abandon()
