import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { rentFigures, rentFiling } from '#tests/rentFiling.ts'

let portal: Portal
const { begin, clear, fieldsOf: getFields, post: step, submitted } = rentFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
})
afterAll(() => portal.close())
beforeEach(clear)

const path = '/api/ComparableRent'
type Answer = {
  comparables: { comparableRentId: number; name: string; rent: number }[]
  statistics: object[]
  version: string
}
const buildComparable = (name: string, rent: number) => ({
  comparableRentId: 0,
  name,
  bedrooms: 2,
  rent,
  squareFeet: 900,
  source: 'Telephone',
  surveyedOn: '2026-10-01',
})
const fiveRents = [700, 725, 740, 765, 790].map((rent, index) => buildComparable(`Court ${index + 1}`, rent))
const save = (persona: string, id: number, comparables: object[], more: object = {}) =>
  portal.ask(persona, 'POST', `${path}/Save`, { rentIncreaseRequestHeaderId: id, comparables, ...more })
const loadAs = async (persona: string, id: number) =>
  (await portal.ask(persona, 'GET', `${path}/GetByHeaderId/${id}`)).body as Answer

test('CALL-CMP-01, 02: the company enters rents in a draft and gets statistics, the reviewer may change them, and both see them', async () => {
  const { rentIncreaseRequestHeaderId: id } = await begin()
  const reply = await save('company.writer', id, fiveRents)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect(reply.body).toMatchObject({
    statistics: [
      { bedrooms: 2, count: 5, least: 700, average: 744, median: 740, greatest: 790, perSquareFoot: 0.83 },
    ],
    limits: { belowMarket: 90, market: 100 },
  })
  const { comparables, version } = reply.body as Answer
  const changed = [{ ...comparables[0]!, rent: 600 }]
  const later = await save('company.writer', id, changed, {
    version,
    goneIds: [comparables[4]!.comparableRentId],
  })
  expect((later.body as Answer).comparables.map((comparable) => comparable.rent)).toEqual([
    600, 725, 740, 765,
  ])
  expect((await save('agency.write', id, changed, { version })).status).toBe(409)
  expect((await save('company.reader', id, changed)).status).toBe(403)
  expect((await loadAs('company.reader', id)).comparables).toHaveLength(4)
  expect((await portal.ask('other.user', 'GET', `${path}/GetByHeaderId/${id}`)).status).toBe(403)
})

test('the company cannot change rents of a submitted request, nobody those of a decided one, and a fault names line and field', async () => {
  const id = await submitted()
  expect((await save('company.writer', id, fiveRents)).status).toBe(409)
  expect((await save('agency.write', id, fiveRents)).status).toBe(200)
  expect(getFields(await save('agency.write', id, [{ ...fiveRents[0], surveyedOn: '2027-01-01' }]))).toEqual({
    'comparables.0.surveyedOn': [expect.stringContaining('still to come')],
  })
  // A negative concession would raise the rent instead of reducing it.
  expect(getFields(await save('agency.write', id, [{ ...fiveRents[0], concession: -100 }]))).toEqual({
    'comparables.0.concession': [expect.stringContaining('0 or more')],
  })
  await step('agency.write', `StartReview/${id}`)
  await step('agency.manager', `DenyRequest/${id}`, { reason: 'Above the market.' })
  expect((await save('agency.write', id, [])).status).toBe(409)
})

test('the generic calls apply the same checks', async () => {
  const { rentIncreaseRequestHeaderId } = await begin()
  const reply = await portal.ask('company.writer', 'POST', path, {
    ...fiveRents[0],
    rentIncreaseRequestHeaderId,
    propertyId: 4,
  })
  expect(reply.body).toMatchObject({ propertyId: 1, rent: 700 })
  const { comparableRentId } = reply.body as Answer['comparables'][number]
  const put = (values: object) => portal.ask('company.writer', 'PUT', path, { comparableRentId, ...values })
  expect((await put({ rent: 710 })).body).toMatchObject({ rent: 710 })
  expect((await put({ rent: -1 })).status).toBe(422)
  await portal.owner.query('update rent_increase_request_header set status_id = 2')
  expect((await put({ rent: 720 })).status).toBe(409)
  expect((await portal.ask('company.writer', 'DELETE', `${path}/${comparableRentId}`)).status).toBe(409)
})
