import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('CCR-03 setting the contacts of a company', () => {
  const set = (persona: string, body: object) =>
    portal.ask(persona, 'POST', '/api/ContactChangeRequest/UpdateManagementCompanyContacts', body)
  test('the agency’s writers set all contacts at once, faults name their field, and others are refused', async () => {
    const contacts = [{ contactTypeId: 3, name: 'Regional', email: 'regional@one.example' }]
    expect((await set('agency.write', { managementCompanyId: 1, contacts })).body).toMatchObject([
      { name: 'Regional', contactTypeId: 3 },
    ])
    expect((await set('agency.write', { managementCompanyId: 9999, contacts })).status).toBe(404)
    const bad = await set('agency.write', { managementCompanyId: 1, contacts: [{ contactTypeId: 3 }] })
    expect((bad.body as { faults: Fault[] }).faults.map((fault) => fault.field)).toEqual(['0.name'])
    for (const persona of ['company.admin', 'agency.read'])
      expect((await set(persona, { managementCompanyId: 1, contacts })).status).toBe(403)
  })
})
