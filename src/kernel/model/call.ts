import type { z } from 'zod'
import type { Access } from './access.ts'

/** HTTP methods the specification uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.core.$ZodType
type OptionalSchema = Schema | undefined

/** The declaration of a call of the portal. Server, browser, OpenAPI and tests all use it. */
export type Call<
  P extends OptionalSchema = OptionalSchema,
  Q extends OptionalSchema = OptionalSchema,
  B extends OptionalSchema = OptionalSchema,
  A extends Schema = Schema,
> = {
  method: Method
  /** Exact path of the specification, parameters as `:name`. Served without regard to case. */
  path: string
  /** Other paths of the same call. */
  aliases?: readonly string[]
  /** The purpose of the call, in one line. */
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  /** The format of the body; JSON by default. */
  bodyType?: 'json' | 'form' | 'multipart'
  answer: A
  /** The media type of an answer that is a text or bytes instead of JSON, such as `text/calendar`. */
  answerType?: string
  /** True for the few GETs of the specification that change data: POST is accepted too (CAL-23). */
  changes?: boolean
  /**
   * Whether query keys that are not declared are refused. Otherwise a misspelled filter would return all
   * rows.
   */
  closedQuery?: boolean
  /** The largest body in bytes; 1 MiB by default. */
  bodyLimit?: number
}

/** Declares a call. */
export const call = <
  P extends OptionalSchema = undefined,
  Q extends OptionalSchema = undefined,
  B extends OptionalSchema = undefined,
  A extends Schema = Schema,
>(
  declaration: Call<P, Q, B, A>,
): Call<P, Q, B, A> => declaration

/** The type of a call's parameters, query, body or answer after validation. */
export type Output<S extends OptionalSchema> = S extends Schema ? z.output<S> : undefined

/** A multipart body as the browser sends it. The type of its fields exists only for the compiler. */
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
export type Answer<C> =
  C extends Call<OptionalSchema, OptionalSchema, OptionalSchema, infer A> ? z.output<A> : never

/** Whether a call may write: every call except GET, and the GETs with `changes`. */
export const writes = (declaration: Call): boolean =>
  declaration.method !== 'GET' || declaration.changes === true
