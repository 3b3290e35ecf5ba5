import { afterAll, beforeAll, test } from 'vitest'
import { calls, served } from '#app/registry.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { fuzzCall } from '#tests/matrix/fuzz.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Number of requests in total, spread over all calls. The seed differs each time and is shown in the title of
 * a failed test.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)

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

test.each(calls.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
  `$name gives a proper answer to any input, seed ${SEED}`,
  ({ call }) => fuzzCall(dry, call, Math.ceil(REQUESTS / calls.length), SEED),
)
