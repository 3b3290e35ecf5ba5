import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { PaymentsOfRequest } from '../model/entities.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Other tests cover payees that wait for a second person, so the setting is off here.
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
  )
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { post, detail, refrigerators, roof, submitted } = filing(() => portal)
const postPayment = (name: string, body: object, persona = 'agency.write') =>
  portal.ask(persona, 'POST', `/api/Payment/${name}`, body)
const readPayments = (reply: Reply): PaymentsOfRequest => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as PaymentsOfRequest
}
const findFaults = (reply: Reply) => [reply.status, (reply.body as { fields?: object }).fields]

/**
 * Approves a request in full. The property paid the refrigerators ($4,290) itself, and the vendor is paid
 * the roof ($14,200) directly.
 */
async function approveRequest(): Promise<number> {
  const request = await submitted([
    { ...refrigerators, InvoiceNumber: `F-${Math.random()}` },
    { ...roof, InvoiceNumber: `R-${Math.random()}`, PayVendorDirectly: true, VendorId: 1 },
  ])
  const id = request.replacementReserveRequestId
  const approvedAmounts = request.items.map((item) => ({
    itemId: item.replacementReserveRequestItemId,
    amount: item.claimedAmount,
  }))
  detail(await post('agency.write', `StartReview/${id}`))
  detail(await post('agency.write', 'ChangeStatus', { statusId: 4, requestId: id, approvedAmounts }))
  detail(await post('agency.manager', 'ChangeStatus', { statusId: 5, requestId: id }))
  return id
}

const buildTarget = (requestId: number, vendorId: number | null = null) => ({
  moduleName: 'Replacement_Reserve',
  requestId,
  vendorId,
})

describe('payments of approved amounts', () => {
  test('payments are limited to the unpaid amount of their payee, dated between approval and today, and mailed', async () => {
    const id = await approveRequest()
    const check = { amount: 4000, paidOn: '2026-11-16', checkNumber: '9001' }
    expect(
      findFaults(
        await postPayment('Record', { ...buildTarget(id), ...check, amount: 4290.01, paidOn: '2026-11-15' }),
      ),
    ).toEqual([
      422,
      {
        amount: ['Amount: only $4,290.00 is approved and unpaid for Maple Grove Apartments.'],
        paidOn: ['Paid on: it was approved on 11/16/2026 and cannot be paid before.'],
      },
    ])
    expect(
      findFaults(await postPayment('Record', { ...buildTarget(id), ...check, paidOn: '2026-11-17' })),
    ).toEqual([422, { paidOn: ['Paid on: the day is in the future.'] }])
    expect(findFaults(await postPayment('Record', { ...buildTarget(id, 2), ...check }))[0]).toBe(422)
    expect((await postPayment('Record', { ...buildTarget(id), ...check }, 'company.admin')).status).toBe(403)
    readPayments(await postPayment('Record', { ...buildTarget(id), ...check }))
    expect(findFaults(await postPayment('Record', { ...buildTarget(id), ...check, amount: 100 }))).toEqual([
      422,
      { checkNumber: ['Check number: 9001 is noted already.'] },
    ])
    const { due, payments } = readPayments(
      await postPayment('Record', { ...buildTarget(id, 1), ...check, amount: 14_200 }),
    )
    expect(due).toEqual([
      { vendorId: null, payee: 'Maple Grove Apartments', approved: 4290, due: 290 },
      { vendorId: 1, payee: 'Test Roofing', approved: 14_200, due: 0 },
    ])
    expect(payments.map((postPayment) => [postPayment.payee, postPayment.amount])).toEqual([
      ['Test Roofing', 14_200],
      ['Maple Grove Apartments', 4000],
    ])
    const mails = await portal.owner.query(
      "select subject, body_text from outbox where event = 'reserve.paid' order by 1",
    )
    expect(mails.rows).toHaveLength(2)
    expect(mails.rows[0].subject).toBe(`R-${id}, Maple Grove Apartments: check mailed`)
    // The company reads the payments, and a request with payments cannot be reopened.
    const companyDetail = detail(
      await portal.ask('company.reader', 'GET', `/api/ReplacementReserve/GetRequest/${id}`),
    )
    expect(companyDetail).toMatchObject({ mayPay: false, payments: [{ amount: 14_200 }, { amount: 4000 }] })
    expect(
      (await post('agency.admin', 'ChangeStatus', { statusId: 3, requestId: id, reason: 'Wrong' })).status,
    ).toBe(422)
  })

  test('payments are voided, reissued and corrected with a reason, and a request reopens once all are void', async () => {
    const id = await approveRequest()
    const check = { amount: 4290, paidOn: '2026-11-16', checkNumber: '9101' }
    const first = readPayments(await postPayment('Record', { ...buildTarget(id), ...check })).payments[0]!
    expect(findFaults(await postPayment('Void', { paymentId: first.paymentId, reason: ' ' }))).toEqual([
      422,
      { reason: ['Reason: *Field is required'] },
    ])
    const again = { paymentId: first.paymentId, paidOn: '2026-11-16', reason: 'Lost in the mail' }
    expect(findFaults(await postPayment('Reissue', { ...again, checkNumber: '9101' }))[0]).toBe(422)
    const [second, old] = readPayments(
      await postPayment('Reissue', { ...again, checkNumber: '9102' }),
    ).payments
    expect(second).toMatchObject({ amount: 4290, replacesId: first.paymentId, voidedOn: null })
    expect(old).toMatchObject({ voidedOn: '2026-11-16', voidReason: 'Lost in the mail' })
    expect((await postPayment('Void', { paymentId: first.paymentId, reason: 'Twice' })).status).toBe(409)
    const wrong = {
      paymentId: second!.paymentId,
      payee: 'Grove Partners',
      paidOn: '2026-11-16',
      checkNumber: '9103',
    }
    expect(findFaults(await postPayment('Correct', { ...wrong, amount: 4290.01, reason: 'Typing' }))[0]).toBe(
      422,
    )
    const corrected = readPayments(await postPayment('Correct', { ...wrong, amount: 4200, reason: 'Typing' }))
    expect(corrected.due.find((item) => item.vendorId === null)?.due).toBe(90)
    expect(
      readPayments(await postPayment('Void', { paymentId: second!.paymentId, reason: 'Stopped' })).due[0]
        ?.due,
    ).toBe(4290)
    const lines = (await portal.ask('company.reader', 'GET', `/api/ReplacementReserve/GetHistory/${id}`)).body
    expect(JSON.stringify(lines)).toContain('"amount":[4290,4200]')
    detail(
      await post('agency.admin', 'ChangeStatus', {
        statusId: 3,
        requestId: id,
        reason: 'Everything is void',
      }),
    )
  })

  test("payments are recorded from accounting's file row by row, with a reason for each refused row", async () => {
    const id = await approveRequest()
    const batch = (await portal.ask('agency.read', 'GET', '/api/Payment/GetUnpaid')).body as object[]
    expect(batch.filter((line) => (line as { requestId: number }).requestId === id)).toMatchObject([
      { requestNumber: `R-${id}`, payee: 'Maple Grove Apartments', amount: 4290, approvedOn: '2026-11-16' },
      { requestNumber: `R-${id}`, payee: 'Test Roofing', amount: 14_200, vendorId: 1 },
    ])
    expect((await portal.ask('company.admin', 'GET', '/api/Payment/GetUnpaid')).status).toBe(403)
    const row = {
      request: `r-${id}`,
      payee: 'test roofing',
      amount: 14_200,
      paidOn: '2026-11-16',
      checkNumber: '77',
    }
    const rows = [
      { ...row, line: 2, payee: 'Somebody' },
      { ...row, line: 3 },
      { ...row, line: 4 },
      { ...row, line: 5, payee: 'Maple Grove Apartments', amount: 5000 },
      { ...row, line: 6, request: 'R-99999' },
    ]
    const reply = await postPayment('Import', { rows })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const refused = reply.body as { line: number; faults: string[] }[]
    expect(refused.map((item) => item.line).sort()).toEqual([2, 4, 5, 6])
    expect(refused.find((item) => item.line === 2)?.faults).toEqual([
      `r-${id} pays Maple Grove Apartments and Test Roofing, not Somebody.`,
    ])
    const payload = (await portal.ask('agency.read', 'GET', '/api/Payment/GetUnpaid')).body as {
      requestId: number
    }[]
    expect(payload.filter((line) => line.requestId === id)).toHaveLength(1)
  })
})
