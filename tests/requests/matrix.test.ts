import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, served } from '#app/registry.ts'
import { type Access, type Actor, mayCall } from '#kernel/model/access.ts'
import type { Call, Method } from '#kernel/model/call.ts'
import { personas as fixturePersonas, properties } from '#tests/fixture.ts'
import { PersonaChoice } from '#tests/matrix/breadth.ts'
import { chosenCalls } from '#tests/matrix/chosenCalls.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type Fingerprint, loadFingerprint, loadNewestIds } from '#tests/matrix/fingerprint.ts'
import { addFurtherPeople, furtherPeople } from '#tests/matrix/furtherPeople.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createActorCache } from '#tests/matrix/people.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample, type Sample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const personas = [...fixturePersonas, ...furtherPeople]
const choice = new PersonaChoice(personas)

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
let before: Fingerprint
let newestIds: unknown
let loadActor: (persona: string, access: Access) => Promise<Actor | null>

beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
  loadActor = createActorCache(portal.owner)
  // All personas sign in first, so that new sessions do not count as changes.
  for (const persona of personas) if (persona !== 'anonymous') await portal.tokenOf(persona)
  before = await loadFingerprint(portal.owner)
  newestIds = await loadNewestIds(portal.owner)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

async function expectRefused(call: Call, sample: Sample, persona: string, status: 401 | 403): Promise<void> {
  const reply = await portal.ask(persona, call.method, sample.url, sample.body)
  expect.soft({ persona, status: reply.status }).toEqual({ persona, status })
}

/**
 * Expects that the access check admits the call: the handler runs, or validation refuses the request, and no
 * server error occurs.
 */
async function expectAdmitted(call: Call, sample: Sample, persona: string): Promise<void> {
  const { status, handled, body } = await dry.ask(persona, call, sample)
  const answer = `${persona}: ${JSON.stringify(body)}`
  expect.soft(status, answer).toBeLessThan(500)
  if (!handled) expect.soft(status, answer).toBe(400)
}

/** The aliases of a call, and POST for a GET that changes data. */
function getOtherWays(call: Call, sample: Sample): [Method, string][] {
  const aliases = (call.aliases ?? []).map((alias): [Method, string] => [
    call.method,
    alias.replaceAll(/:\w+/g, '1'),
  ])
  return call.changes ? [...aliases, ['POST', sample.url]] : aliases
}

describe.each(chosenCalls.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
  '$name',
  ({ call }) => {
    test('PER-05 to PER-14 each persona is admitted or refused as access.ts decides, and a refusal changes no row', async () => {
      const sample = getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a))
      for (const persona of await choice.choose(call.access, loadActor)) {
        const may = mayCall(await loadActor(persona, call.access), call.access)
        if (may === 'yes') await expectAdmitted(call, sample, persona)
        else await expectRefused(call, sample, persona, may === 'no' ? 403 : 401)
      }
      for (const [method, url] of getOtherWays(call, sample)) {
        const reply = await portal.ask('anonymous', method, url, sample.body)
        if (call.access.kind !== 'anyone')
          expect.soft({ method, url, status: reply.status }).toMatchObject({ status: 401 })
      }
      expect(await loadNewestIds(portal.owner)).toEqual(newestIds)
    })
  },
)

test('PER-05 to PER-14 after all these calls every row of every table is unchanged', async () => {
  expect(await loadFingerprint(portal.owner)).toEqual(before)
})

test('PER-18 calls that the specification reserves for administrators require one', () => {
  const allowed =
    /^(AdminChangeStatus|MergeManagementCompanies|RemoveProjectPermissions|RemoveProjectContacs|CreateUserPermission|CreateUserProjects|DeleteUserProject)$/i
  const callsOpenToOthers = calls.filter(({ path, access }) => {
    const name = path.split('/')[3] ?? ''
    return allowed.test(name) && !(access.kind === 'agency' && access.need === 'admin')
  })
  expect(callsOpenToOthers.map((call) => call.path)).toEqual([])
  expect(calls.some(({ path }) => path.includes('/AdminChangeStatus/'))).toBe(true)
})
