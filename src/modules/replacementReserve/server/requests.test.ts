import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { Detail } from './detail.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const path = '/api/ReplacementReserve'
const post = (persona: string, call: string, body: unknown = {}): Promise<Reply> =>
  portal.ask(persona, 'POST', `${path}/${call}`, body)
const detail = (reply: Reply): Detail => {
  expect(reply.body).toMatchObject({})
  if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply.body as Detail
}

const refrigerators = {
  CategoryId: 3,
  DescriptionOfWork: '6 refrigerators',
  Location: 'Units 1–6',
  Age: 14,
  VendorId: 2,
  InvoiceNumber: 'A-100',
  InvoiceDate: '10/05/2026',
  CheckNumber: '501',
  ClaimedAmount: '$4,290.00',
}
const roof = {
  CategoryId: 1,
  DescriptionOfWork: 'Roof of building A',
  Location: 'Building A',
  Age: 22,
  VendorId: 1,
  InvoiceNumber: 'R-7',
  InvoiceDate: '2026-10-01',
  CheckNumber: '502',
  ClaimedAmount: 14200,
}
const paint = {
  CategoryId: 13,
  DescriptionOfWork: 'Paint',
  Location: 'Hall',
  Age: 5,
  VendorId: 1,
  InvoiceNumber: 'R-8',
  InvoiceDate: '2026-10-02',
  CheckNumber: '503',
  ClaimedAmount: 410,
}

/** A request of Maple Grove as the specification's payload has it. */
const save = async (items: object[], request: object = {}): Promise<Detail> =>
  detail(
    await post('company.writer', 'SaveReplacementProgress', {
      request: {
        ReplacementReserveRequestId: 0,
        ProjectId: 1,
        Description: 'Autumn works',
        Certified: true,
        ...request,
      },
      items,
      type: 'progress',
      itemDeleteIndexes: [],
    }),
  )

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
async function attachAll(request: Detail, kinds = ['Invoice', 'Check', 'Photo']): Promise<void> {
  for (const item of request.items) {
    for (const documentType of kinds) {
      const reply = await portal.upload(
        'company.writer',
        `${path}/ReplacementReserveFileUpload`,
        {
          moduleId: String(request.replacementReserveRequestId),
          subModuleId: String(item.replacementReserveRequestItemId),
          documentType,
        },
        [{ name: `${documentType}.pdf`, content: pdf }],
      )
      expect(reply.status).toBe(200)
    }
  }
}

async function submitted(items: object[] = [{ ...roof, InvoiceNumber: crypto.randomUUID() }]): Promise<Detail> {
  const request = await save(items)
  await attachAll(request)
  return detail(await post('company.writer', `Submit/${request.replacementReserveRequestId}`))
}

const balance = async (): Promise<number> =>
  Number(
    (await portal.owner.query('select sum(amount) as sum from reserve_entry where reserve_account_id = 1')).rows[0].sum,
  )
const mails = async (requestId: number): Promise<{ event: string; recipients: { email: string; kind?: string }[] }[]> =>
  (
    await portal.owner.query(
      `select event, recipients from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
      [requestId],
    )
  ).rows

describe('the main job', () => {
  test('ENT-16, ENT-17: filed, reviewed item by item, approved; letter, balance, mails and history agree (worked example of 11.5)', async () => {
    const saved = await save([refrigerators, roof, paint])
    expect(saved).toMatchObject({ statusId: 1, statusLabel: 'Not Submitted', claimed: 18_900, canEdit: true })
    expect(saved.items.map((item) => item.invoiceDate)).toEqual(['2026-10-05', '2026-10-01', '2026-10-02'])
    await attachAll(saved)
    const id = saved.replacementReserveRequestId
    const filed = detail(await post('company.writer', `Submit/${id}`))
    expect(filed).toMatchObject({
      statusId: 2,
      statusLabel: 'Submitted (not reviewed)',
      canEdit: false,
      balanceAtSubmit: 62_400,
      submittedByName: 'Company Writer',
    })

    detail(await post('agency.write', `StartReview/${id}`))
    const amounts = filed.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount === 410 ? 0 : item.claimedAmount,
      denialReason: item.claimedAmount === 410 ? 'Repainting is an operating expense.' : null,
    }))
    const reviewed = detail(
      await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id, userId: 2, approvedAmounts: amounts }),
    )
    expect(reviewed).toMatchObject({ statusId: 4, approved: 18_490 })

    const approved = detail(await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id, userId: 9 }))
    expect(approved).toMatchObject({ statusId: 5, approved: 18_490, decidedByName: 'Agency Manager' })
    expect(approved.account.balance).toBe(43_910)
    expect(approved.account.perUnit).toBe(914.79)
    expect(await balance()).toBe(43_910)

    const letters = (await portal.ask('company.writer', 'GET', `${path}/GetLetterData/${id}`)).body as {
      kind: string
      data: { requestNumber: string; values: Record<string, string> }
    }[]
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({
      kind: 'approval',
      data: {
        requestNumber: `R-${id}`,
        values: { amountRequested: '$18,900.00', amountApproved: '$18,490.00', balance: '$43,910.00' },
      },
    })

    expect((await mails(id)).map((mail) => mail.event)).toEqual(['reserve.submitted', 'reserve.decided'])
    const decided = (await mails(id)).at(-1)!.recipients
    expect(decided.filter((one) => one.kind !== 'cc').map((one) => one.email)).toEqual([
      'financial@one.example',
      'partner@grove.example',
      'company.writer@one.example',
    ])
    expect(decided.filter((one) => one.kind === 'cc').map((one) => one.email)).toEqual([
      'primary@one.example',
      'agency.write@agency.example',
    ])

    const history = (await portal.ask('company.writer', 'GET', `${path}/GetHistory/${id}`)).body as {
      action: string
      toStatusId: number | null
      userName: string
    }[]
    expect(history.filter((line) => line.toStatusId !== null).map((line) => `${line.action} ${line.userName}`)).toEqual(
      [
        'approve Agency Manager',
        'review Agency Write',
        'startReview Agency Write',
        'submit Company Writer',
        'create Company Writer',
      ],
    )
    expect((await portal.ask('company.writer', 'GET', `${path}/GetLastApprovedRequest/1`)).body).toMatchObject({
      replacementReserveRequestId: id,
      approved: 18_490,
    })
  })

  test('reopen puts the release back, once; a paid request stays', async () => {
    const before = await balance()
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.write', `StartReview/${id}`))
    const approvedAmounts = [
      { itemId: request.items[0]!.replacementReserveRequestItemId, amount: 100, denialReason: 'Partly' },
    ]
    detail(await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id }))
    expect(await balance()).toBe(before - 100)
    expect(
      (await post('agency.manager', 'ChangeStatus', { statusID: 3, requestId: id, reason: 'Wrong amount' })).status,
    ).toBe(403)
    detail(await post('agency.admin', 'ChangeStatus', { statusID: 3, requestId: id, reason: 'Wrong amount' }))
    expect(await balance()).toBe(before)
    detail(await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id }))
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id }))
    detail(await post('agency.write', 'RecordPayment', { requestId: id, paidDate: '2026-11-16', checkNumber: '9001' }))
    expect((await post('agency.admin', 'ChangeStatus', { statusID: 3, requestId: id, reason: 'Again' })).status).toBe(
      422,
    )
    expect(await balance()).toBe(before - 100)
  })

  test('two-person rule: the reviewer cannot approve', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.manager', `StartReview/${id}`))
    const approvedAmounts = [{ itemId: request.items[0]!.replacementReserveRequestItemId, amount: request.claimed }]
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
    expect((await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id })).status).toBe(403)
    detail(await post('agency.admin', 'ChangeStatus', { statusID: 5, requestId: id }))
  })

  test('an approval above the balance is refused and nothing is posted', async () => {
    const before = await balance()
    const request = await submitted([{ ...roof, InvoiceNumber: 'HUGE-1', ClaimedAmount: before + 1 }])
    const id = request.replacementReserveRequestId
    detail(await post('agency.write', `StartReview/${id}`))
    detail(
      await post('agency.write', 'ChangeStatus', {
        statusID: 4,
        requestId: id,
        approvedAmounts: [{ itemId: request.items[0]!.replacementReserveRequestItemId, amount: before + 1 }],
      }),
    )
    expect((await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id })).status).toBe(422)
    expect(await balance()).toBe(before)
    detail(
      await post('agency.write', 'ChangeStatus', { statusID: 6, requestId: id, reason: 'Not enough in the reserve' }),
    )
  })
})

describe('save and submit', () => {
  test('save is lenient, submit is strict with all faults at once, each on its field', async () => {
    const draft = await save([{ ClaimedAmount: -5 }, {}], { Description: '', Certified: false })
    const reply = await post('company.writer', `Submit/${draft.replacementReserveRequestId}`)
    expect(reply.status).toBe(422)
    const fields = (reply.body as { faults: { field: string; message: string }[] }).faults
    expect(fields.map((fault) => fault.field)).toEqual(
      expect.arrayContaining([
        'description',
        'certified',
        'items.0.claimedAmount',
        'items.0.invoiceNumber',
        'items.0.documents',
        'items.1.categoryId',
        'items.1.claimedAmount',
      ]),
    )
    expect(fields.find((fault) => fault.field === 'items.0.claimedAmount')?.message).toBe('Enter an amount above zero.')
    const row = await portal.owner.query(
      'select status_id, version from replacement_reserve_request where replacement_reserve_request_id = $1',
      [draft.replacementReserveRequestId],
    )
    expect(row.rows[0]).toEqual({ status_id: 1, version: draft.version })
  })

  test.each([
    ['2026-11-17', 'The invoice date lies in the future.'],
    ['2025-11-15', 'The invoice is older than 365 days and is not paid back without an exception by the agency.'],
  ])('an invoice dated %s is refused', async (InvoiceDate, message) => {
    const draft = await save([{ ...roof, InvoiceNumber: crypto.randomUUID(), InvoiceDate }])
    await attachAll(draft)
    const reply = await post('company.writer', `Submit/${draft.replacementReserveRequestId}`)
    expect((reply.body as { faults: unknown }).faults).toEqual([{ field: 'items.0.invoiceDate', message }])
  })

  test('an invoice of exactly 365 days is taken, an older one with an exception by the agency only', async () => {
    expect((await submitted([{ ...roof, InvoiceNumber: 'EXACT-365', InvoiceDate: '2025-11-16' }])).statusId).toBe(2)
    const old = await save([{ ...roof, InvoiceNumber: 'OLD-1', InvoiceDate: '2025-01-01' }], {
      SubmittedAsException: true,
    })
    expect(old.submittedAsException).toBe(false)
    await attachAll(old)
    const body = {
      request: {
        replacementReserveRequestId: old.replacementReserveRequestId,
        submittedAsException: true,
        exceptionReason: 'Storm damage',
      },
    }
    detail(await post('agency.write', 'SaveReplacementProgress', body))
    expect(detail(await post('agency.write', `Submit/${old.replacementReserveRequestId}`)).statusId).toBe(2)
  })

  test('a repeated save with the same keys stores nothing twice', async () => {
    const body = {
      request: { projectId: 1, clientKey: crypto.randomUUID(), description: 'Once' },
      items: [{ ...roof, clientKey: crypto.randomUUID() }],
    }
    const first = detail(await post('company.writer', 'SaveReplacementProgress', body))
    const second = detail(await post('company.writer', 'SaveReplacementProgress', body))
    expect(second.replacementReserveRequestId).toBe(first.replacementReserveRequestId)
    expect(second.items.map((item) => item.replacementReserveRequestItemId)).toEqual(
      first.items.map((item) => item.replacementReserveRequestItemId),
    )
  })

  test('items named in itemDeleteIndexes go, others stay; foreign items are refused', async () => {
    const request = await save([roof, paint])
    const other = await save([refrigerators])
    const [kept, gone] = request.items.map((item) => item.replacementReserveRequestItemId)
    const { replacementReserveRequestId } = request
    const after = detail(
      await post('company.writer', 'SaveReplacementProgress', {
        request: { replacementReserveRequestId },
        items: [],
        itemDeleteIndexes: [gone],
      }),
    )
    expect(after.items.map((item) => item.replacementReserveRequestItemId)).toEqual([kept])
    const foreign = await post('company.writer', 'SaveReplacementProgress', {
      request: { replacementReserveRequestId },
      items: [{ replacementReserveRequestItemId: other.items[0]!.replacementReserveRequestItemId, claimedAmount: 1 }],
    })
    expect(foreign.status).toBe(404)
  })

  test('two hundred items are saved and read in a constant number of statements', async () => {
    const many = await save(
      Array.from({ length: 200 }, (_, index) => ({ ...roof, InvoiceNumber: `N-${index}`, ClaimedAmount: 1.01 })),
    )
    expect(many.items).toHaveLength(200)
    expect(many.claimed).toBe(202)
  })

  test('a double submit is one submission', async () => {
    const request = await save([{ ...roof, InvoiceNumber: crypto.randomUUID() }])
    await attachAll(request)
    const id = request.replacementReserveRequestId
    const replies = await Promise.all([post('company.writer', `Submit/${id}`), post('company.writer', `Submit/${id}`)])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    const steps = await portal.owner.query(
      `select count(*)::integer as count from status_history where entity = 'ReplacementReserveRequest' and row_id = $1 and action = 'submit'`,
      [id],
    )
    expect(steps.rows[0].count).toBe(1)
    expect(await mails(id)).toHaveLength(1)
  })

  test('a stale save is refused, saying who changed it', async () => {
    const request = await save([roof])
    const body = {
      request: {
        replacementReserveRequestId: request.replacementReserveRequestId,
        version: request.version,
        description: 'Mine',
      },
      items: [],
    }
    detail(await post('company.admin', 'SaveReplacementProgress', body))
    const stale = await post('company.writer', 'SaveReplacementProgress', body)
    expect(stale.status).toBe(409)
    expect((stale.body as { message: string }).message).toMatch(/^Company Admin changed this record at /)
  })
})

const hard = (request: Detail) => request.items[0]!.duplicates.filter((match) => match.kind === 'hard')

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

describe('scope', () => {
  test('a reader sees but cannot save (403); a stranger finds nothing (404)', async () => {
    const request = await save([roof])
    const body = { request: { replacementReserveRequestId: request.replacementReserveRequestId, description: 'x' } }
    expect((await post('company.reader', 'SaveReplacementProgress', body)).status).toBe(403)
    expect((await post('other.user', 'SaveReplacementProgress', body)).status).toBe(404)
    expect(
      (await portal.ask('other.user', 'GET', `${path}/GetRequest/${request.replacementReserveRequestId}`)).status,
    ).toBe(404)
    expect(
      (
        await post('company.writer', 'SaveReplacementProgress', {
          request: { projectId: 2, description: 'read only there' },
        })
      ).status,
    ).toBe(403)
    expect(
      (await post('company.writer', 'SaveReplacementProgress', { request: { projectId: 4, description: 'neighbour' } }))
        .status,
    ).toBe(404)
  })
})
