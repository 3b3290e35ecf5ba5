import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { post, detail, refrigerators, roof, paint, save, attachAll, submitted, mails } = filing(() => portal)

describe('save and submit', () => {
  test.each([
    [
      'SaveReplacementProgress',
      (request: object) => post('company.writer', 'SaveReplacementProgress', { request }),
    ],
    [
      'the generic call',
      (request: object) => portal.ask('company.writer', 'POST', '/api/ReplacementReserve', request),
    ],
  ])(
    '%s begins no request if the agency holds no reserve or the property is not active',
    async (_, beginRequest) => {
      const countRequests = async () =>
        (await portal.owner.query('select 1 from replacement_reserve_request')).rowCount
      const before = await countRequests()
      for (const assignment of ['monitored_for_reserves = false', 'status_id = 1']) {
        await portal.owner.query(`update property set ${assignment} where property_id = 1`)
        expect((await beginRequest({ propertyId: 1, description: 'Roof' })).status).toBe(422)
        await portal.owner.query(
          'update property set monitored_for_reserves = true, status_id = 0 where property_id = 1',
        )
      }
      expect((await beginRequest({ propertyId: 4 })).status).toBe(404)
      expect(await countRequests()).toBe(before)
    },
  )

  test('an incomplete draft can be saved; submitting it reports all faults, each at its field', async () => {
    const draft = await save([{ CategoryId: null, ClaimedAmount: 0 }, { CategoryId: null }], {
      Description: '',
      Certified: false,
    })
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
    expect(fields.find((fault) => fault.field === 'items.0.claimedAmount')?.message).toBe(
      'Enter an amount above zero.',
    )
    const row = await portal.owner.query(
      'select status_id, version from replacement_reserve_request where replacement_reserve_request_id = $1',
      [draft.replacementReserveRequestId],
    )
    expect(row.rows[0]).toEqual({ status_id: 1, version: draft.version })
  })

  test.each([
    ['2026-11-17', 'The invoice date is in the future.'],
    [
      '2025-11-15',
      'The invoice is older than 365 days and is not paid back without an exception by the agency.',
    ],
  ])('an invoice dated %s is refused', async (InvoiceDate, message) => {
    const draft = await save([{ ...roof, InvoiceNumber: crypto.randomUUID(), InvoiceDate }])
    await attachAll(draft)
    const reply = await post('company.writer', `Submit/${draft.replacementReserveRequestId}`)
    expect((reply.body as { faults: unknown }).faults).toEqual([{ field: 'items.0.invoiceDate', message }])
  })

  test('an invoice of exactly 365 days is accepted, an older one only with an exception', async () => {
    expect(
      (await submitted([{ ...roof, InvoiceNumber: 'EXACT-365', InvoiceDate: '2025-11-16' }])).statusId,
    ).toBe(2)
    const request = { projectId: 1, SubmittedAsException: true }
    const refused = await post('company.writer', 'SaveReplacementProgress', { request })
    expect((refused.body as { fields: object }).fields).toHaveProperty('submittedAsException')
    const old = await save([{ ...roof, InvoiceNumber: 'OLD-1', InvoiceDate: '2025-01-01' }])
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

  test('client 1: the documented type names the type of the request, and any other word is refused', async () => {
    const saveTyped = (type: unknown, request: object = {}) =>
      post('company.writer', 'SaveReplacementProgress', {
        request: { ProjectId: 1, Description: 'Roof', ...request },
        items: [],
        type,
      })
    expect(detail(await saveTyped('progress')).requestType).toBe('Reimbursement')
    expect(detail(await saveTyped('Advance review')).requestType).toBe('Advance review')
    for (const type of ['ZZZ', 5]) expect((await saveTyped(type)).status).toBe(400)
    const contradiction = await saveTyped('Advance review', { requestType: 'Reimbursement' })
    expect([contradiction.status, JSON.stringify(contradiction.body)]).toEqual([
      400,
      expect.stringContaining('Type: it differs from the request type.'),
    ])
  })

  test('itemDeleteIndexes removes only named items, and refuses those of another request', async () => {
    const request = await save([roof, paint])
    const other = await save([refrigerators])
    const [remaining, removedId] = request.items.map((item) => item.replacementReserveRequestItemId)
    const { replacementReserveRequestId } = request
    const after = detail(
      await post('company.writer', 'SaveReplacementProgress', {
        request: { replacementReserveRequestId },
        items: [],
        itemDeleteIndexes: [removedId],
      }),
    )
    expect(after.items.map((item) => item.replacementReserveRequestItemId)).toEqual([remaining])
    const otherItemReply = await post('company.writer', 'SaveReplacementProgress', {
      request: { replacementReserveRequestId },
      items: [
        {
          replacementReserveRequestItemId: other.items[0]!.replacementReserveRequestItemId,
          claimedAmount: 1,
        },
      ],
    })
    expect(otherItemReply.status).toBe(404)
  })

  test('two hundred items are saved and read with their exact total', async () => {
    const many = await save(
      Array.from({ length: 200 }, (_, index) => ({
        ...roof,
        InvoiceNumber: `N-${index}`,
        ClaimedAmount: 1.01,
      })),
    )
    expect(many.items).toHaveLength(200)
    expect(many.claimed).toBe(202)
  })

  test('a double submit is one submission', async () => {
    const request = await save([{ ...roof, InvoiceNumber: crypto.randomUUID() }])
    await attachAll(request)
    const id = request.replacementReserveRequestId
    const replies = await Promise.all([
      post('company.writer', `Submit/${id}`),
      post('company.writer', `Submit/${id}`),
    ])
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
    const staleReply = await post('company.writer', 'SaveReplacementProgress', body)
    expect(staleReply.status).toBe(409)
    expect((staleReply.body as { message: string }).message).toMatch(/^Company Admin changed this record at /)
  })
})
