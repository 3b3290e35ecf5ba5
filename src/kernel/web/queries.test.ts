import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { agency, anyone, signedIn } from '../model/access.ts'
import { call } from '../model/call.ts'
import { FAILURE_SENTENCE } from '../model/refusals.ts'
import { ApiError, ask, wordsOfFailure } from './api.ts'
import { buildCallQuery, queryClient } from './queries.ts'
import { currentSession, setSession } from './session.ts'

type Session = NonNullable<ReturnType<typeof currentSession>>
const getSession = (userId: number, token: string) =>
  ({ token, refreshToken: 'r', expires_at: '2030-01-01T00:00:00Z', userId }) as Session
const probe = (path: string, access = signedIn) =>
  call({ method: 'GET', path, access, answer: z.unknown(), summary: 'Probe' })
const request = buildCallQuery(probe('/api/Request'), {})
const quiet = { quiet: true, silent: true }

/** A server that knows one token; what it was sent is kept. */
function serverKnowing(token: string) {
  const received: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    received.push(headers.authorization)
    return headers.authorization === `Bearer ${token}`
      ? Response.json('ok')
      : Response.json({}, { status: 401 })
  })
  return received
}

beforeEach(() => setSession(getSession(1, 'ended')))
afterEach(() => {
  vi.unstubAllGlobals()
  setSession(null)
  queryClient.clear()
})

test('what was refused when the session ended is read again once the same person has signed in', async () => {
  serverKnowing('new')
  await expect(queryClient.fetchQuery(request)).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toBeNull()
  expect(queryClient.getQueryState(request.queryKey)?.status).toBe('error')
  setSession(getSession(1, 'new'))
  // A screen throws a stored refusal at once, without asking again.
  expect(queryClient.getQueryState(request.queryKey)).toBeUndefined()
  expect(await queryClient.fetchQuery(request)).toBe('ok')
})

test('a late refusal of the session before ends no session begun meanwhile', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late)
  const refused = ask(probe('/api/Request'), {}, quiet)
  setSession(getSession(1, 'new'))
  answer(Response.json({}, { status: 401 }))
  await expect(refused).rejects.toMatchObject({ status: 401 })
  expect(currentSession()?.token).toBe('new')
})

test('CAL-01 a call that needs a session is never made without its token', async () => {
  const received = serverKnowing('ended')
  await ask(probe('/api/Request', agency('read')), {}, quiet)
  await expect(ask(probe('/api/Account/Own'), {}, quiet)).rejects.toThrow('needs a session')
  setSession(null)
  await expect(ask(probe('/api/Request'), {}, quiet)).rejects.toMatchObject({ status: 401 })
  await expect(ask(probe('/api/Account/Open', anyone), {}, quiet)).rejects.toMatchObject({ status: 401 })
  expect(received).toEqual(['Bearer ended', undefined])
})

test('ERR-01 only what was sent can have been logged', () => {
  const offline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
  offline(false)
  expect(wordsOfFailure(new ApiError(0, 'No connection'))).toBe('There is no connection to the portal.')
  expect(wordsOfFailure(new ApiError(500, 'Failed'))).toBe(FAILURE_SENTENCE)
  offline(true)
  expect(wordsOfFailure(new ApiError(0, 'No answer'))).toBe(FAILURE_SENTENCE)
})
