import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#app/http/app.ts'
import { anyone } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { serve } from '#kernel/server/serve.ts'
import { openPool } from '#postgres/role.ts'
import { atTheDesk } from '#report/server/index.ts'
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
const slept = (time: number) => sql`select pg_sleep(${time})`

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
      ...serve(read, async ({ db, params }) => void (await slept(params.seconds).execute(db))),
      around: atTheDesk,
    },
    serve(write, async ({ db, params }) => {
      await slept(params.seconds).execute(db)
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

const atWork = async () =>
  (
    await portal.owner.query(
      `select 1 from pg_stat_activity where query like '%pg_sleep(%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  ).rowCount
const until = (count: number) => vi.waitFor(async () => expect(await atWork()).toBe(count), { timeout: 5000 })

/** Asks and leaves once `work` is done. */
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

test('RPT the statement of a report for which nobody waits any longer is ended, and its connection serves the next', async () => {
  const startTime = Date.now()
  await askAndLeave(['/read/30'], 'GET', () => until(1))
  await until(0)
  // Of those connections one was cancelled: none of them is spoiled.
  for (let round = 0; round < 12; round += 1) expect((await fetch(`${address}/read/0`)).status).toBe(200)
  expect(Date.now() - startTime).toBeLessThan(20_000)
})

test('RPT a set number of reports is worked out at a time; those given up while they wait or work leave their turn to others', async () => {
  await askAndLeave(
    Array.from({ length: 7 }, () => '/read/30'),
    'GET',
    () => until(4),
  )
  await until(0)
  expect((await fetch(`${address}/read/0`)).status).toBe(200)
})

test('what changes data is done to its end, whether or not anybody waits for the answer', async () => {
  await askAndLeave(['/write/0.5'], 'POST', () => until(1))
  await vi.waitFor(async () => expect((await portal.owner.query('select 1 from written')).rowCount).toBe(1), {
    timeout: 5000,
  })
})
