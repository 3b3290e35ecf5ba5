import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, served } from '#app/registry.ts'
import { permissionKeys } from '#core/people/people/model/index.ts'
import { type Access, type Actor, mayCall } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { properties } from '#tests/fixture.ts'
import { chosenCalls } from '#tests/matrix/chosenCalls.ts'
import { type DryPortal, type Observer, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type Fingerprint, loadFingerprint, mayHaveWritten } from '#tests/matrix/fingerprint.ts'
import { addFurtherPeople, furtherPeople } from '#tests/matrix/furtherPeople.ts'
import { isGeneric } from '#tests/matrix/fuzz.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createActorCache } from '#tests/matrix/people.ts'
import { foreignWord, internalWord, seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getIdNames, getSample, namesAnyRecord } from '#tests/matrix/sample.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

/** Users of companies, including one with permissions for every property. */
const companyPeople = ['company.admin', 'company.writer', 'company.reader', 'global.admin', ...furtherPeople]

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
let foreign: KnownIds
let loadActor: (persona: string, access: Access) => Promise<Actor | null>
let before: Fingerprint
/** The fingerprint of property D as the current request would leave it. */
let after: Fingerprint

beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  // Gives company.writer every permission of a company user at property A, and at no other property.
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) select 5, $1, key, true, true from unnest($2::text[]) as key
      on conflict (user_id, key, property_id) do update set read = true, write = true`,
    [properties.a, permissionKeys.filter((key) => key !== 'Global_Admin')],
  )
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
  foreign = await loadKnownIds(portal.owner, entities, properties.d)
  loadActor = createActorCache(portal.owner)
  before = await loadFingerprint(portal.owner, properties.d)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

const scoped = entities.filter((entity) => entity.propertyScoped || entity.companyScoped)

/** Calls that a company's user may make. */
const reachable = calls.filter(({ access }) => ['permission', 'signedIn', 'company'].includes(access.kind))

/**
 * Whether the call lists a whole table, whose rows ids may filter. Another test checks what such a list
 * shows.
 */
const isWholeList = ({ method, query }: Call): boolean =>
  method === 'GET' && 'startRow' in ((query as { shape?: object } | undefined)?.shape ?? {})

/** Whether the call names a property or a record of a property. */
const namesRecord = (call: Call): boolean => {
  if (isWholeList(call)) return false
  const naming = createFindId(call, calls, scoped, new Map(scoped.map((item) => [item.name, 1])), 1)
  return getIdNames(call).some((name) => naming(name) !== undefined)
}

/** Whether an answer shows nothing and did nothing. */
const isEmpty = (body: unknown): boolean =>
  body === null ||
  body === '' ||
  body === false ||
  body === 0 ||
  (typeof body === 'object' && Object.values(body).every((item) => isEmpty(item)))

const recordFingerprintOfD: Observer = async (client) => {
  if (!(await mayHaveWritten(client))) return
  await client.query('set local role none')
  after = await loadFingerprint(client, properties.d)
}

/** Only a company's primary users may write its records. Other users are refused before the handler runs. */
const getPersona = ({ access }: Call): string =>
  access.kind === 'company' && access.need === 'write' ? 'company.admin' : 'company.writer'

/** Makes the call with these ids and expects that nothing of property D is shown or changed. */
async function ask(call: Call, ids: KnownIds, propertyId: number, anyId?: number): Promise<Reply> {
  after = before
  dry.observe(recordFingerprintOfD)
  const sample = getSample(call, createFindId(call, calls, entities, ids, propertyId, anyId))
  const reply = await dry.ask(getPersona(call), call, sample)
  dry.observe(null)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
  expect(JSON.stringify(reply.body)).not.toContain(foreignWord)
  expect(after).toEqual(before)
  return reply
}

/**
 * The ids to try for a plain `id`: every foreign record if the call may mean any kind. A generic call serves
 * one kind only.
 */
const getForeignIds = (call: Call): (number | undefined)[] =>
  namesAnyRecord(call) && !isGeneric(call)
    ? [...new Set(scoped.flatMap((item) => foreign.get(item.name) ?? []))]
    : [undefined]

const nameCalls = (list: readonly Call[]) =>
  list
    .filter((call) => chosenCalls.includes(call))
    .map((call) => ({ name: `${call.method} ${call.path}`, call }))

describe.each(nameCalls(reachable.filter((call) => namesRecord(call))))('$name', ({ call }) => {
  test("PER-12 PER-13 records of another company's property D are not found, not shown and not changed", async () => {
    for (const anyId of getForeignIds(call)) {
      const reply = await ask(call, foreign, properties.d, anyId)
      if (reply.status < 300) expect(reply.body, `id ${anyId}`).toSatisfy(isEmpty)
      else if (!call.body) expect(reply.status).toBe(404)
    }
  })

  test('PER-13 foreign records are not reached through an own property, and own records cannot be moved to a foreign one', async () => {
    await ask(call, foreign, properties.a)
    await ask(call, idsByEntity, properties.d)
  })
})

describe.each(nameCalls(reachable))('$name', ({ call }) => {
  test('PER-12 an answer about the own property contains nothing of another company and nothing internal to the agency', async () => {
    await ask(call, idsByEntity, properties.a)
    for (const persona of companyPeople) {
      // The access matrix tests refusals before the handler, so these callers are left out.
      if (mayCall(await loadActor(persona, call.access), call.access) !== 'yes') continue
      const reply = await dry.ask(
        persona,
        call,
        getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a)),
      )
      expect(JSON.stringify(reply.body), persona).not.toContain(internalWord)
      if (furtherPeople.some((furtherPerson) => furtherPerson === persona))
        expect(JSON.stringify(reply.body), persona).not.toContain(foreignWord)
    }
  })
})

test('the agency itself reads its internal texts', async () => {
  const wordMatches = new Set<string>()
  for (const call of reachable) {
    const reply = await dry.ask(
      'agency.read',
      call,
      getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a)),
    )
    const regExpMatchArray = JSON.stringify(reply.body).match(
      new RegExp(`${internalWord} (comments|comment|title)`, 'g'),
    )
    for (const word of regExpMatchArray ?? []) wordMatches.add(word)
  }
  expect([...wordMatches].sort()).toEqual([
    `${internalWord} comment`,
    `${internalWord} comments`,
    `${internalWord} title`,
  ])
})

/**
 * Tables of people and of the agency. A property or company in their rows is only a reference and does not
 * decide who sees the row.
 */
const tablesOfPeople = ['app_user', 'outbox', 'email', 'task_message']

test('every table with row-level security has rows of both A and D, so that these tests can find leaks', async () => {
  const tables = await portal.owner.query<{ name: string; owned: 'property' | 'company' }>(
    `select relname as name, case min(attname) filter (where attname in ('property_id', 'management_company_id'))
        when 'management_company_id' then max(case attname when 'property_id' then 'property' else 'company' end) else 'property' end as owned
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
        and attname in ('property_id', 'management_company_id') and relname <> all ($1) group by relname`,
    [tablesOfPeople],
  )
  const empty: string[] = []
  for (const { name, owned } of tables.rows) {
    const column = owned === 'property' ? 'property_id' : 'management_company_id'
    const ownerIds =
      owned === 'property'
        ? '$1, $2'
        : 'select management_company_id from property where property_id in ($1, $2)'
    const result = await portal.owner.query(
      `select 1 from ${name} where ${column} in (${ownerIds}) having count(distinct ${column}) = 2`,
      [properties.a, properties.d],
    )
    if (result.rowCount === 0) empty.push(name)
  }
  expect(tables.rows.length).toBeGreaterThan(15)
  expect(empty).toEqual([])
})
