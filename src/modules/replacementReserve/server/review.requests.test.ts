import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Detail } from './detail.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { path, post, detail, roof, save, attachAll, submitted, balance, mails, hard } = filing(() => portal)

describe('duplicate invoices', () => {
  test('DUP-01 and DUP-05: the same invoice elsewhere needs a comment and is shown with its request', async () => {
    const first = await submitted([{ ...roof, InvoiceNumber: 'DUP-0042' }])
    const second = await save([{ ...roof, InvoiceNumber: ' dup 0042 ' }])
    expect(hard(second)).toMatchObject([{ requestId: first.replacementReserveRequestId, propertyId: 1 }])
    await attachAll(second)
    const refused = await post('company.writer', `Submit/${second.replacementReserveRequestId}`)
    expect((refused.body as { faults: { field: string }[] }).faults.map((fault) => fault.field)).toEqual([
      'items.0.duplicateInvoiceComment',
    ])
    const item = second.items[0]!
    detail(
      await post('company.writer', 'SaveReplacementProgress', {
        request: { replacementReserveRequestId: second.replacementReserveRequestId },
        items: [
          {
            replacementReserveRequestItemId: item.replacementReserveRequestItemId,
            duplicateInvoiceComment: 'Second instalment',
          },
        ],
      }),
    )
    expect(detail(await post('company.writer', `Submit/${second.replacementReserveRequestId}`)).statusId).toBe(2)
    const check = await portal.ask('company.writer', 'POST', `${path}/CheckForReplacementDuplicates`, {
      invoiceNumber: 'dup0042',
      invoiceDate: '10/01/2026',
      VendorId: 1,
      itemId: 0,
    })
    expect((check.body as { kind: string }[]).filter((match) => match.kind === 'hard')).toHaveLength(2)
  })

  test('a neighbour’s claim is not shown to a company, but to the agency', async () => {
    const theirs = detail(
      await portal.ask('other.user', 'POST', `${path}/SaveReplacementProgress`, {
        request: { projectId: 4 },
        items: [{ ...roof, InvoiceNumber: 'SECRET-9' }],
      }),
    )
    const mine = await save([{ ...roof, InvoiceNumber: 'SECRET-9' }])
    expect(hard(mine)).toEqual([])
    const seen = (await portal.ask('agency.read', 'GET', `${path}/GetRequest/${mine.replacementReserveRequestId}`))
      .body as Detail
    expect(hard(seen).map((match) => match.requestId)).toEqual([theirs.replacementReserveRequestId])
  })

  test('a denied invoice may be claimed again', async () => {
    const first = await submitted([{ ...roof, InvoiceNumber: 'AGAIN-1' }])
    detail(await post('agency.write', `StartReview/${first.replacementReserveRequestId}`))
    detail(
      await post('agency.write', 'ChangeStatus', {
        statusID: 6,
        requestId: first.replacementReserveRequestId,
        reason: 'No photo',
      }),
    )
    expect(hard(await save([{ ...roof, InvoiceNumber: 'AGAIN-1' }]))).toEqual([])
  })
})

describe('return, recall, review', () => {
  test('ST-08 recalled reads Unsubmitted; a return carries its reason to the company', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    expect(detail(await post('company.writer', `UnSubmit/${id}`))).toMatchObject({
      statusId: 1,
      statusLabel: 'Unsubmitted',
      canEdit: true,
    })
    detail(await post('company.writer', `Submit/${id}`))
    expect((await post('agency.write', `UnSubmit/${id}`)).status).toBe(400)
    const returned = detail(await post('agency.write', `UnSubmit/${id}`, { reason: 'The photo is missing.' }))
    expect(returned).toMatchObject({ statusId: 1, returnReason: 'The photo is missing.' })
    const last = (await mails(id)).at(-1)!
    expect(last.event).toBe('reserve.returned')
    expect(last.recipients.map((one) => one.email)).toContain('primary@one.example')
  })

  test('two reviewers at once: the second is told who changed it', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    const started = detail(await post('agency.write', `StartReview/${id}`))
    const amounts = (amount: number) => ({
      requestId: id,
      version: started.version,
      approvedAmounts: [{ itemId: request.items[0]!.replacementReserveRequestItemId, amount, denialReason: 'x' }],
    })
    detail(await post('agency.write', 'SaveReplacementReview', amounts(10)))
    const second = await post('agency.second', 'SaveReplacementReview', amounts(20))
    expect(second.status).toBe(409)
    expect((second.body as { message: string }).message).toMatch(/^Agency Write changed this record at /)
  })

  test('approved amounts lie between zero and the claim, and a reduction needs its reason', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.write', `StartReview/${id}`))
    const itemId = request.items[0]!.replacementReserveRequestItemId
    for (const amount of [-1, request.claimed + 0.01]) {
      expect(
        (await post('agency.write', 'SaveReplacementReview', { requestId: id, approvedAmounts: [{ itemId, amount }] }))
          .status,
      ).toBe(422)
    }
    detail(
      await post('agency.write', 'SaveReplacementReview', { requestId: id, approvedAmounts: [{ itemId, amount: 1 }] }),
    )
    expect((await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id })).status).toBe(422)
  })

  test('what the reviewer notes is not shown to the company before the decision', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.write', `StartReview/${id}`))
    detail(
      await post('agency.write', 'SaveReplacementReview', {
        requestId: id,
        agencyComments: 'Ask the inspector',
        approvedAmounts: [{ itemId: request.items[0]!.replacementReserveRequestItemId, amount: 7 }],
      }),
    )
    const seen = (await portal.ask('company.reader', 'GET', `${path}/GetRequest/${id}`)).body as Detail
    expect(seen).toMatchObject({ agencyComments: null, approved: 0, canEdit: false, actions: [] })
    expect(seen.items[0]!.approvedAmount).toBeNull()
    const history = (persona: string) => portal.ask(persona, 'GET', `${path}/GetHistory/${id}`)
    expect(JSON.stringify((await history('agency.read')).body)).toMatch(
      /Ask the inspector.*approved_amount|approved_amount.*Ask the inspector/,
    )
    expect(JSON.stringify((await history('company.reader')).body)).not.toMatch(/Ask the inspector|approved_amount/)
  })

  test('a denied request grants nothing, whatever amounts the reviewer had noted; reopened, they are there again', async () => {
    const filed = await submitted([{ ...roof, InvoiceNumber: 'DENIED-1' }])
    const id = filed.replacementReserveRequestId
    await post('agency.write', `StartReview/${id}`)
    const amounts = filed.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount,
    }))
    await post('agency.write', 'SaveReplacementReview', { requestId: id, approvedAmounts: amounts })
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 6, reason: 'Not eligible' }))
    for (const persona of ['company.writer', 'agency.read'] as const) {
      const seen = (await portal.ask(persona, 'GET', `${path}/GetRequest/${id}`)).body as Detail
      expect({ approved: seen.approved, item: seen.items[0]!.approvedAmount }).toEqual({ approved: 0, item: 0 })
    }
    const reopened = detail(
      await post('agency.admin', 'ChangeStatus', { requestId: id, statusId: 3, reason: 'Appeal' }),
    )
    expect(reopened.approved).toBe(filed.claimed)
  })

  test('PER-18 AdminChangeStatus is the administrator’s, and keeps the ledger true', async () => {
    const before = await balance()
    const request = await submitted()
    const id = request.replacementReserveRequestId
    expect((await portal.ask('agency.write', 'GET', `${path}/AdminChangeStatus/${id}/6`)).status).toBe(403)
    expect(detail(await portal.ask('agency.admin', 'GET', `${path}/AdminChangeStatus/${id}/5`)).statusId).toBe(5)
    expect(await balance()).toBe(before)
    expect(detail(await portal.ask('agency.admin', 'GET', `${path}/AdminChangeStatus/${id}/2`)).statusId).toBe(2)
  })
})
