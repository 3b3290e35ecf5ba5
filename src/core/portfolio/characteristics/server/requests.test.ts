import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)

test('only the agency edits the lists and a property’s characteristics; adding a characteristic twice is refused', async () => {
  expect((await ask('company.reader', 'GET', 'UnitType')).body).toHaveLength(6)
  expect((await ask('agency.write', 'POST', 'UnitType', { name: 'Loft' })).status).toBe(403)
  expect((await ask('agency.admin', 'POST', 'UnitType', { name: 'Loft' })).status).toBe(200)
  const elevator = { propertyId: 1, characteristicTypeId: 1, note: 'Two cars' }
  expect((await ask('company.admin', 'POST', 'PropertyCharacteristic', elevator)).status).toBe(403)
  expect((await ask('agency.write', 'POST', 'PropertyCharacteristic', elevator)).status).toBe(200)
  expect((await ask('agency.write', 'POST', 'PropertyCharacteristic', elevator)).status).toBe(422)
  const contract = {
    propertyId: 1,
    assistanceTypeId: 1,
    units: 20,
    contractNumber: 'MO-1',
    endsOn: '2030-05-31',
    note: null,
  }
  expect((await ask('agency.write', 'POST', 'AdditionalAssistance', contract)).status).toBe(200)
  expect((await ask('company.reader', 'GET', 'PropertyCharacteristic/GetByProperty/1')).body).toMatchObject({
    characteristics: [{ name: 'Elevator', note: 'Two cars' }],
    assistance: [{ units: 20, endsOn: '2030-05-31' }],
  })
  expect((await ask('company.reader', 'GET', 'PropertyCharacteristic/GetByProperty/4')).status).toBe(404)
  expect((await ask('agency.admin', 'DELETE', 'CharacteristicType/1')).status).toBe(422)
})
