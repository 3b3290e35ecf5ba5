import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, served } from '#app/registry.ts'
import { writes } from '#kernel/model/call.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { loadNewestIds } from '#tests/matrix/fingerprint.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { internalWord, seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample, type Sample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { PolicyPersona, PolicySentence, Verdict } from './policySentence.ts'
import { sentences } from './policySentences.ts'

const propertyIds = { 'Maple Grove': properties.a, 'Dogwood Manor': properties.d } as const

let portal: Portal
let dry: DryPortal
const idsAt = new Map<number, KnownIds>()

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  // All personas sign in first, so that new sessions do not count as changes.
  const people = sentences.flatMap(({ verdicts }) => Object.values(verdicts).flat())
  for (const persona of new Set(people)) if (persona !== 'anonymous') await portal.tokenOf(persona)
  for (const propertyId of Object.values(propertyIds))
    idsAt.set(propertyId, await loadKnownIds(portal.owner, entities, propertyId))
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

async function placeReserveRequest({
  statusId,
  reviewedBy,
}: NonNullable<PolicySentence['reserve']>): Promise<void> {
  await portal.owner.query(
    `update replacement_reserve_request
      set status_id = $1, reviewed_by_id = (select user_id from app_user where user_name = $2), decided_by_id = null
      where property_id = $3`,
    [statusId, reviewedBy ?? null, properties.a],
  )
}

/** Builds the request for a call named in a sentence, with the ids of the property's records. */
function makeRequest(
  sentence: PolicySentence,
  name: string,
): { call: (typeof calls)[number]; sample: Sample } {
  const [method, path] = name.split(' ')
  const call = calls.find((declared) => declared.method === method && declared.path === path)
  if (!call) throw new Error(`There is no call ${name}.`)
  const propertyId = propertyIds[sentence.at ?? 'Maple Grove']
  const sample = getSample(call, createFindId(call, calls, entities, idsAt.get(propertyId)!, propertyId))
  return {
    call,
    sample: {
      ...sample,
      body: sentence.body ? { ...(sample.body as object), ...sentence.body } : sample.body,
    },
  }
}

const outcomes: Readonly<Record<Verdict, (reply: Reply) => boolean>> = {
  refused: ({ status }) => status === 401 || status === 403,
  'not found': ({ status }) => status === 404,
  // The record's rules may still refuse the step, but the caller has the right to it.
  admitted: ({ status }) => status < 500 && status !== 401 && status !== 403,
  done: ({ status }) => status === 200,
}

describe.each(sentences.map((sentence) => ({ sentence, says: sentence.says })))('$says', ({ sentence }) => {
  const trials = Object.entries(sentence.verdicts).flatMap(([verdict, people]) =>
    sentence.calls.flatMap((name) =>
      people.map((person) => ({ verdict: verdict as Verdict, name, who: person })),
    ),
  )

  test.each(trials)(
    '$name by $who: $verdict',
    async ({ verdict, name, who }: { verdict: Verdict; name: string; who: PolicyPersona }) => {
      if (sentence.reserve) await placeReserveRequest(sentence.reserve)
      const { call, sample } = makeRequest(sentence, name)
      const before = writes(call) && verdict === 'refused' ? await loadNewestIds(portal.owner) : null
      // Refusals are tested on the portal itself, to prove that nothing changes.
      const reply = before
        ? await portal.ask(who, call.method, sample.url, sample.body)
        : await dry.ask(who, call, sample)
      expect(outcomes[verdict](reply), `${reply.status} ${JSON.stringify(reply.body)?.slice(0, 300)}`).toBe(
        true,
      )
      if (before) expect(await loadNewestIds(portal.owner)).toEqual(before)
    },
  )
})

test('texts internal to the agency are in no answer to a company and are in the answer to the agency', async () => {
  const { call, sample } = makeRequest(sentences[0]!, 'GET /api/ReplacementReserve/GetRequest/:id')
  for (const persona of ['company.admin', 'company.writer', 'company.reader'] as const)
    expect(JSON.stringify((await dry.ask(persona, call, sample)).body)).not.toContain(internalWord)
  expect(JSON.stringify((await dry.ask('agency.read', call, sample)).body)).toContain(internalWord)
})

test('there are at least 39 sentences, and no two are alike', () => {
  expect(new Set(sentences.map(({ says }) => says)).size).toBe(sentences.length)
  expect(sentences.length).toBeGreaterThanOrEqual(39)
})
