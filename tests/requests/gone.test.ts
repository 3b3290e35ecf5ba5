import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#app/http/app.ts'
import { runReport } from '#engines/report/server/index.ts'
import { anyone } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { serve } from '#kernel/server/serve.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const seconds = z.object({ seconds: z.coerce.number() })
const read = call({
  method: 'GET',
  path: '/read/:seconds',
  access: anyone,
  params: seconds,
  answer: z.unknown(),
  summary: 'Probe',
})
const write = call({
  method: 'POST',
  path: '/write/:seconds',
  access: anyone,
  params: seconds,
  answer: z.unknown(),
  summary: 'Probe',
})
const sleep = (time: number) => sql`select pg_sleep(${time})`

let portal: Portal
let pool: ReturnType<typeof openPool>
let app: Awaited<ReturnType<typeof buildApp>>
let address: string
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query('create table written (n integer); grant all on written to public')
  pool = openPool(portal.connectionString, 6)
  const probes = [
    {
      ...serve(read, async ({ db, params }) => void (await sleep(params.seconds).execute(db))),
      around: runReport,
    },
    serve(write, async ({ db, params }) => {
      await sleep(params.seconds).execute(db)
      await sql`insert into written values (1)`.execute(db)
    }),
  ]
  app = await buildApp(probes, pool, portal.services, null)
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await pool.end()
  await portal.close()
})

const countSleepingQueries = async () =>
  (
    await portal.owner.query(
      `select 1 from pg_stat_activity where query like '%pg_sleep(%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  ).rowCount
const waitForSleepingQueries = (count: number) =>
  vi.waitFor(async () => expect(await countSleepingQueries()).toBe(count), { timeout: 5000 })

/** Sends requests and breaks them off after `work` has run. */
async function askAndLeave(
  paths: readonly string[],
  method: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const leaving = new AbortController()
  const requests = paths.map((path) =>
    fetch(address + path, { method, signal: leaving.signal }).catch(() => 'left'),
  )
  await work()
  leaving.abort()
  expect(await Promise.all(requests)).toEqual(paths.map(() => 'left'))
}

test('RPT the query of a report is canceled when its reader leaves, and its connection serves later requests', async () => {
  const startTime = Date.now()
  await askAndLeave(['/read/30'], 'GET', () => waitForSleepingQueries(1))
  await waitForSleepingQueries(0)
  // One of these connections had its query canceled. All of them still work.
  for (let round = 0; round < 12; round += 1) expect((await fetch(`${address}/read/0`)).status).toBe(200)
  expect(Date.now() - startTime).toBeLessThan(20_000)
})

test('RPT only four reports are computed at a time, and abandoned ones make room for others', async () => {
  await askAndLeave(
    Array.from({ length: 7 }, () => '/read/30'),
    'GET',
    () => waitForSleepingQueries(4),
  )
  await waitForSleepingQueries(0)
  expect((await fetch(`${address}/read/0`)).status).toBe(200)
})

test('a call that changes data finishes even if its caller has left', async () => {
  await askAndLeave(['/write/0.5'], 'POST', () => waitForSleepingQueries(1))
  await vi.waitFor(async () => expect((await portal.owner.query('select 1 from written')).rowCount).toBe(1), {
    timeout: 5000,
  })
})
