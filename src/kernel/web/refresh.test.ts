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

const answering = (status: number, body: object = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  )

beforeEach(() => setSession(session))
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('SES-09 a refresh', () => {
  test.each([400, 401, 403, 500])('ERR-02 answered %i signs out', async (status) => {
    answering(status)
    await expect(refreshTokens()).rejects.toMatchObject({ status: 401 })
    expect(currentSession()).toBeNull()
  })

  test.each([429, 502, 503, 504])(
    'answered %i signs nobody out, however often it is tried',
    async (status) => {
      answering(status, { message: 'Please try again in a minute.' })
      for (let time = 0; time < 6; time += 1)
        await expect(refreshTokens()).rejects.toMatchObject({
          status,
          message: 'Please try again in a minute.',
        })
      expect(currentSession()).toEqual(session)
      answering(200, { token: 'new', refreshToken: 'newer', expires_at: '2026-01-01T00:20:00Z' })
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
  /** A server on which one call finds every token run out; answers how often a refresh was asked for. */
  const expiring = (isExpired: (url: string, refreshes: number) => boolean) => {
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

  test('three refreshes for one call, then sign-out, whatever other calls are answered meanwhile', async () => {
    const refreshes = expiring((url) => url === '/api/stuck')
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

  test('a call that succeeds after two refreshes leaves three to the next one', async () => {
    const refreshes = expiring((url, refreshCount) =>
      url === '/api/slow' ? refreshCount < 2 : url === '/api/slower' && refreshCount < 5,
    )
    expect(await ask(probe('/api/slow'), {}, { quiet: true, silent: true })).toBe('ok')
    expect(await ask(probe('/api/slower'), {}, { quiet: true, silent: true })).toBe('ok')
    expect(refreshes()).toBe(5)
  })
})

test('SES-14 the flag is asked for after each refresh, also after one that came before it was known how', async () => {
  answering(200, { token: 'new', refreshToken: 'newer', expires_at: '2026-01-01T00:20:00Z' })
  await refreshTokens()
  const work = vi.fn(async () => undefined)
  onRefreshed(work)
  await vi.waitFor(() => expect(work).toHaveBeenCalled())
  const before = work.mock.calls.length
  await refreshTokens()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(before + 1))
})
