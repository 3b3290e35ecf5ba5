import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { agency, anyone, signedIn } from '../model/access.ts'
import { call } from '../model/call.ts'
import { FAILURE_SENTENCE } from '../model/refusals.ts'
import { ApiError, ask, getFailureMessage } from './api.ts'
import { buildCallQuery, queryClient } from './queries.ts'
import { currentSession, setSession } from './session.ts'

type Session = NonNullable<ReturnType<typeof currentSession>>
const getSession = (userId: number, token: string) =>
  ({ token, refreshToken: 'r', expires_at: '2030-01-01T00:00:00Z', userId }) as Session
const declareProbe = (path: string, access = signedIn) =>
  call({ method: 'GET', path, access, answer: z.unknown(), summary: 'Probe' })
const request = buildCallQuery(declareProbe('/api/Request'), {})
const quiet = { quiet: true, silent: true }

/** Stubs a server that accepts only this token. Returns the authorization headers that it receives. */
function stubServer(token: string) {
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

test('a call that was refused with 401 is sent again after the same person signs in', async () => {
  stubServer('new')
  await expect(queryClient.fetchQuery(request)).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toBeNull()
  expect(queryClient.getQueryState(request.queryKey)?.status).toBe('error')
  setSession(getSession(1, 'new'))
  // A stored refusal must be gone, because a screen would throw it without sending the call.
  expect(queryClient.getQueryState(request.queryKey)).toBeUndefined()
  expect(await queryClient.fetchQuery(request)).toBe('ok')
})

test('a late 401 for the old session does not end the new session', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late)
  const refused = ask(declareProbe('/api/Request'), {}, quiet)
  setSession(getSession(1, 'new'))
  answer(Response.json({}, { status: 401 }))
  await expect(refused).rejects.toMatchObject({ status: 401 })
  expect(currentSession()?.token).toBe('new')
})

test('CAL-01 a call that needs a session is never made without its token', async () => {
  const received = stubServer('ended')
  await ask(declareProbe('/api/Request', agency('read')), {}, quiet)
  await expect(ask(declareProbe('/api/Account/Own'), {}, quiet)).rejects.toThrow('needs a session')
  setSession(null)
  await expect(ask(declareProbe('/api/Request'), {}, quiet)).rejects.toMatchObject({ status: 401 })
  await expect(ask(declareProbe('/api/Account/Open', anyone), {}, quiet)).rejects.toMatchObject({
    status: 401,
  })
  expect(received).toEqual(['Bearer ended', undefined])
})

test('ERR-01 a call that never left the browser says that there is no connection, not that the error was logged', () => {
  const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
  setOnline(false)
  expect(getFailureMessage(new ApiError(0, 'No connection'))).toBe('There is no connection to the portal.')
  expect(getFailureMessage(new ApiError(500, 'Failed'))).toBe(FAILURE_SENTENCE)
  setOnline(true)
  expect(getFailureMessage(new ApiError(0, 'No answer'))).toBe(FAILURE_SENTENCE)
})
