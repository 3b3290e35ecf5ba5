import { afterAll, beforeAll, expect, test } from 'vitest'
import { served } from '#app/registry.ts'
import { getOffersOfKind, MAX_OFFERS, type Offer } from '#core/portfolio/properties/model/index.ts'
import { openDryPortal } from '#tests/matrix/dryPortal.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Tests the offers of a company with more properties than are checked one by one. Of the added properties,
 * every second has rents of its own, the others only rents that Rural Development sets.
 */
const PROPERTIES_ADDED = MAX_OFFERS + 20
const FIRST_ID = 1001
const addedIds = Array.from({ length: PROPERTIES_ADDED }, (_, index) => FIRST_ID + index)
const hasOwnRents = (propertyId: number): boolean => propertyId % 2 === 0

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-10T15:00:00Z'))
  await portal.owner.query(`
    insert into property (property_id, name, status_id, address, city, zip, county_id, total_units,
      management_company_id) overriding system value
      select n, 'Oak Court ' || n, 0, '1 Court Street', 'Columbia', '65201', 1, 40, 1
      from generate_series(${FIRST_ID}, ${FIRST_ID + PROPERTIES_ADDED - 1}) n;
    insert into property_room_type (project_room_type_id, property_id, room_type_id, count)
      overriding system value
      select property_id, property_id, 2, 40 from property where property_id >= ${FIRST_ID};
    insert into property_rent (property_id, project_room_type_id, rent, units, rent_type_id, effective_date)
      select property_id, property_id, 600, 40, case when property_id % 2 = 1 then (
        select min(rent_type_id) from rent_type where set_elsewhere) end, '2025-01-01'
      from property where property_id >= ${FIRST_ID};`)
})
afterAll(() => portal.close())

const OFFERS_OF_INCREASES = { url: '/api/Property/GetOffersOfKind/rentIncrease', body: undefined }

type OfferAtProperty = Offer & { propertyId: number }

async function loadOffers(persona: string, path: string): Promise<OfferAtProperty[]> {
  const reply = await portal.ask(persona, 'GET', `/api/Property/GetOffersOfKind/${path}`)
  expect(reply.status).toBe(200)
  return reply.body as OfferAtProperty[]
}

test('the offers of rent increases are right at every property of a large company', async () => {
  const offers = new Map(
    (await loadOffers('company.admin', 'rentIncrease')).map((offer) => [offer.propertyId, offer]),
  )
  for (const propertyId of addedIds) {
    const offer = offers.get(propertyId)
    expect(offer?.allowed, String(propertyId)).toBe(hasOwnRents(propertyId))
    if (!offer?.allowed)
      expect(offer?.reason).toMatch(/^All rents of this property are set by another agency/)
  }
  for (const propertyId of [1, 2, 3, FIRST_ID, FIRST_ID + 1]) {
    const reply = await portal.ask('company.admin', 'POST', '/api/RentIncrease/MayBegin', { propertyId })
    expect({ propertyId, ...(reply.body as Offer) }).toEqual(offers.get(propertyId))
  }
})

test('the number of statements does not grow with the properties', async () => {
  const dry = await openDryPortal(portal, served)
  const countStatements = async (persona: string) =>
    (await dry.ask(persona, getOffersOfKind, OFFERS_OF_INCREASES)).statements
  const few = await countStatements('other.user')
  expect(few).toBeGreaterThan(0)
  expect(await countStatements('company.admin')).toBe(few)
  await dry.close()
})

test('the agency reads at which properties no rent increase can be begun', async () => {
  const refused = (await loadOffers('agency.admin', 'rentIncrease')).map(({ propertyId }) => propertyId)
  expect(refused).toEqual(expect.arrayContaining(addedIds.filter((id) => !hasOwnRents(id))))
  expect(refused).not.toEqual(expect.arrayContaining(addedIds.filter(hasOwnRents)))
})

test('properties that are not checked beforehand are checked when one is chosen', async () => {
  const checked = (await loadOffers('company.admin', 'occupancy')).map(({ propertyId }) => propertyId)
  expect(checked.filter((id) => addedIds.includes(id))).toEqual([])
  const [offer, ...others] = await loadOffers('company.admin', `occupancy?propertyId=${FIRST_ID}`)
  const reply = await portal.ask('company.admin', 'POST', '/api/ProjectOccupancy/MayBegin', {
    propertyId: FIRST_ID,
  })
  expect(offer).toEqual({ propertyId: FIRST_ID, ...(reply.body as Offer) })
  expect(others).toEqual([])
  const foreign = await portal.ask(
    'company.admin',
    'GET',
    '/api/Property/GetOffersOfKind/occupancy?propertyId=4',
  )
  expect(foreign.status).toBe(404)
})
