import type pg from 'pg'
import type { z } from 'zod'
import type { Actor } from '../model/access.ts'
import type { Call, Output } from '../model/call.ts'
import { parseListQuery } from '../model/listQuery.ts'
import type { Config } from './config.ts'
import type { Db, Statement, Transaction } from './database.ts'
import type { FileStore, Upload } from './files.ts'
import type { Settings } from './settings.ts'

type Shaped = z.core.$ZodType | undefined

/** What every request of a process shares. */
export type Services = {
  config: Config
  files: FileStore
  /** The present moment; tests move it. */
  now: () => Date
  /** A copy of the database that follows it; none where left out. */
  replica?: Replica
}

/** A copy of the database on another server, which only reads. */
export type Replica = {
  /**
   * Its connections, once it has all that is committed in `primary` now; null where it is away or too far
   * behind.
   */
  caughtUp: (primary: pg.Pool) => Promise<pg.Pool | null>
  /** How far it is behind `primary`, in seconds; null where it is away. */
  lag: (primary: { query: (text: string) => Promise<pg.QueryResult> }) => Promise<number | null>
}

/**
 * A request before it is answered: the connection pool, the token that identifies the caller, and the signal
 * that the client has gone.
 */
export type Arrival = { services: Services; pool: pg.Pool; token: string | null; gone: AbortSignal }

/** A handler's input: checked parts, one transaction, the actor, and the property scope in force. */
export type Context<P extends Shaped = Shaped, Q extends Shaped = Shaped, B extends Shaped = Shaped> = {
  params: Output<P>
  query: Output<Q>
  body: Output<B>
  db: Db
  transaction: Transaction
  actor: Actor
  settings: Settings
  services: Services
  uploads: Upload[]
  /** `isPathOnly`: its path says all, and it came without a body. */
  request: { id: string; address: string; agent: string; isPathOnly?: boolean }
}

/** Any handler's context, for helpers that need the transaction and the actor but not the call. */
export type AnyContext = Omit<Context, 'params' | 'query' | 'body'>

type Checked = Pick<Context, 'params' | 'query' | 'body'>

/** A declared call together with what answers it. */
export type Served = {
  call: Call
  handle: (context: Context) => Promise<unknown>
  /**
   * Its first statement, such as the lock of its row, sent to the database together with the start of the
   * transaction.
   */
  lead?: ((checked: Checked) => Statement | undefined) | undefined
  /**
   * The record that the body is about, as last answered; null for a new one. Loaded only when the body has
   * keys that are not read.
   */
  standing?: (context: Context) => Promise<unknown>
  /** For the generic removal of a row: the entity, and whether the module checks what rests on the row. */
  removal?: { entity: string; isChecked: boolean }
  /** For reads of one statement: that, and the answer made of its rows. See `serveOnce`. */
  once?: { statement: (checked: Checked) => Statement; answer: (rows: unknown[], actor: Actor) => unknown }
  /** For lists without a bound. See `serveLongList`. */
  list?: LongList
  /**
   * Says when its turn comes and where it runs; at once and on the connections of requests where left out.
   */
  around?: (arrival: Arrival, work: (pool: pg.Pool) => Promise<unknown>) => Promise<unknown>
}

/** A list that may have any number of rows. */
export type LongList = {
  /** Finds all rows asked for, in their order; which part of them is wanted is the kernel's to add. */
  statement: (checked: Checked) => Statement
  /** A row of the answer, made of one found. */
  row: (rawRow: unknown, actor: Actor) => unknown
  /** Throws where this caller may not ask so. */
  guard?: (checked: Checked, actor: Actor) => void
}

/**
 * Joins a call with its handler, and what that asks first. Types of parameters, query, body and answer follow
 * from the declaration.
 */
export function serve<P extends Shaped, Q extends Shaped, B extends Shaped, A extends z.core.$ZodType>(
  call: Call<P, Q, B, A>,
  handle: (context: Context<P, Q, B>) => Promise<z.input<A>>,
  buildPrefetch?: (checked: Pick<Context<P, Q, B>, 'params' | 'query' | 'body'>) => Statement | undefined,
): Served {
  return { call, handle, lead: buildPrefetch } as Served
}

/**
 * Joins a call that only reads with the one statement it needs. Log-in, scope, statement and end of the
 * transaction travel to the database together, so the whole request waits for it once.
 */
export function serveOnce<P extends Shaped, Q extends Shaped, A extends z.core.$ZodType, R>(
  call: Call<P, Q, undefined, A>,
  statement: (checked: Pick<Context<P, Q>, 'params' | 'query'>) => Statement,
  answer: (rows: R[], actor: Actor) => z.input<A>,
): Served {
  const once = { statement, answer } as NonNullable<Served['once']>
  const handle: Served['handle'] = async (context) => {
    const { text, values } = once.statement(context)
    return once.answer((await context.transaction.query(text, values)).rows, context.actor)
  }
  return { call: call as Call, handle, once }
}

/**
 * Joins a call that answers a list without a bound with the statement that finds its rows. A short list is
 * answered as by `serveOnce`; a longer one is written row by row while the database hands them out. The
 * call's query is a `listQuery`.
 */
export function serveLongList<P extends Shaped, Q extends Shaped, A extends z.core.$ZodType>(
  call: Call<P, Q, undefined, A>,
  list: LongList,
): Served {
  const handle: Served['handle'] = async (context) => {
    list.guard?.(context, context.actor)
    const { text, values } = list.statement(context)
    const { startRow, fetchCount } = parseListQuery(context.query)
    const { rows } = await context.transaction.query(
      `${text} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, fetchCount || null, startRow],
    )
    return rows.map((row) => list.row(row, context.actor))
  }
  return { call: call as Call, handle, list }
}
