import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#kernel/model/money.ts'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { path, post, detail, refrigerators, roof, paint, save, attachAll, submitted, balance, mails } = filing(
  () => portal,
)

test('domain 39.1: only the mail of a submission promises a day of decision', async () => {
  const id = (await submitted()).replacementReserveRequestId
  detail(await post('company.writer', `UnSubmit/${id}`))
  detail(await post('company.writer', `Submit/${id}`))
  detail(
    await post('agency.write', 'ChangeStatus', {
      requestId: id,
      statusId: 1,
      reason: 'An invoice is missing.',
    }),
  )
  const { rows } = await portal.owner.query<{ event: string; body: string }>(
    `select event, body_text as body from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
    [id],
  )
  const promises = new Map(rows.map(({ event, body }) => [event, body.includes('Decision promised by')]))
  expect([...promises]).toEqual([
    ['reserve.submitted', true],
    ['reserve.recalled', false],
    ['reserve.returned', false],
  ])
})

test('smaller 8: mails name the amount, the promised day, the person who acted, and the agency', async () => {
  const { replacementReserveRequestId: id, claimed } = await submitted()
  detail(await post('agency.write', `StartReview/${id}`))
  detail(
    await post('agency.write', 'ChangeStatus', { requestId: id, statusId: 6, reason: 'It was paid before.' }),
  )
  const { rows } = await portal.owner.query<{ event: string; body: string }>(
    `select event, body_text as body from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
    [id],
  )
  const bodies = new Map(rows.map(({ event, body }) => [event, body]))
  const { agencyName } = portal.services.config
  const amount = `Amount asked for: ${formatMoney(claimed)}\n`
  expect(bodies.get('reserve.submitted')).toContain(
    `${amount}Decision promised by 12/16/2026\nBy: Company Writer`,
  )
  expect(bodies.get('reserve.submitted')).toContain(`\n\n${agencyName}`)
  expect(bodies.get('reserve.denied')).toContain(`${amount}By: Agency `)
  expect(bodies.get('reserve.denied')).toContain(`, ${agencyName}`)
})

describe('a request from draft to decision', () => {
  test('ENT-16, ENT-17: after approval letter, balance, mails and history agree', async () => {
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

    const mailText = async (event: string) => {
      const result = await portal.owner.query<{ body: string }>(
        `select body_text as body from outbox where event = $1 and entity = 'ReplacementReserveRequest' and row_id = $2`,
        [event, id],
      )
      return result.rows[0]?.body
    }
    const { agencyName } = portal.services.config
    expect(await mailText('reserve.submitted')).toContain(
      `Amount asked for: $18,900.00\nDecision promised by 12/16/2026\nBy: Company Writer`,
    )
    expect(await mailText('reserve.submitted')).toContain(`\n\n${agencyName}`)

    detail(await post('agency.write', `StartReview/${id}`))
    const amounts = filed.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount === 410 ? 0 : item.claimedAmount,
      denialReason: item.claimedAmount === 410 ? 'Repainting is an operating expense.' : null,
    }))
    const reviewed = detail(
      await post('agency.write', 'ChangeStatus', {
        statusID: 4,
        requestId: id,
        userId: 2,
        approvedAmounts: amounts,
      }),
    )
    expect(reviewed).toMatchObject({ statusId: 4, approved: 18_490 })

    const approved = detail(
      await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id, userId: 9 }),
    )
    expect(approved).toMatchObject({ statusId: 5, approved: 18_490, decidedByName: 'Agency Manager' })
    expect(approved.account?.balance).toBe(43_910)
    expect(approved.account?.perUnit).toBe(914.79)
    expect(await balance()).toBe(43_910)
    expect(await mailText('reserve.approved')).toContain(`By: Agency Manager, ${agencyName}`)

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

    expect((await mails(id)).map((mail) => mail.event)).toEqual(['reserve.submitted', 'reserve.approved'])
    const decided = (await mails(id)).at(-1)!.recipients
    expect(decided.filter((item) => item.kind !== 'cc').map((item) => item.email)).toEqual([
      'financial@one.example',
      'partner@grove.example',
      'company.writer@one.example',
    ])
    expect(decided.filter((item) => item.kind === 'cc').map((item) => item.email)).toEqual([
      'primary@one.example',
      'agency.write@agency.example',
    ])

    const history = (await portal.ask('company.writer', 'GET', `${path}/GetHistory/${id}`)).body as {
      action: string
      toStatusId: number | null
      userName: string
    }[]
    expect(
      history.filter((line) => line.toStatusId !== null).map((line) => `${line.action} ${line.userName}`),
    ).toEqual([
      'approve Agency Manager',
      'review Agency Write',
      'startReview Agency Write',
      'submit Company Writer',
      'create Company Writer',
    ])
    expect(
      (await portal.ask('company.writer', 'GET', `${path}/GetLastApprovedRequest/1`)).body,
    ).toMatchObject({
      replacementReserveRequestId: id,
      approved: 18_490,
    })
  })

  test('reopening puts the release back once, and a new approval draws it again', async () => {
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
      (await post('agency.manager', 'ChangeStatus', { statusID: 3, requestId: id, reason: 'Wrong amount' }))
        .status,
    ).toBe(403)
    detail(await post('agency.admin', 'ChangeStatus', { statusID: 3, requestId: id, reason: 'Wrong amount' }))
    expect(await balance()).toBe(before)
    detail(await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id }))
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id }))
    expect(await balance()).toBe(before - 100)
  })

  test('two-person rule: the reviewer cannot approve', async () => {
    const request = await submitted()
    const id = request.replacementReserveRequestId
    detail(await post('agency.manager', `StartReview/${id}`))
    const approvedAmounts = [
      { itemId: request.items[0]!.replacementReserveRequestItemId, amount: request.claimed },
    ]
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
    expect((await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id })).status).toBe(403)
    detail(await post('agency.admin', 'ChangeStatus', { statusID: 5, requestId: id }))
  })

  test('a credit memo is claimed and approved with its invoice, and their sum is released', async () => {
    const before = await balance()
    const invoice = { ...roof, InvoiceNumber: 'CR-9', ClaimedAmount: 800 }
    const memo = { ...roof, InvoiceNumber: 'CR-9', ClaimedAmount: -50, CheckNumber: null }
    const request = await submitted([invoice, memo])
    const id = request.replacementReserveRequestId
    expect(request.claimed).toBe(750)
    expect(request.items.flatMap((item) => item.duplicates)).toEqual([])
    detail(await post('agency.write', `StartReview/${id}`))
    const approvedAmounts = request.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount,
    }))
    detail(await post('agency.write', 'ChangeStatus', { statusID: 4, requestId: id, approvedAmounts }))
    detail(await post('agency.manager', 'ChangeStatus', { statusID: 5, requestId: id }))
    expect(await balance()).toBe(before - 750)
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
      await post('agency.write', 'ChangeStatus', {
        statusID: 6,
        requestId: id,
        reason: 'Not enough in the reserve',
      }),
    )
  })
})

describe('access to a request', () => {
  test('a reader cannot save a request (403), and another company does not find it (404)', async () => {
    const request = await save([roof])
    const body = {
      request: { replacementReserveRequestId: request.replacementReserveRequestId, description: 'x' },
    }
    expect((await post('company.reader', 'SaveReplacementProgress', body)).status).toBe(403)
    expect((await post('other.user', 'SaveReplacementProgress', body)).status).toBe(404)
    expect(
      (await portal.ask('other.user', 'GET', `${path}/GetRequest/${request.replacementReserveRequestId}`))
        .status,
    ).toBe(404)
    expect(
      (
        await post('company.writer', 'SaveReplacementProgress', {
          request: { projectId: 2, description: 'read only there' },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await post('company.writer', 'SaveReplacementProgress', {
          request: { projectId: 4, description: 'neighbor' },
        })
      ).status,
    ).toBe(404)
  })
})
