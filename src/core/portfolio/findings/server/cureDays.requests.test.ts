import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { FindingDetail } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
})
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST', path: string, body?: object) =>
  portal.ask(persona, method, `/api/NonCompliance${path}`, body)
const detail = async (persona: string, id: number) =>
  (await ask(persona, 'GET', `/GetDetail/${id}`)).body as FindingDetail
const loggedFinding = {
  propertyId: properties.b,
  nonComplianceTypeId: 11,
  title: 'Management fee over the maximum',
}
const logFinding = async (more: object = {}) => {
  const reply = await ask('agency.write', 'POST', '', { ...loggedFinding, ...more })
  return (reply.body as { nonComplianceId: number }).nonComplianceId
}

describe('26 CFR 1.42-5(c)(4): the cure day of a finding has a last possible day', () => {
  const extend = (persona: string, id: number, until: string) =>
    ask(persona, 'POST', `/Extend/${id}`, { until, reason: 'Owner is ill' })
  const getFault = (reply: { body: unknown }) =>
    (reply.body as { fields: { until?: string[] } }).fields.until?.[0]

  test('an analyst extends by at most six months, a manager by at most two years', async () => {
    const id = await logFinding({ cureBy: '2026-07-01' })
    const late = await extend('agency.write', id, '2099-01-01')
    expect(late.status).toBe(400)
    expect(getFault(late)).toBe(
      'Cure by: The last possible day is 01/01/2027, 6 months after the first cure day. A manager may choose a day until 07/01/2028.',
    )
    expect((await extend('agency.write', id, '2027-01-01')).status).toBe(200)
    expect((await extend('agency.write', id, '2027-01-02')).status).toBe(400)
    expect(getFault(await extend('agency.manager', id, '2099-01-01'))).toBe(
      'Cure by: The last possible day is 07/01/2028, 24 months after the first cure day.',
    )
    expect((await extend('agency.manager', id, '2028-07-01')).body).toMatchObject({ cureBy: '2028-07-01' })
  })

  test.each([9, 13])(
    'a finding of kind %i has a correction period, which nobody extends by more than six months',
    async (kind) => {
      const id = await logFinding({ nonComplianceTypeId: kind })
      expect((await detail('agency.read', id)).originalCureBy).toBe('2026-08-30')
      for (const persona of ['agency.write', 'agency.manager'])
        expect(getFault(await extend(persona, id, '2027-03-01'))).toBe(
          'Cure by: The last possible day is 02/28/2027, 6 months after the first cure day.',
        )
      expect((await extend('agency.write', id, '2027-02-28')).status).toBe(200)
    },
  )

  test('the first cure day of a finding opened by hand is bounded too, and nothing is opened ahead', async () => {
    const open = (persona: string, more: object) => ask(persona, 'POST', '', { ...loggedFinding, ...more })
    const getFields = async (persona: string, more: object) =>
      ((await open(persona, more)).body as { fields: Record<string, string[]> }).fields
    expect(await getFields('agency.write', { cureBy: '2099-01-01' })).toEqual({
      cureBy: [
        'Cure by: The last possible day is 01/01/2027, 6 months after the days to cure of its kind. A manager may choose a day until 07/01/2028.',
      ],
    })
    expect(await getFields('agency.manager', { nonComplianceTypeId: 13, cureBy: '2026-08-31' })).toEqual({
      cureBy: ['Cure by: The last possible day is 08/30/2026.'],
    })
    expect(await getFields('agency.write', { openedOn: '2026-06-02' })).toEqual({
      openedOn: ['Opened: Choose today or an earlier day.'],
    })
  })

  test('a finding without a cure day gets its first by an extension, from which the next counts', async () => {
    const id = await logFinding({ cureBy: null })
    expect((await extend('agency.write', id, '2026-12-02')).status).toBe(400)
    expect((await extend('agency.write', id, '2026-10-01')).body).toMatchObject({
      cureBy: '2026-10-01',
      originalCureBy: '2026-10-01',
    })
    expect((await detail('agency.read', id)).cureDayLimits).toEqual({
      latest: '2027-04-01',
      latestByManager: '2028-10-01',
      months: 6,
      managerMonths: 24,
    })
  })
})
