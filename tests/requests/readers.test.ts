import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, served } from '#app/registry.ts'
import { type Grants, mayCall } from '#kernel/model/access.ts'
import { writes } from '#kernel/model/call.ts'
import { PASSWORD, personas, properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { loadNewestIds } from '#tests/matrix/fingerprint.ts'
import { addFurtherPeople, furtherPeople } from '#tests/matrix/furtherPeople.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createActorCache } from '#tests/matrix/people.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { isOffered } from '#ui/frame/isOffered.ts'

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

/**
 * Saved views, mailed reports and the start screen belong to the person, although changes of them are logged.
 */
const OWN_DATA = /^\/api\/(SavedView\/|ReportMailing\/|UserProfile\/SaveStart$)/

test('NAV-03 PER-06 a person who may only read cannot change data by any call', async () => {
  const changed: string[] = []
  for (const persona of ['agency.read', 'company.reader']) await portal.tokenOf(persona)
  // As texts, because two database clients may return one number as a number and as a text.
  const loadIds = async (client: Parameters<typeof loadNewestIds>[0]) =>
    Object.values((await loadNewestIds(client)) as object).map(String)
  const before = await loadIds(portal.owner)
  for (const call of calls.filter((call) => writes(call) && !OWN_DATA.test(call.path)))
    for (const persona of ['agency.read', 'company.reader']) {
      dry.observe(async (client) => {
        await client.query('set local role none')
        // Sessions, hidden banners and calendar addresses belong to the person. The log covers everything
        // else.
        if (`${await loadIds(client)}` !== `${before}`) changed.push(`${persona} ${call.method} ${call.path}`)
      })
      const { status } = await dry.ask(
        persona,
        call,
        getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a)),
      )
      expect(status, call.path).toBeLessThan(500)
    }
  expect(changed).toEqual([])
})

test('PER-05 to PER-14 a screen offers exactly the calls that the server admits', async () => {
  const loadActor = createActorCache(portal.owner)
  const wrong: string[] = []
  for (const persona of [...personas, ...furtherPeople]) {
    if (persona === 'anonymous') continue
    const login = await portal.ask('anonymous', 'POST', '/api/users/authenticate', {
      userName: persona,
      password: PASSWORD,
      device: 'd'.repeat(64),
    })
    expect(login.status).toBe(200)
    const profile = await portal.ask(persona, 'GET', '/api/UserProfile')
    const { managementCompanyId } = profile.body as { managementCompanyId: number | null }
    for (const call of calls) {
      const actor = await loadActor(persona, call.access)
      const { isAdmin, isManager } = actor!
      const isShown = isOffered(
        { ...(login.body as Grants), isAdmin, isManager, managementCompanyId },
        call.access,
      )
      if (isShown && mayCall(actor, call.access) !== 'yes') wrong.push(`${persona} is offered ${call.path}`)
      if (!isShown && mayCall(actor, call.access) === 'yes')
        wrong.push(`${persona} is not offered ${call.path}`)
    }
  }
  expect(wrong).toEqual([])
})
