import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#app/http/app.ts'
import { makeDrainable } from '#app/http/drain.ts'
import { served } from '#app/registry.ts'
import { anyone } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { serve } from '#kernel/server/serve.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('if the database cannot be reached, calls answer 503 with a message and the time to retry', async () => {
  const pool = openPool('postgresql://nobody@127.0.0.1:1/nothing')
  const app = await buildApp(served, pool, portal.services, null)
  const headers = { authorization: `Bearer ${await portal.tokenOf('company.writer')}` }
  const credentials = { userName: 'company.writer', password: 'whatever' }
  for (const reply of [
    await app.inject({ url: '/api/Holiday', headers }),
    await app.inject({ method: 'POST', url: '/api/users/authenticate', payload: credentials }),
  ]) {
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toMatchObject({
      error: 'unavailable',
      message: 'The portal cannot reach its database. Please try again in a minute. What was saved is safe.',
    })
  }
  await app.close()
  await pool.end()
})

test('if the database has no space left, the answer says so', async () => {
  const probe = call({ method: 'POST', path: '/full', access: anyone, answer: z.unknown(), summary: 'Probe' })
  const full = serve(probe, async ({ db }) => {
    await sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full';
      end $$`.execute(db)
  })
  const app = await buildApp([full], portal.pool, portal.services, null)
  const reply = await app.inject({ method: 'POST', url: '/full' })
  expect([reply.statusCode, reply.json().message]).toEqual([
    503,
    'The database has no space left: nothing can be saved until there is room again. What was saved is safe.',
  ])
  await app.close()
})

test('a table right that the request role lacks is a server error and not a refusal, and /ready reports it', async () => {
  expect((await portal.ask('agency.admin', 'GET', '/api/Holiday')).status).toBe(200)
  await portal.owner.query('revoke all on holiday, app_user from rooftree_app')
  expect((await portal.ask('agency.admin', 'GET', '/api/Holiday')).status).toBe(500)
  const ready = await portal.ask('anonymous', 'GET', '/ready')
  expect([ready.status, ready.body]).toEqual([503, { status: 'requests have no right to the tables' }])
})

test('a server that shuts down refuses reads and /ready with 503, and still runs calls that change data', async () => {
  const app = await buildApp(served, portal.pool, portal.services, null)
  const drain = makeDrainable(app)
  const headers = { authorization: `Bearer ${await portal.tokenOf('company.admin')}` }
  const callAndSummarize = async (method: 'GET' | 'POST', url: string) => {
    const reply = await app.inject({ method, url, headers })
    return [reply.statusCode, reply.headers.connection]
  }
  const save = '/api/ReplacementReserve/SaveReplacementProgress'
  expect(await callAndSummarize('POST', save)).toEqual([400, 'keep-alive'])
  drain()
  for (const url of ['/ready', '/api/ReplacementReserve/GetList', '/'])
    expect(await callAndSummarize('GET', url), url).toEqual([503, 'close'])
  expect(await callAndSummarize('POST', save)).toEqual([400, 'close'])
  expect(await callAndSummarize('GET', '/health')).toEqual([200, 'close'])
  await app.close()
})
