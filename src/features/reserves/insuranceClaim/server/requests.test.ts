import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectSuccess, InsuranceDesk, loss } from '#tests/insuranceDesk.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { ClaimDetail as Claim } from '../model/claims.ts'
import type { RequestDetail as Request } from '../model/requests.ts'

let portal: Portal
let desk: InsuranceDesk
beforeAll(async () => {
  portal = await openPortal()
  desk = new InsuranceDesk(portal)
})
beforeEach(() => desk.clear())
afterEach(() => portal.setNow(null))
afterAll(() => portal.close())

const getReplyParts = ({ status, body }: Reply) => [status, JSON.stringify(body)]
const loadMailEvents = async () => {
  const { rows } = await portal.owner.query<{ event: string }>('select event from outbox order by outbox_id')
  return rows.map((row) => row.event)
}

test('domain 16.3, CALL-INS-01 to CALL-INS-08: a claim pays two requests, then closes', async () => {
  const id = await desk.underReview()
  expectSuccess(await desk.check(id, '1001', 50_000))
  expectSuccess(await desk.check(id, '1002', 31_400, { receivedOn: null, notificationDate: '2026-11-15' }))
  expect((await desk.claim(id)).balance).toMatchObject({ received: 50_000, held: 50_000 })
  const [, announced] = (await desk.claim(id)).checks
  expectSuccess(await desk.check(id, '1002', 31_400, { insuranceCheckId: announced!.insuranceCheckId }))
  expect(await loadMailEvents()).toEqual(
    expect.arrayContaining(['insurance.submitted', 'insurance.checkReceived']),
  )

  const request = await desk.approved(id, 46_250)
  expect((await desk.claim(id, 'company.reader')).balance).toMatchObject({
    held: 81_400,
    unpaid: 46_250,
    available: 35_150,
  })
  expectSuccess(await desk.pay(request, 46_250, '5001'))
  const detail = await desk.claim(id, 'company.reader')
  expect(detail.balance).toMatchObject({ received: 81_400, paid: 46_250, held: 35_150, available: 35_150 })
  expect(detail.requests).toMatchObject([
    { claimed: 46_250, approved: 46_250, payments: [{ checkNumber: '5001' }] },
  ])
  expect((await desk.get('company.reader', 'GetByProjectId/1')).body).toMatchObject([
    { held: 35_150, typeOfLoss: 'Wind or hail' },
  ])
  expect((await desk.get('company.reader', 'GetPropertyList')).body).toMatchObject([
    { openClaims: 1, held: 35_150 },
  ])
  expect((await desk.get('company.reader', 'GetTypesOfLoss')).body).toHaveLength(9)

  const refused = await desk.step('agency.write', id, 4)
  expect((refused.body as { faults: { message: string }[] }).faults.map((fault) => fault.message)).toEqual([
    expect.stringContaining('still holds $35,150.00'),
    expect.stringContaining('final inspection'),
    expect.stringContaining('pictures'),
    expect.stringContaining('memo'),
  ])
  // Part of the second check was paid out, so it cannot be sent on. The remaining money goes out as a
  // payment.
  expectSuccess(await desk.pay(await desk.approved(id, 35_150), 35_150, '5002'))
  const review = {
    inspectorVisit: true,
    inspectedOn: '2026-11-16',
    picturesReceived: true,
    dateMemoRelease: '2026-11-16',
  }
  expectSuccess(
    await desk.post('agency.write', 'SaveReview', {
      id,
      ...review,
      claimChecksSent: true,
      dateReportedToCo: '2026-11-14',
    }),
  )
  expectSuccess(await desk.step('agency.write', id, 4))
  const closedClaim = expectSuccess<Claim>(await desk.step('agency.manager', id, 5))
  expect(closedClaim).toMatchObject({ statusLabel: 'Closed', balance: { held: 0, paid: 81_400 } })
  const [letter] = (await desk.get('company.reader', `GetLetterData/${id}`)).body as {
    data: { values: object }
  }[]
  expect(letter?.data.values).toMatchObject({
    received: '$81,400.00',
    paid: '$81,400.00',
    dateOfLoss: 'November 14, 2026',
  })
  expect(await loadMailEvents()).toContain('insurance.approved')
  // A closed claim refuses new checks, new requests and the reopening of a paid request.
  expect(getReplyParts(await desk.check(id, '1003', 10))).toEqual([409, expect.stringContaining('is closed')])
  expect((await desk.post('company.writer', `BeginRequest/${id}`)).status).toBe(422)
  expect(getReplyParts(await desk.requestStep('agency.admin', request, 3))).toEqual([
    422,
    expect.stringContaining('reopen it first'),
  ])
})

describe('a check', () => {
  test('a company may announce a check; only the agency may mark it as received', async () => {
    const id = await desk.submitted()
    const announced = {
      insuranceClaimId: id,
      number: '7',
      provider: 'Prairie Mutual',
      amountReceived: 10,
      checkToProduct: true,
    }
    expect(
      (await desk.post('company.writer', 'SaveCheck', { ...announced, receivedOn: '2026-11-16' })).status,
    ).toBe(400)
    const twice = { ...announced, clientKey: crypto.randomUUID() }
    expectSuccess(await desk.post('company.writer', 'SaveCheck', twice))
    const { checks, balance } = expectSuccess<Claim>(await desk.post('company.writer', 'SaveCheck', twice))
    expect([checks.length, balance.received]).toEqual([1, 0])
    const { insuranceCheckId } = checks[0]!
    expect(getReplyParts(await desk.check(id, '7', 10))).toEqual([
      422,
      expect.stringContaining('noted already'),
    ])
    expectSuccess(await desk.check(id, '7', 10, { insuranceCheckId }))
    expect((await desk.post('company.writer', `RemoveCheck/${insuranceCheckId}`)).status).toBe(409)
    expect(
      (await desk.post('company.writer', 'SaveCheck', { ...announced, insuranceCheckId, amountReceived: 20 }))
        .status,
    ).toBe(409)
    expect(
      expectSuccess<Claim>(await desk.post('agency.write', `RemoveCheck/${insuranceCheckId}`)).checks,
    ).toEqual([])
  })

  test('a check to the owner does not count; one that covers an approval cannot be reduced', async () => {
    const id = await desk.underReview()
    expectSuccess(await desk.check(id, '1', 500, { checkToProduct: false }))
    const { checks } = expectSuccess<Claim>(await desk.check(id, '2', 400))
    const insuranceCheckId = checks.find((check) => check.number === '2')!.insuranceCheckId
    expect((await desk.claim(id)).balance).toMatchObject({ received: 400, held: 400 })
    await desk.approved(id, 300)
    for (const reply of [
      await desk.check(id, '2', 400, { insuranceCheckId, forwardedOn: '2026-11-16' }),
      await desk.check(id, '2', 299.99, { insuranceCheckId }),
      await desk.check(id, '2', 400, { insuranceCheckId, receivedOn: null }),
      await desk.post('agency.write', `RemoveCheck/${insuranceCheckId}`),
    ])
      expect(getReplyParts(reply)).toEqual([
        422,
        expect.stringContaining('$300.00 of payment requests are approved'),
      ])
    expect(expectSuccess<Claim>(await desk.check(id, '2', 300, { insuranceCheckId })).balance).toMatchObject({
      available: 0,
      held: 300,
    })
  })
})

describe('a payment request', () => {
  test('a request begun twice is one draft, and its missing fields are all reported at once', async () => {
    const id = await desk.submitted()
    const { insuranceRequestId } = expectSuccess<Request>(
      await desk.post('company.writer', `BeginRequest/${id}`),
    )
    expect(expectSuccess<Request>(await desk.post('company.writer', `BeginRequest/${id}`))).toMatchObject({
      insuranceRequestId,
    })
    const items = [{ invoiceDate: '2026-11-13', claimedAmount: 0, description: null, checkNumber: null }]
    const request = { insuranceRequestId, certified: false }
    expectSuccess(await desk.post('company.writer', 'SaveRequest', { request, items }))
    const refused = await desk.submitRequest(insuranceRequestId)
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        fields: {
          narrative: [expect.anything()],
          'items.0.description': [expect.anything()],
          'items.0.vendorId': [expect.anything()],
          'items.0.claimedAmount': ['Enter an amount above zero.'],
          'items.0.invoiceNumber': [expect.anything()],
          'items.0.invoiceDate': ['The invoice is older than the loss of 11/14/2026.'],
          'items.0.checkNumber': [expect.anything()],
          'items.0.documents': ['Attach the invoice, the check, and the photo.'],
          certified: ['Please certify the request.'],
        },
      }),
    ])
  })

  test('requests above the balance can be filed but not approved, also not two at once', async () => {
    const id = await desk.underReview()
    expectSuccess(await desk.check(id, '1', 1000))
    const [first, second] = [await desk.reviewed(id, 700), await desk.reviewed(id, 600)]
    const replies = await Promise.all(
      [first, second].map((number) => desk.requestStep('agency.manager', number, 5)),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422])
    expect((await desk.claim(id)).balance.available).toBeGreaterThanOrEqual(0)
    const loser = replies[0]!.status === 422 ? first : second
    const forced = { id: loser, statusId: 5, reason: 'Because of the test' }
    const reply = await portal.ask('agency.admin', 'POST', '/api/InsuranceRequest/ForceStatus', forced)
    expect(getReplyParts(reply)).toEqual([422, expect.stringContaining('more than the agency holds')])
    expect((await desk.submitRequest((await desk.draft(id, 5000)).insuranceRequestId)).status).toBe(200)
  })

  test('a request is not approved above the repair costs that the agency accepts', async () => {
    const id = await desk.underReview()
    expectSuccess(await desk.check(id, '1', 1000))
    const below = await desk.post('agency.write', 'SaveReview', { id, approvedAmount: -5 })
    expect(below.body).toMatchObject({ fields: { approvedAmount: [expect.stringContaining('0 or more')] } })
    expectSuccess(await desk.post('agency.write', 'SaveReview', { id, approvedAmount: 500 }))
    await desk.approved(id, 400)
    const { insuranceRequestId, items } = await desk.draft(id, 101)
    expectSuccess(await desk.submitRequest(insuranceRequestId))
    expectSuccess(await desk.requestStep('agency.write', insuranceRequestId, 3))
    const approvedAmounts = [{ itemId: items[0]!.insuranceRequestItemId, amount: 101 }]
    const reply = await desk.post('agency.write', 'ChangeRequestStatus', {
      requestId: insuranceRequestId,
      statusId: 4,
      approvedAmounts,
    })
    expect(getReplyParts(reply)).toEqual([422, expect.stringContaining('$501.00 would be approved')])
  })
})

test('a claim with a check cannot be recalled or denied; without it denial and reopening work', async () => {
  const id = await desk.submitted()
  const { checks } = expectSuccess<Claim>(await desk.check(id, '1', 10))
  expect(getReplyParts(await desk.post('company.writer', `UnSubmit/${id}`))).toEqual([
    422,
    expect.stringContaining('stays with the agency'),
  ])
  expectSuccess(await desk.step('agency.write', id, 3))
  expect(getReplyParts(await desk.step('agency.write', id, 6))).toEqual([
    422,
    expect.stringContaining('still holds $10.00'),
  ])
  const force = (statusId: number) =>
    desk.post('agency.admin', 'ForceStatus', { id, statusId, reason: 'Because of the test' })
  for (const statusId of [1, 5, 6]) expect((await force(statusId)).status).toBe(422)
  expectSuccess(await desk.post('agency.write', `RemoveCheck/${checks[0]!.insuranceCheckId}`))
  expect(expectSuccess<Claim>(await desk.step('agency.write', id, 6))).toMatchObject({
    statusLabel: 'Denied or withdrawn',
  })
  expect(expectSuccess<Claim>(await desk.step('agency.admin', id, 3)).statusId).toBe(3)
})

test('CALL-INS-11 to CALL-INS-13: an open claim is mailed, is a to-do, and accepts photos', async () => {
  const id = await desk.submitted()
  expectSuccess(await desk.check(id, '1', 12_345.67))
  expect((await desk.post('agency.write', `SendEmail/${id}`)).body).toBe(true)
  const { rows } = await portal.owner.query("select body_text from outbox where event = 'insurance.standing'")
  expect(rows[0].body_text).toContain('Held by the agency: $12,345.67')
  const toDos = async () =>
    JSON.stringify((await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo')).body)
  expect(await toDos()).toContain('Insurance check without payment request')
  expectSuccess(await desk.post('company.writer', `BeginRequest/${id}`))
  expect(await toDos()).not.toContain('Insurance check without payment request')
  const photo = { name: 'roof.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') }
  const add = () =>
    portal.upload(
      'company.writer',
      `/api/InsuranceClaim/AddDocument/${id}`,
      { documentType: 'Photo of the damage' },
      [photo],
    )
  expect((await add()).body).toMatchObject([{ fileName: 'roof.pdf' }])
  await portal.owner.query('update insurance_claim set status_id = 5')
  expect((await add()).status).toBe(409)
})

test('ENT-15: the items of a draft are stored in order, and omitted ones are deleted', async () => {
  const save = async (request: object, items: object[]) =>
    expectSuccess<Claim>(await desk.post('company.writer', 'SaveClaim', { request, items }))
  const first = await save(loss, [
    { items: 'Roof' },
    { items: 'Gutters', unitsAffected: '1-8', cause: 'Hail' },
  ])
  const { insuranceClaimId, version, items } = first
  const secondSave = await save({ insuranceClaimId, version }, [items[1]!, { items: 'Windows' }])
  expect(secondSave.items.map((item) => item.items)).toEqual(['Gutters', 'Windows'])
  expect(secondSave).toMatchObject({ checks: [], requests: [], needsInspection: true, noticeLate: true })
  expect((await desk.post('company.writer', `BeginRequest/${insuranceClaimId}`)).status).toBe(422)
})
