import type pg from 'pg'

/** What a statement without an answer is taken to have answered. */
const NOTHING = { rows: [], fields: [], rowCount: null, command: '', oid: 0 }
/** So many rows may wait for the database before whoever makes more waits, too: they all lie in memory. */
const MOST_ROWS = 200_000

type Work = (client: pg.ClientBase) => Promise<unknown>

const queues = new WeakMap<pg.ClientBase, Queue>()

/**
 * Work for one connection, one after the other in the order it was given; after a failure nothing more is
 * begun.
 */
class Queue {
  #last: Promise<unknown> = Promise.resolve()
  #rows = 0
  #failure: { error: unknown } | undefined

  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Answers what the work answers. */
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

  /** Begins nothing more; answers when what was begun is done. */
  async abandon(): Promise<void> {
    this.#failure ??= { error: new Error('The load was given up.') }
    await this.#last
  }

  /** Answers at once, or, where many rows wait, when there is room for these. */
  async later(work: Work, rows: number): Promise<void> {
    this.#rows += rows
    const pending = this.waitFor(work)
    pending.catch(() => undefined).finally(() => (this.#rows -= rows))
    while (this.#rows > MOST_ROWS && this.#rows > rows) await this.#last
  }
}

/** Whether nothing is read from what a statement answers, by its words. */
export const answersNothing = (text: string): boolean =>
  !/\breturning\b/i.test(text) &&
  (/^\s*(insert|update|delete|alter|create|drop|analyze)\s/i.test(text) ||
    /^\s*with\s[\s\S]*\)\s*(insert into|update|delete from)\s/i.test(text))

/**
 * The same connection for whoever makes much for it: what changes data and answers nothing is not waited for,
 * so that the next rows are made while the database stores these. All is done in the order it was asked for,
 * and a question is answered after what was asked before it. A failure is thrown by the next question, at the
 * latest by {@link settled}.
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

/** Does work on a connection: in its turn and without waiting where it is one of {@link ahead}. */
export function inTurn(client: pg.ClientBase, rows: number, work: Work): Promise<unknown> {
  return queues.get(client)?.later(work, rows) ?? work(client)
}

/** Waits until all is done that was asked for. Throws what failed. */
export const settled = async (client: pg.ClientBase): Promise<void> =>
  void (await queues.get(client)?.waitFor(() => Promise.resolve()))

/** Begins nothing more of what was asked for, and waits for what was begun. */
export const abandon = async (client: pg.ClientBase): Promise<void> => queues.get(client)?.abandon()
