import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T18:00:00Z'))
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values
    (5, 1, 'AFS', true, true), (7, 4, 'AFS', true, true)`)
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.owner.query(`delete from property_financial_institution; delete from financial_institution;
    select setval('financial_institution_financial_institution_id_seq', 100);
    insert into financial_institution (financial_institution_id, name, city, state, fdic_certificate, active) overriding system value values
      (1, 'First Bank', 'Columbia', 'MO', '11111', true), (2, 'Second Bank', 'Rolla', 'MO', null, true), (3, 'Closed Bank', 'Rolla', 'MO', null, false)`),
)

const path = '/api/FinancialInstitution'
const loadPast = (persona: Persona, propertyId: number, name = 'GetPastFinancialInstitutionsFoProperty') =>
  portal.ask(persona, 'GET', `${path}/${name}/${propertyId}`)
const noteUse = (persona: Persona, body: object) => portal.ask(persona, 'POST', `${path}/NoteUse`, body)
const fields = (reply: Reply) => (reply.body as { faults: Fault[] }).faults.map((fault) => fault.field)

test('CAL-24 lists the past institutions of a property, latest first, at both spellings of the path', async () => {
  await noteUse('company.writer', {
    propertyId: 1,
    financialInstitutionId: 1,
    lastUsedOn: '2024-12-31',
    usedFor: 'Reserve',
  })
  await noteUse('company.writer', { propertyId: 1, financialInstitutionId: 2, lastUsedOn: '2025-12-31' })
  const expected = [
    { name: 'Second Bank', lastUsedOn: '2025-12-31', usedFor: null },
    { name: 'First Bank', lastUsedOn: '2024-12-31', usedFor: 'Reserve' },
  ]
  expect((await loadPast('company.reader', 1)).body).toMatchObject(expected)
  expect((await loadPast('agency.read', 1, 'GetPastFinancialInstitutionsForProperty')).body).toMatchObject(
    expected,
  )
  expect((await loadPast('other.user', 1)).status).toBe(404)
  expect((await loadPast('agency.read', 2)).body).toEqual([])
})

test('reporting a use again updates the one use and keeps the latest day', async () => {
  await noteUse('company.writer', {
    propertyId: 1,
    financialInstitutionId: 1,
    lastUsedOn: '2025-12-31',
    usedFor: 'Reserve',
  })
  await noteUse('company.writer', { propertyId: 1, financialInstitutionId: 1, lastUsedOn: '2024-12-31' })
  expect((await loadPast('agency.read', 1)).body).toMatchObject([
    { lastUsedOn: '2025-12-31', usedFor: 'Reserve' },
  ])
})

test.each([
  [
    'an inactive institution',
    { propertyId: 1, financialInstitutionId: 3, lastUsedOn: '2025-12-31' },
    'financialInstitutionId',
  ],
  [
    'an unknown institution',
    { propertyId: 1, financialInstitutionId: 99, lastUsedOn: '2025-12-31' },
    'financialInstitutionId',
  ],
  [
    'a day in the future',
    { propertyId: 1, financialInstitutionId: 1, lastUsedOn: '2027-01-01' },
    'lastUsedOn',
  ],
])('%s is refused by field', async (_, body, field) => {
  const reply = await noteUse('company.writer', body)
  expect([reply.status, fields(reply)]).toEqual([422, [field]])
})

test('a use may be reported only for properties whose statements the caller may write', async () => {
  const use = { financialInstitutionId: 1, lastUsedOn: '2025-12-31' }
  expect((await noteUse('company.writer', { propertyId: 4, ...use })).status).toBe(404)
  expect((await noteUse('company.reader', { propertyId: 1, ...use })).status).toBe(403)
  expect((await noteUse('agency.read', { propertyId: 1, ...use })).status).toBe(403)
  expect((await noteUse('agency.write', { propertyId: 4, ...use })).status).toBe(200)
})

test('a second institution with the same name and city, or the same certificate, is refused by field', async () => {
  const add = (body: object) => portal.ask('agency.write', 'POST', path, body)
  expect(fields(await add({ name: 'first bank', city: 'Columbia' }))).toEqual(['name'])
  expect(fields(await add({ name: 'Third Bank', fdicCertificate: '11111' }))).toEqual(['fdicCertificate'])
  expect((await add({ name: 'First Bank', city: 'Saint Louis', fdicCertificate: '22222' })).status).toBe(200)
  expect(fields(await add({ name: 'Third Bank', fdicCertificate: '12a' }))).toEqual(['fdicCertificate'])
})

test('everyone signed in reads the list, only the agency changes it, and an institution in use cannot be removed', async () => {
  expect((await portal.ask('company.reader', 'GET', path)).body).toHaveLength(3)
  expect((await portal.ask('company.admin', 'POST', path, { name: 'Mine' })).status).toBe(403)
  await noteUse('company.writer', { propertyId: 1, financialInstitutionId: 1, lastUsedOn: '2025-12-31' })
  expect((await portal.ask('agency.write', 'DELETE', `${path}/1`)).status).toBe(422)
  expect((await portal.ask('agency.write', 'DELETE', `${path}/2`)).body).toBe(true)
})
