import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservePostings } from '#ground/reserves/server/index.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const path = '/api/ReplacementReserveSuspension'
type Detail = { replacementReserveSuspensionId: number; statusId: number; version: number; statusLabel: string }
const post = (persona: string, tail: string, body: object = {}) => portal.ask(persona, 'POST', `${path}/${tail}`, body)
const get = async (persona: string, tail: string) => (await portal.ask(persona, 'GET', `${path}/${tail}`)).body
const complete = { reason: 'Needs are covered', startMonth: '2027-01-01', endMonth: '2027-12-01' }
const draft = async (request: object) => {
  const saved = await post('company.writer', 'SaveProgress', { request: { propertyId: 1, ...request } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return (saved.body as Detail).replacementReserveSuspensionId
}
const remove = (id: number) => portal.ask('company.writer', 'DELETE', `${path}/${id}`)
const faultsOf = async (request: object) => {
  const id = await draft(request)
  const reply = await post('company.writer', `Submit/${id}`)
  expect((await remove(id)).body).toBe(true)
  return reply.status === 200 ? {} : (reply.body as { fields: Record<string, string[]> }).fields
}

describe('what keeps a suspension from being submitted, all at once', () => {
  test('RRS-1 reason and months are wanted; RRS-3 the reserve holds twice the minimum a unit', async () => {
    const cash = { cause: 'The property is short of cash' }
    expect(Object.keys(await faultsOf(cash))).toEqual(['reason', 'startMonth', 'endMonth'])
    // 62,400 for 48 units: $1,300.00; $2,000.00 are needed (domain 12.3).
    expect(await faultsOf(complete)).toEqual({
      cause: ['The reserve holds $1,300.00 per unit; $2,000.00 are needed.'],
    })
  })

  test('RRS-2 the last month does not lie before the first', async () => {
    const faults = await faultsOf({ ...complete, cause: 'The property is short of cash', endMonth: '2026-12-01' })
    expect(faults).toEqual({ endMonth: ['The last month lies before the first.'] })
  })
})

test('CALL-RRS-01 to CALL-RRS-03, RRS-4: filed, reviewed, active; one open request per property; the letter says until when', async () => {
  expect(await get('company.writer', 'SuspensionRequestExists/1')).toBe(false)
  const id = await draft({ ...complete, cause: 'The property is short of cash' })
  expect(await get('company.writer', 'SuspensionRequestExists/1')).toBe(true)
  const second = await post('company.admin', 'SaveProgress', { request: { propertyId: 1 } })
  expect(second.body).toMatchObject({ message: `Suspension request RS-${id} of this property is still open.` })
  expect((await post('company.writer', `Submit/${id}`)).status).toBe(200)
  const step = (persona: string, statusId: number) => post(persona, 'ChangeStatus', { id, statusId })
  expect((await step('agency.write', 3)).status).toBe(200)
  expect((await step('agency.write', 4)).body).toMatchObject({ fields: { thresholdPerUnit: [expect.anything()] } })
  await post('agency.write', 'SaveReview', { id, thresholdPerUnit: 1000 })
  expect(await get('company.writer', `GetRequest/${id}`)).toMatchObject({ thresholdPerUnit: null })
  expect((await step('agency.write', 4)).status).toBe(200)
  expect((await step('agency.manager', 5)).body).toMatchObject({ statusLabel: 'Active', thresholdPerUnit: 1000 })
  portal.setNow(new Date('2027-06-15T12:00:00Z'))
  expect(await get('company.reader', 'GetActiveSuspension/1')).toMatchObject({ requestNumber: `RS-${id}`, statusId: 5 })
  portal.setNow(new Date('2028-01-01T12:00:00Z'))
  expect(await get('company.reader', 'GetActiveSuspension/1')).toBeNull()
  portal.setNow(null)
  const [letter] = (await get('company.reader', `GetLetterData/${id}`)) as { data: { body: string[] } }[]
  expect(letter?.data.body[0]).toContain('01/01/2027 to 12/01/2027')
  expect(((await get('agency.read', 'GetAllSuspensions')) as Detail[]).length).toBe(1)
  const mails = await portal.owner.query('select event from outbox order by outbox_id')
  expect(mails.rows.map((mail) => mail.event)).toEqual(['suspension.submitted', 'suspension.approved'])
})

test('deposits stop for the approved months and start again after them', async () => {
  await portal.owner.query(`delete from replacement_reserve_suspension;
    insert into replacement_reserve_suspension (property_id, status_id, start_month, end_month, decided) values (1, 5, '2027-02-01', '2027-03-01', now())`)
  const after =
    "select due_on::text as day from reserve_deposit where property_id = $1 and due_on >= '2027-01-01' order by 1"
  portal.setNow(new Date('2027-04-02T12:00:00Z'))
  await runDue(portal.pool, portal.services, reservePostings)
  portal.setNow(null)
  const days = async (propertyId: number) => (await portal.owner.query(after, [propertyId])).rows.map((row) => row.day)
  expect(await days(1)).toEqual(['2027-01-01', '2027-04-01'])
  expect(await days(2)).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01'])
})

test('a save repeated under its client key makes one request', async () => {
  const request = { propertyId: 2, clientKey: '00000000-0000-4000-8000-000000000001' }
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await post('company.admin', 'SaveProgress', { request })).body as Detail),
  )
  expect(new Set(ids.map((one) => one.replacementReserveSuspensionId)).size).toBe(1)
})
