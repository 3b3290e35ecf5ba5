import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOldInvoice } from '#features/shared/invoicedItems/model/index.ts'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { getRequestWarnings } from '../model/rules.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { path, post, detail, roof, save, attachAll } = filing(() => portal)
const loadBlank = (propertyId: number, persona = 'agency.write') =>
  portal.ask(persona, 'GET', `${path}/GetNewRequest/${propertyId}`)
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message?: string }).message]
const loadAllowed = async (propertyId: number) =>
  (
    await portal.ask(
      'agency.write',
      'GET',
      `/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/${propertyId}/9`,
    )
  ).body

test('the approving authority blocks requests and is named, unless a requirement overrides it', async () => {
  expect(await loadAllowed(1)).toEqual({ allowed: true, reasons: [] })
  await portal.owner.query(
    `insert into reserve_authority (position, federal_type_id, also_federal_type_id, by_agency, approver)
      values (1, 2, null, false, 'HUD'), (2, 1, null, true, 'The agency'), (3, 3, null, false, 'RD')`,
  )
  const hud = 'Draws from this property’s reserve are approved by HUD, not by the agency (HOME).'
  expect(await loadAllowed(1)).toEqual({ allowed: false, reasons: [hud] })
  expect(getMessage(await loadBlank(1, 'company.writer'))).toEqual([422, hud])
  expect(
    getMessage(await post('company.writer', 'SaveReplacementProgress', { request: { propertyId: 1 } }))[1],
  ).toBe(hud)
  await portal.owner.query(
    "insert into reserve_authority (position, federal_type_id, also_federal_type_id, by_agency, approver) values (9, 1, 2, true, 'The agency')",
  )
  expect((await loadBlank(1, 'company.writer')).status).toBe(200)
  expect(getMessage(await loadBlank(4))).toEqual([
    422,
    'Draws from this property’s reserve are approved by RD, not by the agency (Rural Development 515).',
  ])
  const requirement = { propertyId: 4, moduleId: 9, required: true, reason: 'By agreement with RD' }
  expect((await portal.ask('agency.write', 'POST', '/api/PropertyRequirement', requirement)).status).toBe(200)
  expect((await loadBlank(4)).status).toBe(200)
})

test('a requirement blocks beginning and submitting a record and states its reason', async () => {
  const request = await save([{ ...roof, InvoiceNumber: 'GATE-1' }])
  await attachAll(request)
  const exempt = { propertyId: 1, moduleId: 9, required: false, reason: 'Its reserve is closed.' }
  const payload = (await portal.ask('agency.write', 'POST', '/api/PropertyRequirement', exempt)).body
  const { propertyRequirementId } = payload as { propertyRequirementId: number }
  const submit = () => post('company.writer', `Submit/${request.replacementReserveRequestId}`)
  expect((await submit()).body).toMatchObject({ fields: { '': ['Its reserve is closed.'] } })
  expect(getMessage(await loadBlank(1, 'company.writer'))).toEqual([422, 'Its reserve is closed.'])
  const suspension = () =>
    portal.ask('company.writer', 'GET', '/api/ReplacementReserveSuspension/GetNewRequest/1')
  expect((await suspension()).status).toBe(200)
  await portal.ask('agency.write', 'DELETE', `/api/PropertyRequirement/${propertyRequirementId}`)
  expect((await submit()).status).toBe(200)
  await portal.owner.query('update property set monitored_for_reserves = false where property_id = 1')
  const refusal =
    'The agency does not hold this property’s replacement reserve; its draws are approved elsewhere.'
  expect(getMessage(await suspension())).toEqual([422, refusal])
  await portal.owner.query(
    'update property set monitored_for_reserves = true, status_id = 2 where property_id = 1',
  )
  expect(getMessage(await loadBlank(1, 'company.writer'))).toEqual([422, 'The property is not active.'])
  await portal.owner.query('update property set status_id = 0 where property_id = 1')
})

test('an exception for an old invoice needs a reason, is in the history, and can be revoked', async () => {
  const request = await save([{ ...roof, InvoiceNumber: 'OLD-1', InvoiceDate: '2025-10-01' }])
  await attachAll(request)
  const requestId = request.replacementReserveRequestId
  const submit = () => post('company.writer', `Submit/${requestId}`)
  expect((await submit()).body).toMatchObject({
    fields: { 'items.0.invoiceDate': [expect.stringContaining('exception')] },
  })
  const grant = (body: object, persona = 'agency.write') =>
    post(persona, 'GrantException', { requestId, granted: true, ...body })
  expect((await grant({ reason: 'x' }, 'company.admin')).status).toBe(403)
  expect((await grant({ reason: ' ' })).status).toBe(400)
  // The company asks by a message with the address of the request, where the agency finds the draft.
  const url = `/ReplacementReserve/${requestId}/1`
  const message = { propertyId: 1, notifyUserId: 2, message: 'Please grant an exception for 1 invoice.', url }
  expect((await portal.ask('company.writer', 'POST', '/api/TaskMessage', message)).status).toBe(200)
  const received = await portal.ask(
    'agency.write',
    'GET',
    '/api/TaskMessage/GetTaskMessages?propertyId=1&taskId=0',
  )
  expect(JSON.stringify(received.body)).toContain(url)
  const draft = detail(await portal.ask('agency.write', 'GET', `${path}/GetRequest/${requestId}`))
  expect([draft.statusId, hasOldInvoice(draft)]).toEqual([1, true])
  expect(detail(await grant({ reason: 'The invoice was in dispute.' })).submittedAsException).toBe(true)
  const history = JSON.stringify(
    (await portal.ask('company.writer', 'GET', `${path}/GetHistory/${requestId}`)).body,
  )
  expect(history).toContain('"submitted_as_exception":[false,true]')
  detail(await grant({ granted: false, reason: 'By mistake' }))
  const mails = await portal.owner.query(
    `select event from outbox where event like 'reserve.exception%' order by 1`,
  )
  expect(mails.rows.map(({ event }) => event)).toEqual([
    'reserve.exceptionGranted',
    'reserve.exceptionWithdrawn',
  ])
  expect((await submit()).status).toBe(422)
  detail(await grant({ reason: 'The invoice was in dispute.' }))
  expect((await submit()).status).toBe(200)
  const recent = await save([{ ...roof, InvoiceNumber: 'NEW-1' }])
  const needless = { requestId: recent.replacementReserveRequestId, granted: true, reason: 'x' }
  expect((await post('agency.write', 'GrantException', needless)).status).toBe(422)
})

test('two open requests that exceed the balance only together give a warning', async () => {
  const claim = (ClaimedAmount: number) =>
    save([{ ...roof, InvoiceNumber: crypto.randomUUID(), ClaimedAmount }])
  const before = (await claim(40_000)).pendingElsewhere
  const first = await claim(40_000)
  expect(first.pendingElsewhere).toBe(before)
  await attachAll(first)
  detail(await post('company.writer', `Submit/${first.replacementReserveRequestId}`))
  const second = await claim(30_000)
  expect(second.pendingElsewhere).toBe(before + 40_000)
  const faults = getRequestWarnings(
    second.items,
    new Map(),
    second.account!,
    second.rules,
    second.pendingElsewhere,
  )
  expect(faults.map((fault) => fault.message)).toEqual([
    expect.stringContaining('in other open requests the total of $30,000.00 claimed'),
  ])
})
