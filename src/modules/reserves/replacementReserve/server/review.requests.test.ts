import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Detail } from '../model/requests.ts'

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
            duplicateInvoiceComment: 'Second installment',
          },
        ],
      }),
    )
    expect(
      detail(await post('company.writer', `Submit/${second.replacementReserveRequestId}`)).statusId,
    ).toBe(2)
    const check = await portal.ask('company.writer', 'POST', `${path}/CheckForReplacementDuplicates`, {
      invoiceNumber: 'dup0042',
      invoiceDate: '10/01/2026',
      VendorId: 1,
      itemId: 0,
    })
    expect((check.body as { kind: string }[]).filter((match) => match.kind === 'hard')).toHaveLength(2)
  })

  test('a neighbor’s draft is no claim; once submitted, a company is told of it without seeing it, and the agency sees it', async () => {
    const theirs = detail(
      await portal.ask('other.user', 'POST', `${path}/SaveReplacementProgress`, {
        request: { projectId: 4 },
        items: [{ ...roof, InvoiceNumber: 'SECRET-9' }],
      }),
    )
    const mine = await save([{ ...roof, InvoiceNumber: 'SECRET-9' }])
    expect(hard(mine)).toEqual([])
    const id = theirs.replacementReserveRequestId
    await portal.owner.query('update invoice set claimed = true where request_id = $1', [id])
    const read = async (persona: string) =>
      detail(await portal.ask(persona, 'GET', `${path}/GetRequest/${mine.replacementReserveRequestId}`))
    const [match] = hard(await read('company.writer'))
    expect(match).toMatchObject({ propertyName: '', requestId: 0, path: '', amount: null })
    const submitted = await post('company.writer', `Submit/${mine.replacementReserveRequestId}`)
    expect((submitted.body as { fields: object }).fields).toHaveProperty(['items.0.duplicateInvoiceComment'])
    const agencyDetail = await read('agency.read')
    expect(hard(agencyDetail).map((match) => match.requestId)).toEqual([theirs.replacementReserveRequestId])
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
    expect(last.recipients.map((recipient) => recipient.email)).toContain('primary@one.example')
  })

  test('two reviewers at once: the second is told who changed it', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    const started = detail(await post('agency.write', `StartReview/${id}`))
    const amounts = (amount: number) => ({
      id,
      version: started.version,
      approvedAmounts: [
        { itemId: request.items[0]!.replacementReserveRequestItemId, amount, denialReason: 'x' },
      ],
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
        (await post('agency.write', 'SaveReplacementReview', { id, approvedAmounts: [{ itemId, amount }] }))
          .status,
      ).toBe(422)
    }
    detail(
      await post('agency.write', 'SaveReplacementReview', { id, approvedAmounts: [{ itemId, amount: 1 }] }),
    )
    expect((await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id })).status).toBe(422)
  })

  test('what the reviewer notes is not shown to the company before the decision', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.write', `StartReview/${id}`))
    detail(
      await post('agency.write', 'SaveReplacementReview', {
        id,
        agencyComments: 'Ask the inspector',
        approvedAmounts: [{ itemId: request.items[0]!.replacementReserveRequestItemId, amount: 7 }],
      }),
    )
    const payload = (await portal.ask('company.reader', 'GET', `${path}/GetRequest/${id}`)).body as Detail
    expect(payload).toMatchObject({ agencyComments: null, approved: null, canEdit: false, actions: [] })
    expect(payload.items[0]!.approvedAmount).toBeNull()
    const history = (persona: string) => portal.ask(persona, 'GET', `${path}/GetHistory/${id}`)
    expect(JSON.stringify((await history('agency.read')).body)).toMatch(
      /Ask the inspector.*approved_amount|approved_amount.*Ask the inspector/,
    )
    expect(JSON.stringify((await history('company.reader')).body)).not.toMatch(
      /Ask the inspector|approved_amount/,
    )
  })

  test('a denied request grants nothing, whatever amounts the reviewer had noted; reopened, they are there again', async () => {
    const filed = await submitted([{ ...roof, InvoiceNumber: 'DENIED-1' }])
    const id = filed.replacementReserveRequestId
    await post('agency.write', `StartReview/${id}`)
    const amounts = filed.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount,
    }))
    await post('agency.write', 'SaveReplacementReview', { id, approvedAmounts: amounts })
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 6, reason: 'Not eligible' }))
    for (const persona of ['company.writer', 'agency.read'] as const) {
      const payload = (await portal.ask(persona, 'GET', `${path}/GetRequest/${id}`)).body as Detail
      expect({ approved: payload.approved, item: payload.items[0]!.approvedAmount }).toEqual({
        approved: 0,
        item: 0,
      })
    }
    const reopened = detail(
      await post('agency.admin', 'ChangeStatus', { requestId: id, statusId: 3, reason: 'Appeal' }),
    )
    expect(reopened.approved).toBe(filed.claimed)
  })

  test('PER-18 a status is forced by the administrator alone, with a reason, and the ledger stays true', async () => {
    const before = await balance()
    const id = (await submitted()).replacementReserveRequestId
    const force = (persona: string, status: number, reason = '?reason=Asked%20for') =>
      portal.ask(persona, 'GET', `${path}/AdminChangeStatus/${id}/${status}${reason}`)
    expect((await force('agency.write', 6)).status).toBe(403)
    // A call that the documents give no body has no place for a reason: the record says that none was given.
    expect(detail(await force('agency.admin', 6, '')).statusId).toBe(6)
    const history = await portal.ask('agency.read', 'GET', `${path}/GetHistory/${id}`)
    expect(JSON.stringify(history.body)).toContain('No reason given.')
    expect(detail(await force('agency.admin', 2)).statusId).toBe(2)
    expect(await balance()).toBe(before)
  })

  test('domain 48.4: a person who wrote an approved amount last is not the second person who approves it', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    const amounts = (amount: number) => [
      {
        itemId: request.items[0]!.replacementReserveRequestItemId,
        amount,
        denialReason: amount < request.claimed ? 'Less was agreed' : null,
      },
    ]
    await post('agency.write', `StartReview/${id}`)
    detail(await post('agency.admin', 'SaveReplacementReview', { id, approvedAmounts: amounts(1) }))
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 4 }))
    const refusedReply = await post('agency.admin', 'ChangeStatus', { requestId: id, statusId: 5 })
    expect([refusedReply.status, JSON.stringify(refusedReply.body)]).toEqual([
      403,
      expect.stringContaining('You entered something that this decision rests on'),
    ])
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 3, reason: 'Again' }))
    detail(
      await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 4, approvedAmounts: amounts(2) }),
    )
    detail(await post('agency.admin', 'ChangeStatus', { requestId: id, statusId: 5 }))
  })

  test('money that no second person has seen is never moved by force', async () => {
    const before = await balance()
    const request = await submitted()
    const id = request.replacementReserveRequestId
    const force = async (persona: string) =>
      (await portal.ask(persona, 'GET', `${path}/AdminChangeStatus/${id}/5?reason=Urgent`)).status
    expect(await force('agency.admin')).toBe(422)
    await post('agency.write', `StartReview/${id}`)
    const approvedAmounts = [
      { itemId: request.items[0]!.replacementReserveRequestItemId, amount: request.claimed },
    ]
    expect(await force('agency.admin')).toBe(422)
    detail(await post('agency.admin', 'ChangeStatus', { requestId: id, statusId: 4, approvedAmounts }))
    // The administrator reviewed it: the same person forcing it would be alone.
    expect(await force('agency.admin')).toBe(422)
    expect(await balance()).toBe(before)
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 3, reason: 'Look again' }))
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 4 }))
    // Forced back and forth by one person, with other amounts between, it is that person's review.
    const forceTo = (status: number) =>
      portal.ask('agency.admin', 'GET', `${path}/AdminChangeStatus/${id}/${status}?reason=Again`)
    detail(await forceTo(3))
    detail(
      await post('agency.admin', 'SaveReplacementReview', {
        id,
        approvedAmounts: [{ ...approvedAmounts[0], amount: 1, denialReason: 'x' }],
      }),
    )
    detail(await forceTo(4))
    expect(await force('agency.admin')).toBe(422)
    detail(await forceTo(3))
    detail(await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 4, approvedAmounts }))
    expect(await balance()).toBe(before)
    expect(await force('agency.admin')).toBe(200)
    expect(await balance()).toBe(before - request.claimed)
  })

  test('approved amounts stand once the review is finished; approving with others is refused and says so', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    const itemId = request.items[0]!.replacementReserveRequestItemId
    const amounts = (amount: number) => [{ itemId, amount, denialReason: 'Half' }]
    await post('agency.write', `StartReview/${id}`)
    detail(
      await post('agency.write', 'ChangeStatus', {
        requestId: id,
        statusId: 4,
        approvedAmounts: amounts(100),
      }),
    )
    const saved = await post('agency.write', 'SaveReplacementReview', { id, approvedAmounts: amounts(200) })
    const approved = await post('agency.manager', 'ChangeStatus', {
      requestId: id,
      statusId: 5,
      approvedAmounts: amounts(200),
    })
    for (const refused of [saved, approved]) {
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({ message: expect.stringContaining('Send it back to review') })
    }
    const approval = { requestId: id, statusId: 5, approvedAmounts: amounts(100) }
    expect(detail(await post('agency.manager', 'ChangeStatus', approval)).approved).toBe(100)
  })

  test('a request goes to an analyst of the agency and to nobody else', async () => {
    const id = (await submitted()).replacementReserveRequestId
    const assign = (userId: number | null, persona = 'agency.write') =>
      post(persona, 'AssignReviewer', { id, userId })
    expect(detail(await assign(10))).toMatchObject({
      reviewerId: 10,
      reviewerName: 'Agency Second',
      statusId: 2,
    })
    for (const other of [3, 5, 999_999]) expect((await assign(other)).status).toBe(400)
    expect((await assign(2, 'agency.read')).status).toBe(403)
    expect(detail(await assign(null)).reviewerId).toBeNull()
  })

  test('an ordinary call that names a status no step leads to is refused, and forces nothing', async () => {
    const id = (await submitted()).replacementReserveRequestId
    for (const statusId of [4, 5, 6])
      expect(
        (await post('agency.admin', 'ChangeStatus', { requestId: id, statusId, reason: 'x' })).status,
      ).toBe(409)
  })
})
