import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { FolderStore } from '#core/platform/files/server/index.ts'
import { runReport } from '#engines/report/server/index.ts'
import { anyone } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { readConfig } from '#kernel/server/config.ts'
import { openReplica } from '#kernel/server/postgres/replica.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { type Services, serve } from '#kernel/server/serve.ts'
import { openPair, type Pair } from '#tests/standby.ts'

/**
 * A call that answers whether its statement ran on the replica. The path gives the seconds that the statement
 * takes.
 */
const probe = call({
  method: 'GET',
  path: '/place/:seconds',
  access: anyone,
  params: z.object({ seconds: z.coerce.number() }),
  answer: z.object({ replica: z.boolean() }),
  summary: 'Probe',
})
const placeHandler = {
  ...serve(probe, async ({ db, params }) => {
    const { rows } = await sql<{ replica: boolean }>`
      select pg_is_in_recovery() as replica from pg_sleep(${params.seconds})`.execute(db)
    return rows[0]!
  }),
  around: runReport,
}
const REPORT = '/api/reporting/CongressionalDistrictByProperty/Page'

let pair: Pair
let app: Awaited<ReturnType<typeof buildApp>>
let pool: pg.Pool
let replica: ReturnType<typeof openReplica>
let owner: pg.Client
let follower: pg.Client
let token: string
const reports: string[] = []

beforeAll(async () => {
  pair = await openPair()
  pool = openPool(pair.primary.connectionString, 10)
  replica = openReplica(pair.replica.connectionString, {
    report: (text) => reports.push(text),
    restMilliseconds: 50,
  })
  const config = readConfig({ LOG_LEVEL: 'silent' }, [])
  const services: Services = {
    config,
    files: new FolderStore('/nonexistent'),
    now: () => new Date(),
    replica,
  }
  app = await buildApp([...served, placeHandler], pool, services, null)
  owner = await connectClient(pair.primary.connectionString)
  follower = await connectClient(pair.replica.connectionString)
  token = newToken()
  await owner.query(
    `with begun as (insert into session (user_id) select user_id from app_user where user_name = 'agency.read' returning session_id)
      insert into session_token (token_hash, session_id, kind, expires_at) select $1, session_id, 'access', now() + interval '1 hour' from begun`,
    [tokenHash(token)],
  )
}, 120_000)
afterAll(async () => {
  await app.close()
  await Promise.all([pool.end(), replica.close(), owner.end(), follower.end().catch(() => undefined)])
  await pair.close()
})

async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${token}` } })
const isOnReplica = async (seconds = 0) => (await ask(`/place/${seconds}`)).json().replica as boolean
const loadReportedUnits = async () => {
  const reply = await ask(REPORT)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().rows.map((row: { units: number }) => row.units)
}
const setUnits = (units: number) => owner.query('update property set total_units = $1', [units])

test('RPT a report runs on the replica and always contains changes committed before', async () => {
  expect(await isOnReplica()).toBe(true)
  for (let units = 101; units <= 115; units += 1) {
    await setUnits(units)
    expect(new Set(await loadReportedUnits())).toEqual(new Set([units]))
  }
})

test('RPT a replica that has stopped replaying is not used, and the metrics show how far it is behind', async () => {
  await follower.query('select pg_wal_replay_pause()')
  await setUnits(120)
  expect(new Set(await loadReportedUnits())).toEqual(new Set([120]))
  expect(await isOnReplica()).toBe(false)
  const figures = await app.inject({ url: '/metrics' })
  expect(Number(/^rooftree_replica_lag_seconds (.+)$/m.exec(figures.body)?.[1])).toBeGreaterThan(0)
  await follower.query('select pg_wal_replay_resume()')
  await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), { timeout: 10_000 })
  expect(new Set(await loadReportedUnits())).toEqual(new Set([120]))
})

test('RPT reports succeed although the replica stops during or before them, and the replica is used again after it returns', async () => {
  const reportDuringStop = isOnReplica(2)
  await vi.waitFor(async () => {
    const result = await follower.query(
      `select 1 from pg_stat_activity where query like '%pg_sleep(%' and state = 'active' and pid <> pg_backend_pid()`,
    )
    expect(result.rowCount).toBe(1)
  })
  await Promise.all([follower.end(), pair.replica.stop()])
  expect(await reportDuringStop).toBe(false)
  await setUnits(130)
  expect(new Set(await loadReportedUnits())).toEqual(new Set([130]))
  expect(reports).toEqual([expect.stringMatching(/^The replica is passed over: /)])
  expect((await app.inject({ url: '/metrics' })).body).toMatch(/^rooftree_replica_up 0$/m)
  await pair.startReplica()
  await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), { timeout: 10_000 })
  expect(reports.at(-1)).toBe('The replica answers again.')
})

test('RPT a database that follows no primary is not accepted as a replica', async () => {
  const wrong = openReplica(pair.primary.connectionString, { report: (text) => reports.push(text) })
  expect(await wrong.caughtUp(pool)).toBeNull()
  expect(reports.at(-1)).toMatch(/not a replica/)
  await wrong.close()
})

test('RPT an ended session reads nothing on the replica, from the moment it ends', async () => {
  expect(await isOnReplica()).toBe(true)
  await owner.query('delete from session_token')
  expect((await ask(REPORT)).statusCode).toBe(401)
})
