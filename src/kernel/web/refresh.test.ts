import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signedIn } from '../model/access.ts'
import { call } from '../model/call.ts'
import { ask, onRefreshed, refreshTokens } from './api.ts'
import { currentSession, setSession } from './session.ts'

const session = {
  token: 'old',
  refreshToken: 'older',
  expires_at: '2026-01-01T00:00:00Z',
} as NonNullable<ReturnType<typeof currentSession>>

const stubAnswer = (status: number, body: object = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  )

beforeEach(() => setSession(session))
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('SES-09 a refresh', () => {
  test.each([400, 401, 403, 500])('ERR-02 that is answered with %i signs out', async (status) => {
    stubAnswer(status)
    await expect(refreshTokens()).rejects.toMatchObject({ status: 401 })
    expect(currentSession()).toBeNull()
  })

  test.each([429, 502, 503, 504])(
    'that is answered with %i does not sign out, however often it is tried',
    async (status) => {
      stubAnswer(status, { message: 'Please try again in a minute.' })
      for (let time = 0; time < 6; time += 1)
        await expect(refreshTokens()).rejects.toMatchObject({
          status,
          message: 'Please try again in a minute.',
        })
      expect(currentSession()).toEqual(session)
      stubAnswer(200, { token: 'new', refreshToken: 'newer', expires_at: '2026-01-01T00:20:00Z' })
      await refreshTokens()
      expect(currentSession()).toMatchObject({ token: 'new', refreshToken: 'newer' })
    },
  )
})

test('client 7: a refresh that fails with 500 ends the session, and the call that needed it fails with 401', async () => {
  let calls = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      calls += 1
      return url === '/api/users/Refresh'
        ? Response.json({ message: 'Sorry and Error Occured' }, { status: 500 })
        : Response.json({}, { status: 401, headers: { 'token-expired': 'true' } })
    }),
  )
  const probe = call({
    method: 'GET',
    path: '/api/probe',
    access: signedIn,
    answer: z.unknown(),
    summary: 'Probe',
  })
  await expect(ask(probe, {}, { quiet: true, silent: true })).rejects.toMatchObject({ status: 401 })
  expect(calls).toBe(2)
  expect(currentSession()).toBeNull()
})

describe('SES-08', () => {
  const probe = (path: string) =>
    call({ method: 'GET', path, access: signedIn, answer: z.unknown(), summary: 'Probe' })
  /** Stubs a server on which tokens expire for some calls. Returns a function that counts the refreshes. */
  const stubExpiringServer = (isExpired: (url: string, refreshes: number) => boolean) => {
    let refreshes = 0
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => {
        if (url === '/api/users/Refresh') {
          refreshes += 1
          return Response.json({
            token: `new ${refreshes}`,
            refreshToken: 'newer',
            expires_at: '2026-01-01T00:20:00Z',
          })
        }
        return isExpired(url, refreshes)
          ? Response.json({}, { status: 401, headers: { 'token-expired': 'true' } })
          : Response.json('ok')
      }),
    )
    return () => refreshes
  }

  test('a call is refreshed three times and then signs out, even if other calls succeed', async () => {
    const refreshes = stubExpiringServer((url) => url === '/api/stuck')
    let asking = true
    const askRepeatedly = async () => {
      while (asking) await ask(probe('/api/other'), {}, { quiet: true, silent: true })
    }
    const parallel = askRepeatedly().catch(() => undefined)
    await expect(ask(probe('/api/stuck'), {}, { quiet: true, silent: true })).rejects.toMatchObject({
      status: 401,
    })
    asking = false
    await parallel
    expect(refreshes()).toBe(3)
    expect(currentSession()).toBeNull()
  })

  test('the next call has three refreshes again after a call that succeeded after two', async () => {
    const refreshes = stubExpiringServer((url, refreshCount) =>
      url === '/api/slow' ? refreshCount < 2 : url === '/api/slower' && refreshCount < 5,
    )
    expect(await ask(probe('/api/slow'), {}, { quiet: true, silent: true })).toBe('ok')
    expect(await ask(probe('/api/slower'), {}, { quiet: true, silent: true })).toBe('ok')
    expect(refreshes()).toBe(5)
  })
})

test('SES-14 the registered work runs after each refresh, also after a refresh before it was registered', async () => {
  stubAnswer(200, { token: 'new', refreshToken: 'newer', expires_at: '2026-01-01T00:20:00Z' })
  await refreshTokens()
  const work = vi.fn(async () => undefined)
  onRefreshed(work)
  await vi.waitFor(() => expect(work).toHaveBeenCalled())
  const before = work.mock.calls.length
  await refreshTokens()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(before + 1))
})
