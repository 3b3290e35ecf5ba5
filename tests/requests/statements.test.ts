import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, modules, served } from '#app/registry.ts'
import { writes } from '#kernel/model/call.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, knownIds } from '#tests/matrix/knownIds.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { getSample, namingFor } from '#tests/matrix/sample.ts'
import { watchStatements } from '#tests/matrix/watchedStatements.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** More than any call should need, the one included that tells who is asking. */
const maximum = { reading: 10, writing: 20 }
/** Calls that ask several subjects, each by its own function. */
const ofManySubjects: Readonly<Record<string, number>> = {
  // The rule of every subject whether a record can be begun: some three statements each.
  '/api/Property/GetOffers/:propertyId': 80,
}
/** A save and a submission in one may take what the two take. */
const bothByKey = new Map(
  modules
    .flatMap((module) => module.reviews ?? [])
    .map(({ kit: { review } }) => [
      review.calls.saveAndSubmit.path,
      [review.calls.save.path, review.calls.submit.path],
    ]),
)
const COPIES = 12

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  idsByEntity = await knownIds(portal.owner, entities, properties.a)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

type Counts = Map<string, { count: number; writing: boolean }>

/**
 * Statements of every call that is answered, asked by an administrator of the agency and one of a company.
 */
async function countAll(): Promise<Counts> {
  const counts: Counts = new Map()
  for (const call of calls) {
    const sample = getSample(call, namingFor(call, calls, entities, idsByEntity, properties.a))
    for (const person of ['agency.admin', 'company.admin']) {
      const reply = await dry.ask(person, call, sample)
      expect.soft(reply.status, `${call.path}: ${JSON.stringify(reply.body)}`).toBeLessThan(500)
      if (reply.status === 200)
        counts.set(`${person} ${call.method} ${call.path}`, {
          count: reply.statements,
          writing: writes(call),
        })
    }
  }
  return counts
}

let before: Counts

test('every call is answered, and each statement has the columns that the code asserts of its rows', async () => {
  const watched = watchStatements()
  before = await countAll()
  watched.end()
  expect(before.size).toBeGreaterThan(calls.length / 2)
  expect([...watched.faults].toSorted()).toEqual([])
  expect(watched.compared.size).toBeGreaterThan(200)
}, 240_000)

test('the number of a call’s statements is small and does not grow with the number of rows', async () => {
  await seedMore(portal, COPIES)
  const after = await countAll()
  const grown = [...before].flatMap(([name, { count }]) => {
    const now = after.get(name)?.count
    return now !== undefined && now > count ? [`${name}: ${count} → ${now}`] : []
  })
  expect(grown).toEqual([])
  const getMaximum = (name: string, writing: boolean) => {
    const ofMany = ofManySubjects[name.split(' ')[2] ?? '']
    if (ofMany !== undefined) return ofMany
    const both = bothByKey.get(name.split(' ')[2] ?? '')
    const maximums = both?.map(
      (path) => after.get(`${name.split(' ')[0]} POST ${path}`)?.count ?? maximum.writing,
    )
    return maximums
      ? maximums.reduce((sum, count) => sum + count)
      : writing
        ? maximum.writing
        : maximum.reading
  }
  const many = [...after].filter(([name, { count, writing }]) => count > getMaximum(name, writing))
  expect(many.map(([name, { count }]) => `${name}: ${count}`)).toEqual([])
}, 120_000)
