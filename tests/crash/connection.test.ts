import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type FiledRequest, fileDraft, makeStepCall } from './filing.ts'
import { findViolations } from './invariants.ts'
import { CuttingProxy } from './proxy.ts'

let portal: Portal
let proxy: CuttingProxy
let app: Awaited<ReturnType<typeof buildApp>>
let pool: ReturnType<typeof openPool>
let authorization: string
let request: FiledRequest
const unhandled: unknown[] = []
const recordRejection = (reason: unknown) => unhandled.push(reason)

beforeAll(async () => {
  portal = await openPortal()
  proxy = await CuttingProxy.open(portal.connectionString)
  // The pool has one connection, so that the connection that is cut is the one in use.
  pool = openPool(proxy.connectionString, 1)
  app = await buildApp(served, pool, portal.services, null)
  authorization = `Bearer ${await portal.tokenOf('company.writer')}`
  process.on('unhandledRejection', recordRejection)
})
afterAll(async () => {
  process.off('unhandledRejection', recordRejection)
  await app.close()
  await pool.end()
  await proxy.close()
  await portal.close()
})
const submit = async (): Promise<number> => {
  const { url, body } = makeStepCall('submit', request)
  return (await app.inject({ method: 'POST', url, payload: body, headers: { authorization } })).statusCode
}

/** Waits until the database has finished the work it has received. */
async function waitUntilIdle(): Promise<void> {
  const busy = `select 1 from pg_stat_activity where application_name = 'rooftree' and datname = current_database() and state <> 'idle'`
  while ((await portal.owner.query(busy)).rowCount !== 0);
}
const loadStatus = async (): Promise<number> =>
  (
    await portal.owner.query(
      'select status_id from replacement_reserve_request where replacement_reserve_request_id = $1',
      [request.id],
    )
  ).rows[0].status_id

test.each([
  ['a message', false],
  ['an answer', true],
])(
  'a step during which %s is lost at any round trip is answered 503, and is taken once when the call is repeated',
  async (_, arrives) => {
    const outcomes: string[] = []
    for (let passed = 0, wasCut = true; wasCut; passed += 1) {
      request = await fileDraft(portal, 1, 100)
      proxy.cutAfter(passed, arrives)
      const status = await submit()
      wasCut = proxy.disarm()
      await waitUntilIdle()
      expect(status).toBe(wasCut ? 503 : 200)
      outcomes.push(`${status} at ${await loadStatus()}`)
      expect(await submit()).toBe(200)
      expect(await loadStatus()).toBe(2)
      expect(await findViolations(portal.owner)).toEqual([])
    }
    expect(unhandled).toEqual([])
    const cuts = outcomes.slice(0, -1)
    expect(cuts.length).toBeGreaterThan(10)
    // Only the last message, the commit, can have taken effect although its answer was lost.
    expect(cuts).toEqual(
      cuts.map((__, index) => (arrives && index === cuts.length - 1 ? '503 at 2' : '503 at 1')),
    )
  },
)
