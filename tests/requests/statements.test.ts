import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, entities, modules, served } from '#app/registry.ts'
import { writes } from '#kernel/model/call.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { watchStatements } from '#tests/matrix/watchedStatements.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** The maximum number of SQL statements of a call, including the statement that identifies the caller. */
const maximum = { reading: 10, writing: 20 }
/** Calls that run code of several modules, with their own maximum. */
const maximumByPath: Readonly<Record<string, number>> = {
  // It runs each module's rule on whether a record can be begun, with about three statements each.
  '/api/Property/GetOffers/:propertyId': 80,
}
/** A call that saves and submits may use as many statements as both calls together. */
const partsByPath = new Map(
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
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

type Counts = Map<string, { count: number; writing: boolean }>

/** Counts the statements of every call that succeeds for an administrator of the agency or of a company. */
async function countStatements(): Promise<Counts> {
  const counts: Counts = new Map()
  for (const call of calls) {
    const sample = getSample(call, createFindId(call, calls, entities, idsByEntity, properties.a))
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

test('every call is answered, and the columns of each SQL statement have the types that the code asserts', async () => {
  const watched = watchStatements()
  before = await countStatements()
  watched.end()
  expect(before.size).toBeGreaterThan(calls.length / 2)
  expect([...watched.faults].toSorted()).toEqual([])
  expect(watched.compared.size).toBeGreaterThan(200)
}, 240_000)

test('a call runs few SQL statements, and no more when there are more rows', async () => {
  await seedMore(portal, COPIES)
  const after = await countStatements()
  const grown = [...before].flatMap(([name, { count }]) => {
    const newCount = after.get(name)?.count
    return newCount !== undefined && newCount > count ? [`${name}: ${count} → ${newCount}`] : []
  })
  expect(grown).toEqual([])
  const getMaximum = (name: string, writing: boolean) => {
    const ofMany = maximumByPath[name.split(' ')[2] ?? '']
    if (ofMany !== undefined) return ofMany
    const callPaths = partsByPath.get(name.split(' ')[2] ?? '')
    const maximums = callPaths?.map(
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
