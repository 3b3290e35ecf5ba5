import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservePostingsJob } from '#core/money/reserves/server/index.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { suspensionNight } from './night.ts'

/** The day that the portal takes for today in these tests. */
const TODAY = new Date('2026-11-23T15:00:00Z')
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(TODAY)
})
afterAll(() => portal.close())

const API_PATH = '/api/ReplacementReserveSuspension'
type Detail = {
  replacementReserveSuspensionId: number
  statusId: number
  version: number
  statusLabel: string
}
const post = (persona: string, tail: string, body: object = {}) =>
  portal.ask(persona, 'POST', `${API_PATH}/${tail}`, body)
const get = async (persona: string, tail: string) =>
  (await portal.ask(persona, 'GET', `${API_PATH}/${tail}`)).body
const completeRequest = { reason: 'Needs are covered', startMonth: '2027-01-01', endMonth: '2027-12-01' }
const cashRequest = { ...completeRequest, cause: 'The property is short of cash' }
const saveDraft = async (request: object) => {
  const saved = await post('company.writer', 'SaveProgress', { request: { propertyId: 1, ...request } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return (saved.body as Detail).replacementReserveSuspensionId
}
const removeDraft = (id: number) => portal.ask('company.writer', 'DELETE', `${API_PATH}/${id}`)
const loadFaults = async (request: object) => {
  const id = await saveDraft(request)
  const reply = await post('company.writer', `Submit/${id}`)
  if (reply.status !== 200) {
    expect((await removeDraft(id)).body).toBe(true)
    return (reply.body as { fields: Record<string, string[]> }).fields
  }
  await portal.owner.query('truncate replacement_reserve_suspension, outbox cascade')
  return {}
}

describe('faults that keep a suspension from being submitted', () => {
  test('RRS-1 reason and months are required; RRS-3 the reserve needs twice the minimum', async () => {
    expect(Object.keys(await loadFaults({ cause: cashRequest.cause }))).toEqual([
      'reason',
      'startMonth',
      'endMonth',
    ])
    // 62,400 for 48 units: $1,300.00; $2,000.00 are needed (domain 12.3).
    expect(await loadFaults(completeRequest)).toEqual({
      cause: ['The reserve holds $1,300.00 per unit; $2,000.00 are needed.'],
    })
  })

  test('RRS-2 the last month may be neither before the first month nor in the past', async () => {
    const early = await loadFaults({ ...cashRequest, endMonth: '2026-12-01' })
    expect(early).toEqual({ endMonth: ['The last month is before the first.'] })
    expect(await loadFaults({ ...cashRequest, startMonth: '2027-03-15', endMonth: '2027-03-01' })).toEqual({})
    expect(await loadFaults({ ...cashRequest, startMonth: '1990-01-01', endMonth: '1990-12-01' })).toEqual({
      endMonth: ['These months are over.'],
    })
  })

  test('RRS-5 a suspension may not overlap another one of the property, but may begin after it', async () => {
    const { rows } = await portal.owner.query<{ id: number }>(
      `insert into replacement_reserve_suspension (property_id, status_id, start_month, end_month, decided)
        values (1, 7, '2027-01-01', '2027-12-01', now()) returning replacement_reserve_suspension_id as id`,
    )
    expect(await loadFaults({ ...cashRequest, startMonth: '2027-12-01', endMonth: '2028-06-01' })).toEqual({
      startMonth: [
        `Suspension request RS-${rows[0]!.id} holds deposits from January 2027 to December 2027 already. Ask for more months there, or begin after it.`,
      ],
    })
    expect(await loadFaults({ ...cashRequest, startMonth: '2028-01-01', endMonth: '2028-06-01' })).toEqual({})
  })
})

/** Sets the reserve balance in dollars of Maple Grove, which has 48 units. */
const setBalance = async (amount: number) => {
  await portal.owner.query(`delete from reserve_entry where reserve_account_id = 1;
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
    values (1, 1, '2020-01-01', 'Opening balance', ${amount})`)
}

test('RRS-4, domain 12.1: a property that is short of cash needs no threshold', async () => {
  const id = await saveDraft(cashRequest)
  expect((await post('company.writer', `Submit/${id}`)).status).toBe(200)
  for (const statusId of [3, 4])
    expect((await post('agency.write', 'ChangeStatus', { id, statusId })).status).toBe(200)
  await portal.owner.query('truncate replacement_reserve_suspension, outbox cascade')
})

test('CALL-RRS-01 to CALL-RRS-03, RRS-4: a suspension is filed, reviewed, approved and mailed', async () => {
  expect(await get('company.writer', 'SuspensionRequestExists/1')).toBe(false)
  // 120,000 for 48 units: $2,500.00, allowed (domain 12.3).
  await setBalance(120_000)
  const id = await saveDraft(completeRequest)
  expect(await get('company.writer', 'SuspensionRequestExists/1')).toBe(true)
  const second = await post('company.admin', 'SaveProgress', { request: { propertyId: 1 } })
  expect(second.body).toMatchObject({
    message: `Suspension request RS-${id} of this property is still open.`,
  })
  expect((await post('company.writer', `Submit/${id}`)).status).toBe(200)
  const changeStatus = (persona: string, statusId: number) => post(persona, 'ChangeStatus', { id, statusId })
  expect((await changeStatus('agency.write', 3)).status).toBe(200)
  expect((await changeStatus('agency.write', 4)).body).toMatchObject({
    fields: { thresholdPerUnit: [expect.anything()] },
  })
  const below = await post('agency.write', 'SaveReview', { id, thresholdPerUnit: -5 })
  expect(below.body).toMatchObject({ fields: { thresholdPerUnit: [expect.stringContaining('0 or more')] } })
  await post('agency.write', 'SaveReview', { id, thresholdPerUnit: 1000 })
  expect(await get('company.writer', `GetRequest/${id}`)).toMatchObject({ thresholdPerUnit: null })
  expect((await changeStatus('agency.write', 4)).status).toBe(200)
  expect((await changeStatus('agency.manager', 5)).body).toMatchObject({
    statusLabel: 'Active',
    thresholdPerUnit: 1000,
  })
  portal.setNow(new Date('2027-06-15T12:00:00Z'))
  expect(await get('company.reader', 'GetActiveSuspension/1')).toMatchObject({
    requestNumber: `RS-${id}`,
    statusId: 5,
  })
  portal.setNow(new Date('2028-01-01T12:00:00Z'))
  expect(await get('company.reader', 'GetActiveSuspension/1')).toBeNull()
  portal.setNow(TODAY)
  const [letter] = (await get('company.reader', `GetLetterData/${id}`)) as { data: { body: string[] } }[]
  expect(letter?.data.body[0]).toContain('January 2027 to December 2027')
  expect(letter?.data.body[1]).toContain('{{threshold}} per unit must remain')
  // A decided request cannot be reopened while another of the property is open.
  const other = await saveDraft({ clientKey: crypto.randomUUID() })
  const reopened = await post('agency.admin', 'ChangeStatus', { id, statusId: 3, reason: 'Mistake' })
  expect(JSON.stringify(reopened.body)).toContain(`RS-${other} of this property is still open`)
  await removeDraft(other)
  expect(((await get('agency.read', 'GetAllSuspensions')) as Detail[]).length).toBe(1)
  const mails = await portal.owner.query('select event from outbox order by outbox_id')
  expect(mails.rows.map((mail) => mail.event)).toEqual(['suspension.submitted', 'suspension.approved'])
  await setBalance(62_400)
})

const depositDaysSql =
  "select due_on::text as day from reserve_deposit where property_id = $1 and due_on >= '2027-01-01' order by 1"
const loadDepositDays = async (propertyId: number) =>
  (await portal.owner.query(depositDaysSql, [propertyId])).rows.map((row) => row.day)

test('deposits stop for the approved months and start again after them', async () => {
  await portal.owner.query(`delete from replacement_reserve_suspension;
    insert into replacement_reserve_suspension (property_id, status_id, start_month, end_month, decided) values (1, 5, '2027-02-01', '2027-03-01', now())`)
  portal.setNow(new Date('2027-04-02T12:00:00Z'))
  await runDue(portal.pool, portal.services, reservePostingsJob)
  portal.setNow(TODAY)
  expect(await loadDepositDays(1)).toEqual(['2027-01-01', '2027-04-01'])
  expect(await loadDepositDays(2)).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01'])
})

test('a save sent three times with one client key creates one request', async () => {
  const request = { propertyId: 2, clientKey: '00000000-0000-4000-8000-000000000001' }
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await post('company.admin', 'SaveProgress', { request })).body as Detail),
  )
  expect(new Set(ids.map((detail) => detail.replacementReserveSuspensionId)).size).toBe(1)
})

describe('after the approval', () => {
  const runNight = async (day: string) => {
    portal.setNow(new Date(`${day}T10:00:00Z`))
    await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, suspensionNight)))
  }
  const loadMailEvents = async () =>
    (
      await portal.owner.query(
        "select replace(event, 'suspension.', '') as event from outbox order by outbox_id",
      )
    ).rows.map((row) => row.event)
  /** Inserts a suspension of 2027 and 2028 in which $1,000.00 per unit must remain. Returns its id. */
  const createActiveSuspension = async (statusId = 5) => {
    await portal.owner.query('truncate replacement_reserve_suspension cascade; truncate outbox, job_run')
    const { rows } = await portal.owner.query<{ id: number }>(
      `insert into replacement_reserve_suspension (property_id, status_id, start_month, end_month, threshold_per_unit, next_review, submitted, submitted_by_id, decided)
        values (1, $1, '2027-01-01', '2028-12-01', 1000, '2027-11-01', now(), 5, now()) returning replacement_reserve_suspension_id as id`,
      [statusId],
    )
    return rows[0]!.id
  }
  const loadStatus = async (id: number) =>
    ((await get('company.reader', `GetRequest/${id}`)) as Detail).statusId
  const attachAmendment = (id: number) =>
    portal.upload('company.writer', `${API_PATH}/AttachSignedAmendment/${id}`, {}, [
      { name: 'amendment.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') },
    ])
  const sendMail = (tail: string, id: number) => post('agency.write', `${tail}/${id}`)

  test('the nightly job mails a broken threshold once, and a continuing suspension yearly', async () => {
    const id = await createActiveSuspension()
    await setBalance(120_000)
    await runNight('2027-10-31')
    expect(await loadMailEvents()).toEqual([])
    await runNight('2027-11-01')
    await runNight('2027-11-02')
    expect(await loadMailEvents()).toEqual(['kept'])
    await runNight('2028-11-01')
    expect(await loadMailEvents()).toEqual(['kept', 'kept'])
    // After a roof for $78,000.00 (domain 12.3).
    await setBalance(42_000)
    await runNight('2028-11-02')
    await runNight('2028-11-03')
    expect(await loadMailEvents()).toEqual(['kept', 'kept', 'thresholdBroken'])
    expect(await loadStatus(id)).toBe(7)
    const { rows } = await portal.owner.query(
      "select body_text from outbox where event = 'suspension.thresholdBroken'",
    )
    expect(rows[0].body_text).toContain('holds $875.00 per unit; $1,000.00 must remain')
    const history = (await get('agency.read', `GetHistory/${id}`)) as { action?: string }[]
    expect(JSON.stringify(history)).toContain('breakThreshold')
    const toDos = (await portal.ask('agency.write', 'GET', '/api/tasks/GetToDo')).body
    expect(JSON.stringify(toDos)).toContain('Suspension with broken threshold')
    portal.setNow(TODAY)
  })

  test('ACT-15, CALL-RRS-07: deposits restart only with the signed amendment', async () => {
    const id = await createActiveSuspension()
    await setBalance(48_000)
    portal.setNow(new Date('2027-03-10T15:00:00Z'))
    const changeStatus = (statusId: number) =>
      post('agency.write', 'ChangeStatus', { id, statusId, reason: 'As agreed' })
    // $48,000 for 48 units is exactly the threshold of $1,000.00 per unit, so it is not broken.
    expect(JSON.stringify((await changeStatus(7)).body)).toContain('$1,000.00 must remain')
    await setBalance(47_999)
    expect((await changeStatus(7)).status).toBe(200)
    expect((await attachAmendment(id)).status).toBe(409)
    expect((await post('company.writer', `WaitingOnReinstatementSignature/${id}`)).status).toBe(403)
    expect((await post('agency.write', `WaitingOnReinstatementSignature/${id}`)).body).toMatchObject({
      statusLabel: 'Waiting on reinstatement signature',
    })
    const [letter] = (await get('company.reader', `GetLetterData/${id}`)) as { data: { values: object } }[]
    expect(letter?.data.values).toMatchObject({
      perUnit: '$999.98',
      threshold: '$1,000.00',
      deposit: '$1,200.00',
    })
    const unsigned = await changeStatus(9)
    expect(unsigned.status).toBe(422)
    expect(JSON.stringify(unsigned.body)).toContain('signed amendment is not on file')
    expect((await attachAmendment(id)).status).toBe(200)
    expect((await changeStatus(9)).body).toMatchObject({
      statusLabel: 'Reinstated',
      restartMonth: '2027-04-01',
    })
    expect(await loadMailEvents()).toEqual(['thresholdBroken', 'signature', 'reinstated'])
    await portal.owner.query("delete from reserve_deposit where due_on >= '2027-01-01'; truncate job_run")
    await portal.owner.query("delete from reserve_entry where kind = 'Interest'")
    portal.setNow(new Date('2027-05-02T12:00:00Z'))
    await runDue(portal.pool, portal.services, reservePostingsJob)
    portal.setNow(TODAY)
    expect(await loadDepositDays(1)).toEqual(['2027-04-01', '2027-05-01'])
  })

  test('a suspension ends after its last month, and earlier only by a step with a reason', async () => {
    const suspensionId = await createActiveSuspension()
    expect((await post('agency.write', 'ChangeStatus', { id: suspensionId, statusId: 9 })).status).toBe(400)
    expect(
      (
        await post('agency.write', 'ChangeStatus', {
          id: suspensionId,
          statusId: 9,
          reason: 'The owner asks',
        })
      ).status,
    ).toBe(200)
    const id = await createActiveSuspension()
    await setBalance(120_000)
    await portal.owner.query('update replacement_reserve_suspension set next_review = null')
    await runNight('2028-12-31')
    expect(await loadStatus(id)).toBe(5)
    await runNight('2029-01-01')
    expect(await loadStatus(id)).toBe(9)
    portal.setNow(TODAY)
    const { rows } = await portal.owner.query('select event, body_text from outbox')
    expect(rows).toEqual([
      { event: 'suspension.reinstated', body_text: expect.stringContaining('from 01/01/2029') },
    ])
  })

  test('CALL-RRS-04 to CALL-RRS-06, CAL-11: a mail can be sent again only while it is true', async () => {
    const id = await createActiveSuspension()
    await setBalance(120_000)
    const tails = ['SendStatusChangeEmail', 'SendKeepSuspendedEmail', 'SendThresholdBrokenEmail']
    const sendMails = async () => {
      const replies = []
      for (const tail of tails) replies.push((await sendMail(tail, id)).status)
      return replies
    }
    expect(await sendMails()).toEqual([200, 200, 422])
    expect(await loadMailEvents()).toEqual(['approved', 'kept'])
    await setBalance(42_000)
    expect(await sendMails()).toEqual([200, 422, 422])
    await portal.owner.query('update replacement_reserve_suspension set status_id = 7; truncate outbox')
    expect(await sendMails()).toEqual([200, 422, 200])
    expect(await loadMailEvents()).toEqual(['thresholdBroken', 'thresholdBroken'])
    await portal.owner.query('update replacement_reserve_suspension set status_id = 3')
    expect(await sendMails()).toEqual([422, 422, 422])
  })
})

test('CALL-RRS-08, RRX-1, RRX-2: approving an extension moves the last month', async () => {
  await portal.owner.query('truncate replacement_reserve_suspension, outbox cascade')
  const { rows } = await portal.owner.query<{ id: number }>(
    `insert into replacement_reserve_suspension (property_id, status_id, start_month, end_month, threshold_per_unit, submitted, decided)
      values (1, 5, '2027-01-01', '2027-12-01', 1000, now(), now()) returning replacement_reserve_suspension_id as id`,
  )
  const suspensionId = rows[0]!.id
  const postExtension = (persona: string, tail: string, body: object = {}) =>
    portal.ask(persona, 'POST', `/api/ReplacementReserveExtension/${tail}`, body)
  const request = { propertyId: 1, replacementReserveSuspensionId: suspensionId, requestedEnd: '2027-12-01' }
  const saved = await postExtension('company.writer', 'SaveProgress', { request })
  const id = (saved.body as { replacementReserveExtensionId: number }).replacementReserveExtensionId
  expect((await postExtension('company.writer', `Submit/${id}`)).body).toMatchObject({
    fields: {
      reason: [expect.anything()],
      requestedEnd: ['Deposits are suspended through 12/01/2027 already.'],
    },
  })
  const second = await postExtension('company.writer', 'SaveProgress', { request })
  expect(second.body).toMatchObject({
    message: `Suspension extension RX-${id} of this suspension is still open.`,
  })
  const elsewhere = await postExtension('company.admin', 'SaveProgress', {
    request: { ...request, propertyId: 2 },
  })
  expect(elsewhere.status).toBe(404)
  const corrected = {
    replacementReserveExtensionId: id,
    requestedEnd: '2028-06-01',
    reason: 'The roof lasts',
  }
  expect((await postExtension('company.writer', 'SaveAndSubmit', { request: corrected })).status).toBe(200)
  const changeStatus = (persona: string, statusId: number) =>
    postExtension(persona, 'ChangeStatus', { id, statusId })
  expect((await changeStatus('agency.write', 3)).status).toBe(200)
  expect((await changeStatus('agency.write', 5)).status).toBe(403)
  // An extension cannot be approved if its suspension is no longer active.
  await portal.owner.query('update replacement_reserve_suspension set status_id = 7')
  expect((await changeStatus('agency.manager', 5)).status).toBe(422)
  await portal.owner.query('update replacement_reserve_suspension set status_id = 5')
  expect((await changeStatus('agency.manager', 5)).body).toMatchObject({
    statusId: 5,
    endMonth: '2028-06-01',
  })
  const reply = await portal.ask(
    'company.reader',
    'GET',
    `/api/ReplacementReserveExtension/GetBySuspensionId/${suspensionId}`,
  )
  expect(reply.body).toMatchObject([{ requestNumber: `RX-${id}`, statusId: 5, requestedEnd: '2028-06-01' }])
  expect(await get('company.reader', `GetRequest/${suspensionId}`)).toMatchObject({ endMonth: '2028-06-01' })
})
