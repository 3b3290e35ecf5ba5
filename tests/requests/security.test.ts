import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#app/http/app.ts'
import { calls, served } from '#app/registry.ts'
import { anyone } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { readConfig } from '#kernel/server/config.ts'
import { buildServer } from '#kernel/server/http.ts'
import { serve } from '#kernel/server/serve.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
let withPages: FastifyInstance
let folder: string

beforeAll(async () => {
  portal = await openPortal()
  folder = await mkdtemp(join(tmpdir(), 'rooftree-web-'))
  await mkdir(join(folder, 'web', 'assets'), { recursive: true })
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Rooftree</title>')
  await writeFile(join(folder, 'web', 'assets', 'index-abc.js'), '1')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  withPages = await buildApp(served, portal.pool, portal.services, join(folder, 'web'))
})
afterAll(async () => {
  await withPages.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

describe('response headers', () => {
  const paths = ['/', '/health', '/api/users/IsManager', '/api/docs', '/api/nothing', '/nothing']

  test.each(paths)('%s is protected against framing, sniffing and foreign scripts', async (path) => {
    const { headers } = await withPages.inject(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('CAL-02 answers of calls are never cached, neither successes nor refusals', async () => {
    const good = await portal.ask('agency.admin', 'GET', '/api/users/IsManager')
    const refused = await portal.ask('anonymous', 'GET', '/api/users/IsManager')
    expect([good.headers['cache-control'], refused.headers['cache-control']]).toEqual([
      'no-store',
      'no-store',
    ])
  })

  test('the browser caches only files with a hash in their name', async () => {
    expect((await withPages.inject('/assets/index-abc.js')).headers['cache-control']).toContain('immutable')
    expect((await withPages.inject('/')).headers['cache-control']).toBe('no-cache')
  })

  test('another site is not allowed to read answers', async () => {
    const { headers } = await portal.app.inject({
      url: '/health',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('files of the web app', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
  ])('%s reads no file outside of the web folder', async (path) => {
    const reply = await withPages.inject(path)
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.body).not.toContain('secret\n')
    expect(reply.body).not.toBe('secret')
  })
})

describe('requests from other sites', () => {
  const changing = calls.filter((call) => call.method === 'GET' && call.changes)

  test.each(changing.map((call) => call.path))(
    'CAL-23 GET %s is refused from another site for every caller',
    async (path) => {
      const url = path.replaceAll(/:\w+/g, '1')
      for (const method of ['GET', 'HEAD', 'POST'] as const) {
        const reply = await portal.app.inject({ method, url, headers: { 'sec-fetch-site': 'cross-site' } })
        expect({ method, status: reply.statusCode }).toEqual({ method, status: 403 })
      }
    },
  )

  test('CAL-23 every other GET runs in a read-only transaction', async () => {
    const probe = call({
      method: 'GET',
      path: '/probe',
      access: anyone,
      answer: z.unknown(),
      summary: 'Probe',
    })
    const handler = serve(probe, async ({ db }) => db.deleteFrom('holiday').execute())
    const app = await buildServer([handler], portal.pool, portal.services)
    expect((await app.inject('/probe')).statusCode).toBe(403)
    await app.close()
  })
})

describe('tokens', () => {
  test('a refresh token authorizes no call, and an access token cannot refresh', async () => {
    const reply = await portal.ask('anonymous', 'POST', '/api/users/authenticate', {
      userName: 'agency.read',
      password: PASSWORD,
    })
    const { token, refreshToken } = reply.body as { token: string; refreshToken: string }
    const used = await portal.app.inject({
      url: '/api/users/IsManager',
      headers: { authorization: `Bearer ${refreshToken}` },
    })
    expect(used.statusCode).toBe(401)
    const refreshed = await portal.ask('anonymous', 'POST', '/api/users/Refresh', {
      token: refreshToken,
      refreshToken: token,
    })
    expect(refreshed.status).toBe(401)
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YWRtaW46YWRtaW4=',
    'bearer x',
    "Bearer ' or 1=1",
    `Bearer ${'x'.repeat(5000)}`,
  ])('the authorization "%s" is refused', async (authorization) => {
    const reply = await portal.app.inject({ url: '/api/users/IsManager', headers: { authorization } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['token-expired']).toBeUndefined()
  })

  test('tokens and passwords are stored only as hashes, and no answer contains a hash', async () => {
    const reply = await portal.ask('anonymous', 'POST', '/api/users/authenticate', {
      userName: 'agency.read',
      password: PASSWORD,
    })
    const { token, refreshToken } = reply.body as { token: string; refreshToken: string }
    const result = await portal.owner.query(
      `select string_agg(t::text, '') as text from (select s::text as t from session_token s union all select u::text from user_secret u
        union all select l::text from login_attempt l union all select a::text from audit_log a) rows`,
    )
    const text = (result.rows[0] as { text: string }).text
    for (const secret of [token, refreshToken, PASSWORD]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(JSON.stringify((await portal.ask('agency.admin', 'GET', '/api/users')).body)).not.toMatch(
      /argon2|password/i,
    )
  })

  test('a deactivated person loses access at once', async () => {
    expect((await portal.ask('other.user', 'GET', '/api/users/IsManager')).status).toBe(200)
    await portal.owner.query(`update app_user set active = false where user_name = 'other.user'`)
    expect((await portal.ask('other.user', 'GET', '/api/users/IsManager')).status).toBe(401)
    await portal.owner.query(`update app_user set active = true where user_name = 'other.user'`)
  })
})

describe('client addresses', () => {
  const attempt = async (env: NodeJS.ProcessEnv) => {
    const app = await buildServer(served, portal.pool, {
      ...portal.services,
      config: readConfig({ LOG_LEVEL: 'silent', ...env }, []),
    })
    const payload = { userName: 'nobody.at.all', password: 'x' }
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await app.inject({ method: 'POST', url: '/api/users/authenticate', payload, headers })
    await app.close()
    const last = await portal.owner.query<{ address: string }>(
      'select address from login_attempt order by login_attempt_id desc limit 1',
    )
    return last.rows[0]!.address
  }

  test('a caller cannot choose the address that is logged, but a trusted proxy can state it', async () => {
    expect(await attempt({})).toBe('127.0.0.1')
    expect(await attempt({ TRUST_PROXY: '127.0.0.1' })).toBe('203.0.113.9')
  })

  test('the server warns once about forwarded addresses that it does not trust', async () => {
    const countWarnings = async (env: NodeJS.ProcessEnv, headers: Record<string, string>) => {
      const config = readConfig({ LOG_LEVEL: 'silent', ...env }, [])
      const app = await buildApp([], portal.pool, { ...portal.services, config }, null)
      const warn = vi.spyOn(app.log, 'warn')
      for (const path of ['/health', '/health']) await app.inject({ url: path, headers })
      await app.close()
      return warn.mock.calls.map(([text]) => text)
    }
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect(await countWarnings({}, forwarded)).toEqual([
      expect.stringMatching(/not trusted.*TRUST_PROXY.*docs\/operating\.md/),
    ])
    expect(await countWarnings({ TRUST_PROXY: '10.0.0.0/8' }, forwarded)).toHaveLength(1)
    expect(await countWarnings({ TRUST_PROXY: '127.0.0.0/8, ::1' }, forwarded)).toEqual([])
    expect(await countWarnings({}, {})).toEqual([])
  })
})

test.each(['/proc/rooftree', '/sys', '/dev/shm'])(
  'the data folder %s is refused with a one-line message',
  (folder) => {
    expect(() => readConfig({ DATA_FOLDER: folder }, [])).toThrow(`DATA_FOLDER ${folder} cannot hold files.`)
  },
)

describe('errors', () => {
  test.each(['/api/nothing', '/api/users/IsManager/more', '/nothing', '/api', '/.env', '/api/%'])(
    '%s is refused with a JSON answer',
    async (path) => {
      const reply = await portal.app.inject(path)
      expect([400, 404]).toContain(reply.statusCode)
      expect(reply.headers['content-type']).toContain('application/json')
      expect(reply.json()).toMatchObject({ message: expect.any(String) })
    },
  )

  test.each(['PATCH', 'PUT', 'OPTIONS', 'TRACE'] as const)(
    '%s on a call that has no such method is answered 404',
    async (method) => {
      expect((await portal.app.inject({ method, url: '/api/users/IsManager' })).statusCode).toBe(404)
    },
  )

  test('ERR-01 a server error answers its sentence and an id, and nothing about its cause', async () => {
    const faulty = (path: string, handle: Parameters<typeof serve>[1]) =>
      serve(call({ method: 'POST', path, access: anyone, answer: z.unknown(), summary: 'Probe' }), handle)
    const app = await buildServer(
      [
        faulty('/throws', async () => {
          throw new Error('secret of /home/rooftree/src/kernel')
        }),
        faulty('/sql', async ({ db }) => (await sql`select secret from absent_table`.execute(db)).rows),
        faulty('/wrong', async () => Promise.reject('secret')),
      ],
      portal.pool,
      portal.services,
    )
    for (const url of ['/throws', '/sql', '/wrong']) {
      const reply = await app.inject({ method: 'POST', url })
      expect(reply.statusCode).toBe(500)
      expect(reply.json()).toMatchObject({
        message: 'Sorry and Error Occured. It has been logged and will be looked at',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(reply.body).not.toMatch(/secret|absent_table|select|\.ts|at \w+/)
    }
    await app.close()
  })
})
