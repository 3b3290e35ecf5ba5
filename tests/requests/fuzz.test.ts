import { afterAll, beforeAll, expect, test } from 'vitest'
import { served } from '#app/registry.ts'
import { isLongRun } from '#tests/matrix/breadth.ts'
import { chosenCalls } from '#tests/matrix/chosenCalls.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { fuzzCall, isGeneric } from '#tests/matrix/fuzz.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * The number of requests for each call. Generic calls are many and share their handlers, so they get fewer.
 * The long run sends more.
 */
const REQUESTS = isLongRun ? { own: 25, generic: 5 } : { own: 8, generic: 2 }
const SEED = 20_260_115

let portal: Portal
let dry: DryPortal

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

test.each(chosenCalls.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
  'ERR-11 $name answers any request without a server error',
  ({ call }) => fuzzCall(dry, call, isGeneric(call) ? REQUESTS.generic : REQUESTS.own, SEED),
)

test('the server still answers and is ready after all requests', async () => {
  expect((await portal.ask('agency.admin', 'GET', '/api/users/IsManager')).status).toBe(200)
  expect((await portal.ask('anonymous', 'GET', '/ready')).body).toEqual({ status: 'ready' })
})
