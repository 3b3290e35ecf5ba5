import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { ABOUT_TO_EXPIRE_MS, EXPIRE_MS, isSessionValid, REFRESH_LIMIT } from './session.ts'

describe('session', () => {
  type Clock = { expires_at: string; now: string }
  test.each(getVectors<Clock, boolean>('SES-02'))(
    'SES-02 $input is valid: $expected',
    ({ input, expected }) => {
      expect(isSessionValid(input.expires_at, new Date(input.now))).toBe(expected)
    },
  )

  test('SES-02 a session is no longer valid at the moment of its expiry', () => {
    expect(isSessionValid('2024-01-01T12:00:00Z', new Date('2024-01-01T12:00:00Z'))).toBe(false)
  })

  test('SES-02 a moment without zone is UTC, and other zones are respected', () => {
    const now = new Date('2024-01-01T12:00:00Z')
    expect(isSessionValid('2024-01-01T12:00:01', now)).toBe(true)
    expect(isSessionValid('2024-01-01T12:00:01+02:00', now)).toBe(false)
    expect(isSessionValid('2024-01-01T07:00:01.5-06:00', now)).toBe(true)
  })

  test.each([null, undefined, '', 'tomorrow', 'Tomorrow', '2999-01-01', '2999-99-99T00:00:00Z'])(
    'SES-02 %j is not valid',
    (expiresAt) => {
      expect(isSessionValid(expiresAt, new Date(0))).toBe(false)
    },
  )

  test.each(getVectors<{ msSinceLastRequest: number }, string>('SES-03'))(
    'SES-03 SES-04 $input: $expected',
    (vector) => {
      const passed = vector.input.msSinceLastRequest
      const fired = [
        passed >= ABOUT_TO_EXPIRE_MS && 'about-to-expire fired',
        passed >= EXPIRE_MS && 'expiry fired',
      ]
      expect(fired.filter(Boolean).join(', ') || 'nothing fired').toBe(vector.expected)
    },
  )

  test('SES-08 CON-02 a token is refreshed at most three times in a row', () => {
    expect(REFRESH_LIMIT).toBe(3)
  })
})
