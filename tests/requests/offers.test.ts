import { matchPath } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { screens } from '#app/screens.ts'
import { permissionKeys } from '#core/people/people/model/index.ts'
import type { Offer } from '#core/portfolio/properties/model/index.ts'
import type { AnyReview } from '#engines/review/model/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { properties } from '#tests/fixture.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

/**
 * Tests that the offers of `MayBegin`, which screens show, agree with saving. If an offer allows a record,
 * the save succeeds. If it refuses, the save is refused with the same message, and the alternative it names
 * leads to an existing screen.
 */
const reviews = modules.flatMap((module) => module.begunKinds ?? []).map(({ review }) => review)
const persons = ['company.admin', 'agency.admin'] as const

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
})
afterAll(() => portal.close())

/** The values with which the newest record of the property was begun. Null if there is none. */
async function loadNewestBeginnings(
  { entity }: AnyReview,
  propertyId: number,
): Promise<Record<string, unknown> | null> {
  const columns = entity.begunWith.map((name) => `${snakeCase(name)} as "${name}"`)
  if (columns.length === 0 || !('propertyId' in entity.fields)) return null
  const result = await portal.owner.query(
    `select ${columns.join(', ')} from ${entity.table} where property_id = $1 order by ${snakeCase(entity.key)} desc limit 1`,
    [propertyId],
  )
  return result.rows[0] ?? null
}

/**
 * The questions to ask about a kind of record: with the property only, and with the values of its newest
 * record.
 */
async function getOfferQueries(review: AnyReview): Promise<Record<string, unknown>[]> {
  if (!('propertyId' in review.entity.fields)) return [{ managementCompanyId: 1 }]
  const queries: Record<string, unknown>[] = []
  for (const propertyId of [properties.a, properties.b, properties.c, properties.d]) {
    const before = await loadNewestBeginnings(review, propertyId)
    queries.push({ propertyId }, ...(before ? [{ propertyId, ...before }] : []))
  }
  return queries
}

const getWords = ({ body }: Reply): string => {
  const { message, faults } = body as { message: string; faults: { message: string }[] }
  return faults.length > 0 ? faults.map((fault) => fault.message).join(' ') : message
}

const leadsSomewhere = (path: string): boolean =>
  screens.some((screen) => matchPath(screen.path, path.split('?')[0]!) !== null)

/** Compares the offer of one record with its save and returns the outcome. */
async function compare(persona: string, review: AnyReview, query: Record<string, unknown>) {
  const reply = await portal.ask(persona, 'POST', review.calls.mayBegin.path, query)
  const saved = await portal.ask(persona, 'POST', review.calls.save.path, { request: query })
  const details = `${review.name} ${JSON.stringify(query)} by ${persona}: ${JSON.stringify(reply.body)}, ${JSON.stringify(saved.body).slice(0, 300)}`
  if (reply.status !== 200) {
    // A caller who may not ask and a question that does not fit are refused by both calls.
    expect([reply.status, saved.status], details).toEqual([saved.status, saved.status])
    return 'not asked'
  }
  const offer = reply.body as Offer
  if (offer.allowed) {
    expect(saved.status, details).toBe(200)
    return 'begun'
  }
  expect(saved.status, details).toBeGreaterThanOrEqual(400)
  expect(offer.reason, details).toBeTruthy()
  // A kind that no one edits cannot be begun, for whichever reason the save is refused.
  const isWritten = review.flow.editable.length > 0
  if (isWritten && [409, 422].includes(saved.status)) expect(getWords(saved), details).toBe(offer.reason)
  if (offer.way) expect(leadsSomewhere(offer.way.to), details).toBe(true)
  return offer.way ? 'led on' : 'refused'
}

const outcomes: string[] = []

describe.each(persons)('what the server offers to %s can be begun', (persona) => {
  test.each(reviews.map((review) => ({ review, name: review.name })))('$name', async ({ review }) => {
    // Asks twice, because a record that was begun the first time may prevent the second.
    for (const query of [...(await getOfferQueries(review)), ...(await getOfferQueries(review))])
      outcomes.push(await compare(persona, review, query))
  })
})

test('the tests met more than five offers, refusals and alternatives each', () => {
  const counts = Map.groupBy(outcomes, (outcome) => outcome)
  for (const outcome of ['begun', 'refused', 'led on'])
    expect(counts.get(outcome)?.length ?? 0).toBeGreaterThan(5)
})

test('the offers of a property equal the offers of its kinds of records', async () => {
  const { body } = await portal.ask('company.admin', 'GET', `/api/Property/GetOffers/${properties.a}`)
  const offers = body as (Offer & { kind: string })[]
  expect(offers.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['reserve', 'occupancy', 'rentIncrease']),
  )
  for (const { kind, ...offer } of offers) {
    const review = reviews.find(({ name }) => name === kind)!
    const query = { propertyId: properties.a }
    expect((await portal.ask('company.admin', 'POST', review.calls.mayBegin.path, query)).body).toEqual(offer)
  }
})

test('the offers of a kind list each property of the caller', async () => {
  const { body } = await portal.ask('company.admin', 'GET', '/api/Property/GetOffersOfKind/rentIncrease')
  const offers = body as (Offer & { propertyId: number })[]
  expect(offers.map(({ propertyId }) => propertyId).sort()).toEqual([
    properties.a,
    properties.b,
    properties.c,
  ])
  for (const { allowed, reason } of offers) expect(allowed || reason).toBeTruthy()
  const foreign = await portal.ask('company.admin', 'GET', `/api/Property/GetOffers/${properties.d}`)
  expect(foreign.status).toBe(404)
})

test('a person with the permissions of one property gets the same offers from all three calls', async () => {
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) select 5, $1, unnest($2::text[]), true, true
      on conflict (user_id, key, property_id) do update set write = true`,
    [properties.a, permissionKeys.filter((key) => key !== 'Global_Admin')],
  )
  const query = { propertyId: properties.a }
  const { body } = await portal.ask('company.writer', 'GET', `/api/Property/GetOffers/${properties.a}`)
  const offers = body as (Offer & { kind: string })[]
  expect(offers.filter(({ allowed }) => allowed).length).toBeGreaterThan(0)
  for (const { kind, ...offer } of offers) {
    const review = reviews.find(({ name }) => name === kind)!
    const { body: alone } = await portal.ask('company.writer', 'POST', review.calls.mayBegin.path, query)
    expect(alone, kind).toEqual(offer)
    const { body: ofKind } = await portal.ask(
      'company.writer',
      'GET',
      `/api/Property/GetOffersOfKind/${kind}`,
    )
    expect(ofKind, kind).toContainEqual({ propertyId: properties.a, ...offer })
  }
})
