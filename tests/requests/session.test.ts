import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { MAILED } from '#tests/newcomers.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const signIn = (userName: string, password = PASSWORD) =>
  portal.ask('anonymous', 'POST', '/api/users/authenticate', { userName, password })

describe('sign-in', () => {
  test('CAL-27 the sign-in answer has exactly the specified fields', async () => {
    const reply = await signIn('company.writer')
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object).sort()).toEqual(
      [
        'token',
        'refreshToken',
        'expires_at',
        'userId',
        'name',
        'email',
        'roles',
        'permissions',
        'projects',
        'mainUserProject',
        'isMcAdmin',
      ].sort(),
    )
    expect(reply.body).toMatchObject({
      userId: 5,
      name: 'Company Writer',
      roles: [{ id: 3, name: 'GENERAL_USER' }],
      projects: [1, 2],
      mainUserProject: [],
      isMcAdmin: false,
    })
    expect((reply.body as { permissions: unknown }).permissions).toContainEqual({
      propertyId: 1,
      key: 'Replacement_Reserve',
      read: true,
      write: true,
    })
  })

  test("PER-01 role names contain the agency's configured short name", async () => {
    expect(((await signIn('agency.write')).body as { roles: unknown }).roles).toEqual([
      { id: 1, name: 'MHDC_WRITE' },
    ])
  })

  test('ERR-03 a failed sign-in gives its description and never says whether the name or the password was wrong', async () => {
    const wrongPassword = await signIn('company.writer', 'wrong')
    const wrongName = await signIn('nobody.there', 'wrong')
    expect(wrongPassword.status).toBe(401)
    expect((wrongPassword.body as { error_description: string }).error_description).toBe(
      'The user name or password is not right.',
    )
    expect((wrongName.body as { error_description: string }).error_description).toBe(
      'The user name or password is not right.',
    )
    expect(wrongPassword.headers['token-expired']).toBeUndefined()
  })

  test('user names are matched regardless of case', async () => {
    expect((await signIn('Company.Writer')).status).toBe(200)
  })
})

describe('tokens', () => {
  type Tokens = { token: string; refreshToken: string; expires_at: string }
  const askIsManager = (token: string) =>
    portal.app.inject({
      method: 'GET',
      url: '/api/users/IsManager',
      headers: { authorization: `Bearer ${token}` },
    })
  const refresh = (refreshToken: string, remoteAddress = '127.0.0.1') =>
    portal.app.inject({
      method: 'POST',
      url: '/api/users/Refresh',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=x&refreshToken=${refreshToken}`,
    })

  test('SES-07 an expired token answers 401 with Token-Expired: true, and an unknown token without it', async () => {
    const tokens = (await signIn('agency.admin')).body as Tokens
    await portal.owner.query(`update session_token set expires_at = now() - interval '1 second' where kind = 'access'
      and session_id = (select max(session_id) from session)`)
    const expired = await askIsManager(tokens.token)
    expect(expired.statusCode).toBe(401)
    expect(expired.headers['token-expired']).toBe('true')
    const unknown = await askIsManager('unknown')
    expect(unknown.statusCode).toBe(401)
    expect(unknown.headers['token-expired']).toBeUndefined()
  })

  test('SES-11 and SES-12 refresh accepts a form and answers a new pair of tokens that works', async () => {
    const tokens = (await signIn('agency.admin')).body as Tokens
    const fresh = (await refresh(tokens.refreshToken)).json() as Tokens
    expect(fresh.token).not.toBe(tokens.token)
    expect((await askIsManager(fresh.token)).json()).toBe(true)
  })

  test('a refresh token has one successor: repeated and parallel requests get the same one', async () => {
    const tokens = (await signIn('agency.admin')).body as Tokens
    const together = await Promise.all([1, 2, 3, 4].map(() => refresh(tokens.refreshToken)))
    const fresh = together[0]!.json() as Tokens
    for (const response of [...together, await refresh(tokens.refreshToken)])
      expect(response.json()).toEqual(fresh)
    const lines = await portal.owner.query<{ count: number }>(`select count(*)::integer from session_token
      where kind = 'refresh' and session_id = (select max(session_id) from session)`)
    expect(lines.rows[0]!.count).toBe(2)
    expect((await askIsManager(((await refresh(fresh.refreshToken)).json() as Tokens).token)).json()).toBe(
      true,
    )
  })

  test.each([
    ['a minute later', `used_at = used_at - interval '1 minute'`, '127.0.0.1'],
    [
      'a day later, after its own end',
      `used_at = used_at - interval '1 day', expires_at = now()`,
      '127.0.0.1',
    ],
    ['from another address', 'used_at = used_at', '127.0.0.2'],
  ])('a used refresh token that is sent again %s ends the session', async (_, moved, address) => {
    const tokens = (await signIn('agency.admin')).body as Tokens
    const fresh = (await refresh(tokens.refreshToken)).json() as Tokens
    expect((await askIsManager(fresh.token)).statusCode).toBe(200)
    await portal.owner.query(`update session_token set ${moved} where used_at is not null`)
    expect((await refresh(tokens.refreshToken, address)).statusCode).toBe(401)
    expect((await askIsManager(fresh.token)).statusCode).toBe(401)
    expect((await refresh(fresh.refreshToken)).statusCode).toBe(401)
  })

  test('a session continues from another network', async () => {
    const tokens = (await signIn('agency.admin')).body as Tokens
    const fresh = (await refresh(tokens.refreshToken, '127.0.0.2')).json() as Tokens
    expect((await refresh(fresh.refreshToken)).statusCode).toBe(200)
  })

  test('a session ends after the idle time and after the total time that the agency has set', async () => {
    const loadLifetimes = async () => {
      const { rows } = await portal.owner.query<{ rest: number; all: number }>(`select
        extract(epoch from t.expires_at - now())::integer as rest, extract(epoch from now() - s.started_at)::integer as all
        from session_token t join session s using (session_id) where t.kind = 'refresh' and t.used_at is null
        and s.session_id = (select max(session_id) from session)`)
      return rows[0]!
    }
    const setSetting = (key: string, value: number) =>
      portal.ask('agency.admin', 'POST', '/api/Configuration', { key, value })
    const tokens = (await signIn('agency.admin')).body as Tokens
    expect((await loadLifetimes()).rest).toBeCloseTo(12 * 3600, -2)
    await portal.owner.query(`update session set started_at = now() - interval '29 days 23 hours 50 minutes'
      where session_id = (select max(session_id) from session)`)
    const late = (await refresh(tokens.refreshToken)).json() as Tokens
    // Ten minutes remain for the refresh token and for the access token.
    expect((await loadLifetimes()).rest).toBeCloseTo(600, -2)
    expect(Date.parse(late.expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
    expect((await setSetting('session_longest_days', 29)).status).toBe(200)
    expect((await refresh(late.refreshToken)).statusCode).toBe(401)
    expect((await setSetting('session_rest_hours', 0)).status).toBe(400)
    expect((await setSetting('session_rest_hours', 1)).status).toBe(200)
    await signIn('agency.admin')
    expect((await loadLifetimes()).rest).toBeCloseTo(3600, -2)
  })

  test('SES-14 IsManager answers the manager flag', async () => {
    expect((await portal.ask('agency.manager', 'GET', '/api/users/IsManager')).body).toBe(true)
    expect((await portal.ask('company.admin', 'GET', '/api/users/IsManager')).body).toBe(false)
  })

  test('signing out ends the session at once', async () => {
    const tokens = (await signIn('company.reader')).body as Tokens
    await portal.app.inject({
      method: 'POST',
      url: '/api/users/SignOut',
      headers: { authorization: `Bearer ${tokens.token}` },
    })
    expect((await askIsManager(tokens.token)).statusCode).toBe(401)
  })
})

describe('passwords', () => {
  const linkFrom = async () => {
    const mail = await portal.owner.query<{ body_text: string }>(
      `select ${MAILED} as body_text from outbox order by outbox_id desc limit 1`,
    )
    return /token=([\w-]+)/.exec(mail.rows[0]!.body_text)![1]!
  }

  test('CAL-28 a forgotten password is reset with a mailed link, which is checked and works once', async () => {
    expect(
      (await portal.ask('anonymous', 'GET', '/api/users/ForgotPassword?userName=company.reader')).body,
    ).toBe(true)
    const token = await linkFrom()
    const check = () =>
      portal.ask('anonymous', 'POST', '/api/users/ValidatePasswordResetToken', {
        userName: 'company.reader',
        token,
      })
    expect((await check()).body).toBe(true)
    const selected = {
      userName: 'company.reader',
      password: 'a new long password',
      confirmPassword: 'a new long password',
      token,
    }
    expect(
      (
        await portal.ask('anonymous', 'POST', '/api/users/ResetPassword', {
          ...selected,
          confirmPassword: 'other',
        })
      ).status,
    ).toBe(400)
    expect((await portal.ask('anonymous', 'POST', '/api/users/ResetPassword', selected)).body).toBe(true)
    expect((await check()).body).toBe(false)
    expect((await signIn('company.reader', 'a new long password')).status).toBe(200)
  })

  test('for an unknown name the answer is the same and no mail is sent', async () => {
    const before = await portal.owner.query('select 1 from outbox')
    expect((await portal.ask('anonymous', 'GET', '/api/users/ForgotPassword?userName=nobody')).body).toBe(
      true,
    )
    expect((await portal.owner.query('select 1 from outbox')).rowCount).toBe(before.rowCount)
  })

  test('ERR-08 a refused change of password answers the messages by field', async () => {
    const reply = await portal.ask('anonymous', 'POST', '/api/Account/UpdatePassword', {
      userName: 'global.admin',
      currentPassword: PASSWORD,
      newPassword: 'short',
    })
    expect(reply.status).toBe(400)
    expect((reply.body as { fields: Record<string, string[]> }).fields.newPassword).toContain(
      'Choose at least 12 characters.',
    )
  })
})

describe('wire', () => {
  test('CAL-10 paths match regardless of case and CAL-09 a stray brace is tolerated', async () => {
    expect((await portal.ask('agency.read', 'GET', '/api/USERS/ismanager')).status).toBe(200)
    for (const brace of ['%7D', '%7b', '{', '}'])
      expect((await portal.ask('agency.read', 'GET', `/api/users${brace}/IsManager`)).status).toBe(200)
  })

  test('body keys match regardless of case and underscores', async () => {
    expect(
      (
        await portal.ask('anonymous', 'POST', '/api/users/authenticate', {
          User_Name: 'agency.read',
          PASSWORD,
        })
      ).status,
    ).toBe(200)
  })

  test('CAL-23 a changing GET is refused from another site and accepted as POST', async () => {
    const reply = await portal.app.inject({
      method: 'GET',
      url: '/api/users/ForgotPassword?userName=x',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(reply.statusCode).toBe(403)
    expect((await portal.ask('anonymous', 'POST', '/api/users/ForgotPassword?userName=x')).status).toBe(200)
  })
})
