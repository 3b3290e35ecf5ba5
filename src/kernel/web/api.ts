import type { Answer, Ask, Call } from '../model/call.ts'
import { type AlternativeLink, FAILURE_SENTENCE, type Fault } from '../model/refusals.ts'
import { REFRESH_LIMIT } from '../model/session.ts'
import { normalize } from '../model/wire.ts'
import { requestEnded, requestStarted, resetRequests } from './activity.ts'
import { notify } from './notices.ts'
import { currentSession, requestMade, setSession, updateSession } from './session.ts'

const NO_CONNECTION = 'No connection to the portal. What you typed is still here; please try again.'

const WITHOUT_CONNECTION = 'There is no connection to the portal.'

/** The error of a request that did not succeed. With `status` 0 no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly faults: Fault[]
  readonly fields: Record<string, string[]>
  /** An alternative to the refused action. */
  readonly way: AlternativeLink | null

  constructor(
    status: number,
    message: string,
    faults: Fault[] = [],
    fields: Record<string, string[]> = {},
    link: AlternativeLink | null = null,
  ) {
    super(message)
    this.status = status
    this.faults = faults
    this.fields = fields
    this.way = link
  }
}

/**
 * The message for a failure that no screen shows (ERR-01). A device without a connection has sent nothing, so
 * the failure is not in the server's log.
 */
export const getFailureMessage = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 && !navigator.onLine ? WITHOUT_CONNECTION : FAILURE_SENTENCE

type Parts = { params?: unknown; query?: unknown; body?: unknown }

export type AskOptions = {
  /** Whether to show no notice of a failure, because the caller shows it. */
  quiet?: boolean
  /** Whether to show no loading bar (CAL-13). */
  silent?: boolean
  signal?: AbortSignal
}

/**
 * Makes a declared call and returns its answer. If the token has expired, it is refreshed and the call is
 * repeated (SES-07). Throws ApiError. Unless `quiet`, a failure is also shown as a notice.
 */
export async function ask<C extends Call>(
  call: C,
  parts: Ask<C>,
  options: AskOptions = {},
): Promise<Answer<C>> {
  if (!options.silent) requestStarted()
  try {
    requestMade()
    return (await attempt(call, parts as Parts, options)) as Answer<C>
  } catch (error) {
    if (!options.quiet && !options.signal?.aborted) notify(getFailureMessage(error), { kind: 'warning' })
    throw error
  } finally {
    if (!options.silent) requestEnded()
  }
}

/**
 * SES-08: makes a call, and repeats it after at most three refreshes in a row. Answers to other calls do not
 * reset this count.
 */
async function attempt(call: Call, parts: Parts, options: AskOptions, refreshes = 0): Promise<unknown> {
  const tokenUsed = currentSession()?.token
  if (call.access.kind !== 'anyone') requireToken(call, tokenUsed)
  const response = await send(call, parts, options)
  if (response.ok) return call.answerType ? response.text() : response.json()
  if (response.status === 401 && response.headers.has('token-expired')) {
    if (refreshes >= REFRESH_LIMIT) return failRefresh('Please sign in again.')
    await refreshOnce(tokenUsed)
    return attempt(call, parts, options, refreshes + 1)
  }
  const error = await loadError(response)
  // If the session ended elsewhere, the person must sign in. A newer session is not affected.
  if (response.status === 401 && tokenUsed && sendsBearer(call.path) && tokenUsed === currentSession()?.token)
    setSession(null)
  throw error
}

/**
 * Throws before a call that needs a session is made without a token, because the server would refuse it.
 */
function requireToken({ path }: Call, token: string | undefined): void {
  if (!sendsBearer(path))
    throw new Error(`${path} needs a session, but nothing below its path is sent a token.`)
  if (token === undefined) throw new ApiError(401, 'Please sign in.')
}

async function send(call: Call, parts: Parts, options: AskOptions): Promise<Response> {
  const headers: Record<string, string> = { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '0' }
  const token = currentSession()?.token
  if (token && sendsBearer(call.path)) headers.authorization = `Bearer ${token}`
  try {
    return await fetch(getAddress(call, parts), {
      method: call.method,
      headers,
      body: getBody(call, parts.body, headers),
      signal: options.signal,
      cache: 'no-store',
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, NO_CONNECTION)
  }
}

/** CAL-01: whether the token is sent to a path. It is not sent to paths for signing in and for accounts. */
export const sendsBearer = (path: string): boolean =>
  !/\/(account|token|resetpassword|forgotpassword|validatepasswordresettoken|request-access)(\/|$|\?)/i.test(
    path,
  )

/** Returns the path of a call with its parameters and query filled in. */
function getAddress(call: Pick<Call, 'path'>, parts: Parts): string {
  const params = (parts.params ?? {}) as Record<string, unknown>
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((parts.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function getBody(call: Call, body: unknown, headers: Record<string, string>): BodyInit | undefined {
  if (body === undefined || call.method === 'GET') return undefined
  if (body instanceof FormData) return body
  if (call.bodyType === 'form') return new URLSearchParams(body as Record<string, string>)
  headers['content-type'] = 'application/json'
  // Keys that are not fields of the call are removed, because the server would refuse them.
  return JSON.stringify(call.body ? normalize(call.body, body) : body)
}

async function loadError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    error_description?: string
    message?: string
    title?: string
    faults?: Fault[]
    fields?: Record<string, string[]>
    way?: AlternativeLink
  }
  return new ApiError(
    response.status,
    body.error_description ?? body.message ?? body.title ?? FAILURE_SENTENCE,
    body.faults,
    body.fields,
    body.way ?? null,
  )
}

let refreshing: Promise<void> | null = null

const { promise: afterRefresh, resolve } = Promise.withResolvers<() => Promise<void>>()
/**
 * Sets the function that runs after each refresh, also after refreshes before it was set. It loads the
 * manager flag again (SES-14).
 */
export const onRefreshed = resolve

/**
 * SES-15: refreshes the token, unless another call already did. Only one refresh runs at a time, and other
 * failed calls wait for it.
 */
async function refreshOnce(tokenUsed: string | undefined): Promise<void> {
  if (!refreshing && tokenUsed !== currentSession()?.token) return
  refreshing ??= refreshTokens().finally(() => {
    refreshing = null
  })
  await refreshing
}

/**
 * Gets new tokens. If the server refuses or fails, the person is signed out (SES-09, ERR-02), but not if
 * there is no answer or the server asks to try again.
 */
export async function refreshTokens(): Promise<void> {
  const session = currentSession()
  if (!session) return failRefresh('Please sign in again.')
  const response = await fetch('/api/users/Refresh', {
    method: 'POST',
    body: new URLSearchParams({ token: session.token, refreshToken: session.refreshToken }),
    headers: { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '0' },
  }).catch(() => null)
  if (!response) throw new ApiError(0, NO_CONNECTION)
  if ([400, 401, 403, 500].includes(response.status)) return failRefresh('Please sign in again.')
  if (!response.ok) throw await loadError(response)
  const tokens = (await response.json()) as { token: string; refreshToken: string; expires_at: string }
  updateSession(tokens)
  // This is not awaited, because calls that wait for the token do not need the flag.
  void afterRefresh.then((work) => work()).catch(() => undefined)
}

function failRefresh(message: string): never {
  resetRequests()
  setSession(null)
  throw new ApiError(401, message)
}
