import type { z } from 'zod'
import type { Access } from './access.ts'

/** HTTP methods the specification uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.core.$ZodType
type Shaped = Schema | undefined

/** A call of the portal, declared once; server, browser, OpenAPI and tests import this declaration. */
export type Call<
  P extends Shaped = Shaped,
  Q extends Shaped = Shaped,
  B extends Shaped = Shaped,
  A extends Schema = Schema,
> = {
  method: Method
  /** Exact path of the specification, parameters as `:name`. Served without regard to case. */
  path: string
  /** Further paths that answer the same. */
  aliases?: readonly string[]
  /** The purpose of the call, in one line. */
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  /** How the body travels; JSON unless said otherwise. Multipart bodies are read by the handler. */
  bodyType?: 'json' | 'form' | 'multipart'
  answer: A
  /** Media type of an answer that is a text or bytes and no JSON, such as `text/calendar`. */
  answerType?: string
  /** True for the few GETs of the specification that change data: POST is accepted too (CAL-23). */
  changes?: boolean
  /**
   * True where a key that the query does not declare is refused: of a misspelled filter the answer would be
   * everything.
   */
  closedQuery?: boolean
  /** Largest body in bytes; 1 MiB unless said otherwise. */
  bodyLimit?: number
}

/** Declares a call. */
export const call = <
  P extends Shaped = undefined,
  Q extends Shaped = undefined,
  B extends Shaped = undefined,
  A extends Schema = Schema,
>(
  declaration: Call<P, Q, B, A>,
): Call<P, Q, B, A> => declaration

/** The type of a call's parameters, query, body or answer after validation. */
export type Output<S extends Shaped> = S extends Schema ? z.output<S> : undefined

/** A multipart body as the browser sends it; its fields are known to the compiler alone. */
export interface UploadForm<F> extends FormData {
  readonly fields?: F
}

type Body<B> = B | UploadForm<Partial<B>>

/**
 * The browser's input for a call: parameters, query and body in one object each, only those that the call
 * declares.
 */
export type Ask<C> =
  C extends Call<infer P, infer Q, infer B>
    ? (P extends Schema ? { params: z.input<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: z.input<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: Body<z.input<B>> } : { body?: unknown })
    : never

/** The answer of a call. */
export type Answer<C> = C extends Call<Shaped, Shaped, Shaped, infer A> ? z.output<A> : never

/** Whether a call may write: everything but GET, and the GETs marked so. */
export const writes = (declaration: Call): boolean =>
  declaration.method !== 'GET' || declaration.changes === true
