import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, served } from '#app/registry.ts'
import { shape } from '#kernel/server/shape.ts'
import { properties } from '#tests/fixture.ts'
import { chosenCalls } from '#tests/matrix/chosenCalls.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { isGeneric } from '#tests/matrix/fuzz.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import {
  fillRequestWithText,
  findUnboundedTexts,
  longTexts,
  stretchTexts,
  takesText,
} from '#tests/matrix/longTexts.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** The longest computing time of one request, because it blocks all others. */
const MAX_MILLISECONDS = 50
/** How many of the texts are sent to each handler in the normal run. The long run sends all of them. */
const TEXTS = Number(process.env.LONG_TEXTS ?? 2)

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/**
 * Measures the computing time of this thread in milliseconds, which does not depend on other work of the
 * machine. The smallest of up to three measurements counts, because garbage collection may disturb one.
 */
async function measureComputing(work: () => unknown): Promise<number> {
  let minimum = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && minimum > MAX_MILLISECONDS; round += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    minimum = Math.min(minimum, (user + system) / 1000)
  }
  return minimum
}

test('every free text has a maximum length', () => {
  const matches = calls.flatMap((call) =>
    [call.params, call.query, call.body].flatMap((schema) =>
      schema ? findUnboundedTexts(schema, `${call.method} ${call.path}`) : [],
    ),
  )
  expect(matches).toEqual([])
})

test('the validation of any call with a long text in every field takes at most 50 ms', async () => {
  const slow: string[] = []
  for (const call of chosenCalls)
    for (const getText of longTexts) {
      const request = fillRequestWithText(call, getText)
      const attempt = () => {
        try {
          return shape(call, request)
        } catch (refusal) {
          return refusal
        }
      }
      const took = await measureComputing(attempt)
      if (took > MAX_MILLISECONDS) slow.push(`${call.path} with ${getText(12)}: ${Math.round(took)} ms`)
    }
  expect(slow).toEqual([])
}, 120_000)

test('every handler answers texts of their maximum length within 50 ms', async () => {
  const slow: string[] = []
  for (const [index, call] of chosenCalls.entries()) {
    if (!takesText(call) || isGeneric(call)) continue
    const sample = getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a))
    for (let round = 0; round < TEXTS; round += 1) {
      const textOf = longTexts[(index * TEXTS + round) % longTexts.length]!
      const body = call.body && stretchTexts(call.body, sample.body, textOf)
      const took = await measureComputing(() => dry.ask('agency.admin', call, { url: sample.url, body }))
      if (took > MAX_MILLISECONDS) slow.push(`${call.path} with ${textOf(12)}: ${Math.round(took)} ms`)
    }
  }
  expect(slow).toEqual([])
})

test.each([
  [
    'company.writer',
    '/api/ReplacementReserve/CheckForReplacementDuplicates',
    { amount: '.'.repeat(100_000) },
  ],
  ['agency.admin', '/api/users/Register', { email: `@${' '.repeat(100_000)}` }],
])('%s at %s', async (persona, path, body) => {
  let status = 0
  const took = await measureComputing(async () => {
    status = (await portal.ask(persona, 'POST', path, body)).status
  })
  expect(status).toBe(400)
  expect(took).toBeLessThan(MAX_MILLISECONDS)
})
