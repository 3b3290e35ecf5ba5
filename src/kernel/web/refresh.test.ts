import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onRefreshed, refreshTokens } from './api.ts'
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
afterEach(async () => {
  // Also ends the count of refreshes in a row.
  answering(401)
  await refreshTokens().catch(() => undefined)
  vi.unstubAllGlobals()
})

describe('SES-09 a refresh', () => {
  test.each([400, 401, 403])('refused with %i signs out', async (status) => {
    answering(status)
    await expect(refreshTokens()).rejects.toMatchObject({ status: 401 })
    expect(currentSession()).toBeNull()
  })

  test.each([429, 500, 502, 503, 504])('answered %i signs nobody out, however often it is tried', async (status) => {
    answering(status, { message: 'Please try again in a minute.' })
    for (let time = 0; time < 6; time += 1)
      await expect(refreshTokens()).rejects.toMatchObject({ status, message: 'Please try again in a minute.' })
    expect(currentSession()).toEqual(session)
    answering(200, { token: 'new', refreshToken: 'newer', expires_at: '2026-01-01T00:20:00Z' })
    await refreshTokens()
    expect(currentSession()).toMatchObject({ token: 'new', refreshToken: 'newer' })
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
