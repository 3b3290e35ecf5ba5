import { afterAll, beforeAll, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { CompletionDetail } from '../model/completions.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const requests = filing(() => portal)
const { roof, refrigerators, balance } = requests
const API_PATH = '/api/ReplacementReserveCompletion'
const post = (persona: string, tail: string, body: object = {}) =>
  portal.ask(persona, 'POST', `${API_PATH}/${tail}`, body)
const expectDetail = (reply: Reply): CompletionDetail => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as CompletionDetail
}
const getFields = (reply: Reply) => [
  reply.status,
  (reply.body as { fields?: Record<string, string[]> }).fields,
]

/** Work of $14,200 and $4,290, pre-approved at $14,000 and in full. */
async function createPreApprovedRequest() {
  const planned = [
    {
      ...roof,
      InvoiceNumber: null,
      InvoiceDate: null,
      CheckNumber: null,
      VendorId: 2,
      PayVendorDirectly: true,
    },
    { ...refrigerators, InvoiceNumber: null, InvoiceDate: null, CheckNumber: null },
  ]
  const request = await requests.save(planned, { requestType: 'Advance review' })
  await requests.attachAll(request, ['Bid', 'Bid', 'Bid', 'W-9'])
  const id = request.replacementReserveRequestId
  requests.detail(await requests.post('company.writer', `Submit/${id}`))
  requests.detail(await requests.post('agency.write', `StartReview/${id}`))
  const approvedAmounts = request.items.map((item, index) => ({
    itemId: item.replacementReserveRequestItemId,
    amount: index === 0 ? 14_000 : item.claimedAmount,
    denialReason: index === 0 ? 'The lowest bid' : null,
  }))
  requests.detail(
    await requests.post('agency.write', 'ChangeStatus', { statusId: 4, requestId: id, approvedAmounts }),
  )
  return requests.detail(
    await requests.post('agency.manager', 'ChangeStatus', { statusId: 5, requestId: id }),
  )
}

const attachDocuments = (id: number, kinds: readonly string[]) =>
  Promise.all(
    kinds.map(async (documentType) => {
      const content = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
      const file = { name: `${documentType}.pdf`, content }
      expect(
        (await portal.upload('company.writer', `${API_PATH}/AddDocument/${id}`, { documentType }, [file]))
          .status,
      ).toBe(200)
    }),
  )

test('an advance review releases nothing; completions release at most the pre-approval', async () => {
  const before = await balance()
  const request = await createPreApprovedRequest()
  const requestId = request.replacementReserveRequestId
  expect(request).toMatchObject({
    statusId: 5,
    statusLabel: 'Pre-approved',
    preApproved: true,
    due: [],
    approved: 18_290,
  })
  expect(await balance()).toBe(before)
  const letters = (
    await portal.ask('company.writer', 'GET', `/api/ReplacementReserve/GetLetterData/${requestId}`)
  ).body
  expect(JSON.stringify(letters)).toContain('Nothing is released yet.')
  const queue = (await portal.ask('agency.read', 'GET', '/api/ReplacementReserve/GetByStatus/5')).body
  expect(queue).toMatchObject([{ statusLabel: 'Pre-approved', paidDate: null }])

  expect((await post('company.reader', `Begin/${requestId}`)).status).toBe(403)
  expect((await post('other.user', `Begin/${requestId}`)).status).toBe(404)
  const created = expectDetail(await post('company.writer', `Begin/${requestId}`))
  const id = created.replacementReserveCompletionId
  expect(
    expectDetail(await post('company.writer', `Begin/${requestId}`)).replacementReserveCompletionId,
  ).toBe(id)
  expect(created.items.map((line) => [line.descriptionOfWork, line.remaining])).toEqual([
    ['Roof of building A', 14_000],
    ['6 refrigerators', 4290],
  ])
  const save = (items: object[], fields: object = {}) =>
    post('company.writer', 'SaveProgress', {
      request: { replacementReserveCompletionId: id, ...fields },
      items,
    })
  const [first, second] = created.items.map((line) => line.replacementReserveCompletionItemId)
  expect((await save([{ invoicedAmount: 5 }])).status).toBe(400)
  const line = { invoiceNumber: 'W-1', invoiceDate: '2026-11-10', payVendorDirectly: true }
  expectDetail(
    await save([{ ...line, replacementReserveCompletionItemId: first, invoicedAmount: 14_000.01 }], {
      completedOn: '2026-11-17',
    }),
  )
  expect(getFields(await post('company.writer', `Submit/${id}`))).toEqual([
    422,
    {
      completedOn: ['The work is filed once it is completed; the day is in the future.'],
      'items.0.invoicedAmount': ['No more than the $14,000.00 that remain pre-approved can be released.'],
      'documents.Invoice': ['Attach the invoice.'],
      'documents.Photo': ['Attach the photo.'],
      'documents.W-9': ['Attach the W-9.'],
      certified: ['Please certify the completion.'],
    },
  ])
  expectDetail(
    await save(
      [
        { ...line, replacementReserveCompletionItemId: first, invoicedAmount: 13_500 },
        { replacementReserveCompletionItemId: second },
      ],
      { completedOn: '2026-11-12', certified: true },
    ),
  )
  await attachDocuments(id, ['Invoice', 'Photo', 'W-9'])
  expectDetail(await post('company.writer', `Submit/${id}`))
  // A request with a submitted completion cannot be reopened.
  const reopened = await requests.post('agency.admin', 'ChangeStatus', {
    statusId: 3,
    requestId,
    reason: 'Wrong',
  })
  expect(reopened).toMatchObject({
    status: 422,
    body: { fields: { '': [`Completion RC-${id} draws on this request; reopen and return it first.`] } },
  })

  const takeStep = (persona: string, statusId: number, reason?: string) =>
    post(persona, 'ChangeStatus', { id, statusId, reason })
  expectDetail(await takeStep('agency.write', 3))
  const releaseFirst = (amount: number) => ({ itemId: first!, amount })
  expect(
    (await post('agency.write', 'SaveReview', { id, releasedAmounts: [releaseFirst(13_500.01)] })).status,
  ).toBe(422)
  const none = { itemId: second!, amount: 0 }
  expectDetail(
    await post('agency.write', 'SaveReview', { id, releasedAmounts: [releaseFirst(13_500), none] }),
  )
  expect(
    expectDetail(await portal.ask('company.writer', 'GET', `${API_PATH}/GetRequest/${id}`)).released,
  ).toBeNull()
  expectDetail(await takeStep('agency.write', 4))
  expect(expectDetail(await takeStep('agency.manager', 5))).toMatchObject({
    statusLabel: 'Released',
    released: 13_500,
    due: [{ vendorId: 2, payee: 'Test Appliances', due: 13_500 }],
  })
  expect(await balance()).toBe(before - 13_500)

  // A second completion claims the remaining amount. Reopening it puts back only its own release.
  const next = expectDetail(await post('company.writer', `Begin/${requestId}`))
  expect(next.items.map((item) => item.remaining)).toEqual([500, 4290])
  const nextId = next.replacementReserveCompletionId
  const ownItemId = next.items[1]!.replacementReserveCompletionItemId
  const filed = {
    ...line,
    payVendorDirectly: false,
    checkNumber: '88',
    invoiceNumber: 'W-2',
    invoicedAmount: 4000,
  }
  expectDetail(
    await post('company.writer', 'SaveProgress', {
      request: { replacementReserveCompletionId: nextId, completedOn: '2026-11-12', certified: true },
      items: [{ ...filed, replacementReserveCompletionItemId: ownItemId }],
    }),
  )
  await attachDocuments(nextId, ['Invoice', 'Photo', 'Check'])
  expectDetail(await post('company.writer', `Submit/${nextId}`))
  const changeStatus = (persona: string, statusId: number) =>
    post(persona, 'ChangeStatus', { id: nextId, statusId, reason: 'Undone' })
  expectDetail(await changeStatus('agency.write', 3))
  const releasedAmounts = next.items.map((item) => ({
    itemId: item.replacementReserveCompletionItemId,
    amount: item.replacementReserveCompletionItemId === ownItemId ? 4000 : 0,
  }))
  expectDetail(await post('agency.write', 'SaveReview', { id: nextId, releasedAmounts }))
  expectDetail(await changeStatus('agency.write', 4))
  expectDetail(await changeStatus('agency.manager', 5))
  expect(await balance()).toBe(before - 17_500)
  expectDetail(await changeStatus('agency.admin', 3))
  expect(await balance()).toBe(before - 13_500)
})

test('an advance review that was released at its approval cannot be completed', async () => {
  await portal.owner.query(`insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id, request_type, status_id, decided)
    overriding system value values (7, 1, 1, 'Advance review', 5, now())`)
  expect((await post('company.writer', 'Begin/7')).status).toBe(422)
})

test('the agency grants the exception for an old invoice on the draft of a completion, which can then be submitted', async () => {
  const { replacementReserveRequestId: advanceId } = await createPreApprovedRequest()
  const draft = expectDetail(await post('company.writer', `Begin/${advanceId}`))
  const requestId = draft.replacementReserveCompletionId
  const saveLine = (invoiceDate: string) =>
    post('company.writer', 'SaveProgress', {
      request: { replacementReserveCompletionId: requestId, completedOn: '2026-11-12', certified: true },
      items: [
        {
          replacementReserveCompletionItemId: draft.items[0]!.replacementReserveCompletionItemId,
          invoiceNumber: 'W-OLD',
          invoiceDate,
          payVendorDirectly: true,
          invoicedAmount: 100,
        },
      ],
    })
  const grant = { requestId, granted: true, reason: 'The roofer billed late.' }
  expectDetail(await saveLine('2026-11-10'))
  expect((await post('agency.write', 'GrantException', grant)).status).toBe(422)
  expectDetail(await saveLine('2025-10-01'))
  await attachDocuments(requestId, ['Invoice', 'Photo', 'W-9'])
  const submit = () => post('company.writer', `Submit/${requestId}`)
  expect(getFields(await submit())).toEqual([
    422,
    { 'items.0.invoiceDate': [expect.stringContaining('without an exception by the agency')] },
  ])
  expect((await post('company.admin', 'GrantException', grant)).status).toBe(403)
  expect(expectDetail(await post('agency.write', 'GrantException', grant))).toMatchObject({
    submittedAsException: true,
    exceptionReason: grant.reason,
  })
  const mails = await portal.owner.query(
    `select subject from outbox where event = 'completion.exceptionGranted'`,
  )
  expect(mails.rows).toEqual([
    { subject: `RC-${requestId}, Maple Grove Apartments: exception for old invoices granted` },
  ])
  expect(expectDetail(await submit())).toMatchObject({ statusId: 2, exceptionReason: grant.reason })
})
