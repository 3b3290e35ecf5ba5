import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type Detail, expectSuccess, fields, ReserveDesk } from '#tests/reserveDesk.ts'

let portal: Portal
let desk: ReserveDesk
beforeAll(async () => {
  portal = await openPortal()
  desk = new ReserveDesk(portal)
})
afterAll(() => portal.close())
beforeEach(() => desk.clear())

const post: ReserveDesk['post'] = (...parameters) => desk.post(...parameters)
const get: ReserveDesk['get'] = (...parameters) => desk.get(...parameters)
const detail = (persona?: string) => desk.detail(persona)
const fallDue = () => desk.fallDue()
const receive: ReserveDesk['receive'] = (...parameters) => desk.receive(...parameters)
const listStates = ({ deposits }: Detail) =>
  deposits.map((deposit) => `${deposit.dueOn} ${deposit.received} ${deposit.state}`)

describe('required and received deposits', () => {
  test('received money covers the oldest overdue deposit first, and a surplus counts for the next one', async () => {
    await fallDue()
    expect(listStates(await detail())).toEqual([
      '2026-11-01 0 Overdue',
      '2026-10-01 0 Overdue',
      '2026-09-01 0 Overdue',
    ])
    expect(await receive(1500, 'A')).toMatchObject({
      owed: 2100,
      owedSince: '2026-10-01',
      late: true,
      balance: 2501.26,
    })
    expect(listStates(await receive(2200, 'B'))).toEqual([
      '2026-11-01 1200 Received',
      '2026-10-01 1200 Received',
      '2026-09-01 1200 Received',
    ])
    portal.setNow(new Date('2026-12-05T15:00:00Z'))
    await fallDue()
    expect(listStates(await detail())[0]).toBe('2026-12-01 100 Short')
  })

  test('a waived deposit frees its money for the next one, and a returned deposit is due again', async () => {
    await fallDue()
    const { deposits } = await receive(500, 'A')
    const september = deposits.find((deposit) => deposit.dueOn === '2026-09-01')!
    expect(
      await fields(post('WaiveDeposit', { reserveDepositId: september.reserveDepositId, reason: '' })),
    ).toEqual(['reason'])
    const waived = await expectSuccess(
      post('WaiveDeposit', { reserveDepositId: september.reserveDepositId, reason: 'Agreed' }),
    )
    expect(listStates(waived)).toEqual([
      '2026-11-01 0 Overdue',
      '2026-10-01 500 Short',
      '2026-09-01 0 Waived',
    ])
    expect(waived.owed).toBe(1900)
    const again = await post('WaiveDeposit', {
      reserveDepositId: september.reserveDepositId,
      reason: 'Agreed',
    })
    expect(again.status).toBe(409)
    const returned = {
      reserveAccountId: 1,
      kind: 'Returned deposit',
      entryDate: '2026-11-05',
      amount: -500,
      reason: 'No funds',
      exception: null,
    }
    const { adjustments } = await expectSuccess(post('EnterAdjustment', returned))
    expect((await detail()).owed).toBe(1900)
    const after = await expectSuccess(
      post(`ConfirmAdjustment/${adjustments[0]!.reserveAdjustmentId}`, undefined, 'agency.second'),
    )
    expect(after).toMatchObject({ owed: 2400 })
    expect(listStates(after)[1]).toBe('2026-10-01 0 Overdue')
  })

  test('a bank line is posted only once, not for a future day, and only by the agency', async () => {
    await receive(100, 'A')
    const line = { reserveAccountId: 1, entryDate: '2026-11-03', amount: 100, reference: 'A' }
    expect(await fields(post('RecordDeposit', line))).toEqual(['reference'])
    expect(await fields(post('RecordDeposit', { ...line, entryDate: '2026-11-17', amount: 0 }))).toEqual([
      'entryDate',
      'amount',
    ])
    for (const persona of ['company.admin', 'company.writer', 'agency.read'])
      expect((await post('RecordDeposit', { ...line, reference: 'B' }, persona)).status).toBe(403)
    expect((await detail()).balance).toBe(1100)
  })

  test('the agency gets to-dos for overdue deposits and waiting adjustments, and a company reads its own deposits', async () => {
    await fallDue()
    await expectSuccess(
      post('EnterAdjustment', {
        reserveAccountId: 1,
        kind: 'Bank fee',
        entryDate: '2026-11-05',
        amount: -12,
        reason: 'Fee',
        exception: null,
      }),
    )
    const toDos = (await portal.ask('agency.second', 'GET', '/api/tasks/GetToDo')).body
    expect(JSON.stringify(toDos)).toContain('Replacement reserve: $3,600.00 of deposits overdue')
    expect(JSON.stringify(toDos)).toContain('Bank fee of $12.00 waits for a second person')
    expect(
      (await get<Detail['deposits']>('GetOpenDeposits', 'company.reader')).map((line) => line.dueOn),
    ).toHaveLength(3)
    expect(await get<Detail['deposits']>('GetOpenDeposits', 'other.user')).toEqual([])
    expect((await portal.ask('other.user', 'GET', '/api/ReserveAccount/GetAccount/1')).status).toBe(404)
  })
})

describe('an imported statement', () => {
  const row = (line: number, values: object) => ({
    line,
    propertyNumber: '',
    account: '',
    accountNumber: 'KEY-1',
    date: '11/03/2026',
    amount: '1,200.00',
    reference: `ACH ${line}`,
    ...values,
  })
  beforeEach(() =>
    portal.owner.query("update reserve_account set account_number = 'KEY-' || reserve_account_id"),
  )

  test('a check stores nothing, one fault refuses the entire statement, and three senders post it once', async () => {
    await fallDue()
    const rows = [row(2, {}), row(3, { amount: '1300' }), row(4, { accountNumber: 'KEY-0', date: '' })]
    const checked = (await post('CheckStatement', { rows })).body as { covers: string; faults: string[] }[]
    expect(checked.map(({ covers, faults }) => covers || faults.length)).toEqual([
      'Covers what was due 09/01/2026.',
      'Covers what was due 10/01/2026, part of 11/01/2026.',
      2,
    ])
    const refused = await post('PostStatement', { name: 'November.csv', rows })
    expect(refused.status).toBe(422)
    expect((refused.body as { faults: { message: string }[] }).faults.map(({ message }) => message)).toEqual([
      'Line 4: No reserve account bears the number KEY-0.',
      'Line 4: Enter the date as MM/DD/YYYY.',
    ])
    expect((await detail()).entries.filter((entry) => entry.kind === 'Deposit')).toEqual([])
    const good = { name: 'November.csv', rows: rows.slice(0, 2) }
    const replies = await Promise.all(
      ['agency.write', 'agency.second', 'agency.admin'].map((persona) =>
        post('PostStatement', good, persona),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422, 422])
    expect(replies.find((reply) => reply.status === 200)?.body).toEqual({ posted: 2, total: 2500 })
    const { entries, balance } = await detail()
    expect(balance).toBe(3501.26)
    expect(
      entries
        .filter((entry) => entry.kind === 'Deposit')
        .map((entry) => entry.note)
        .sort(),
    ).toEqual(['November.csv, line 2', 'November.csv, line 3'])
  })
})

describe('adjustments', () => {
  const fee = {
    reserveAccountId: 1,
    kind: 'Adjustment',
    entryDate: '2026-11-16',
    amount: -0.1,
    reason: 'Bank error',
    exception: null,
  }
  const enter = async (overrides: object = {}) =>
    (await expectSuccess(post('EnterAdjustment', { ...fee, ...overrides }))).adjustments[0]!
      .reserveAdjustmentId

  test('an adjustment moves money only when another person confirms it, and only once', async () => {
    expect(
      await fields(post('EnterAdjustment', { ...fee, entryDate: '2026-11-17', amount: 0, reason: ' ' })),
    ).toEqual(['entryDate', 'amount', 'reason'])
    expect(
      await fields(
        post('EnterAdjustment', { ...fee, kind: 'Bank fee', amount: 5, exception: 'Charge of the bank' }),
      ),
    ).toEqual(['amount', 'exception'])
    const id = await enter()
    expect((await detail()).balance).toBe(1000)
    expect((await detail()).adjustments[0]).toMatchObject({ canConfirm: false, canRefuse: true })
    expect((await detail('company.reader')).adjustments).toEqual([])
    expect(JSON.stringify(await get('GetHistory/1', 'company.reader'))).not.toContain('Bank error')
    const ownReply = await post(`ConfirmAdjustment/${id}`)
    expect([ownReply.status, (ownReply.body as { message: string }).message]).toEqual([
      403,
      'You entered this adjustment. Another person of the agency confirms it.',
    ])
    const both = await Promise.all(
      ['agency.second', 'agency.manager'].map((persona) =>
        post(`ConfirmAdjustment/${id}`, undefined, persona),
      ),
    )
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
    expect(await detail()).toMatchObject({ balance: 999.9, adjustments: [{ state: 'Confirmed' }] })
    expect((await detail('company.reader')).adjustments).toHaveLength(1)
  })

  test('a refused adjustment moves no money, and the database refuses one without a second person', async () => {
    const id = await enter()
    expect(await fields(post(`RefuseAdjustment/${id}`, { comment: ' ' }))).toEqual(['comment'])
    await expectSuccess(post(`RefuseAdjustment/${id}`, { comment: 'Not ours' }, 'agency.second'))
    expect((await post(`ConfirmAdjustment/${id}`, undefined, 'agency.manager')).status).toBe(409)
    expect((await detail()).balance).toBe(1000)
    await expect(
      portal.owner.query(
        `begin; select kernel.put('user_id', '2'); insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, entity, row_id)
          values (1, 1, '2026-11-16', 'Adjustment', 5, 'ReserveAdjustment', ${id}); commit`,
      ),
    ).rejects.toThrow('second person')
    await portal.owner.query('rollback')
  })

  test('an adjustment may leave a balance below zero on any day only with a named exception', async () => {
    await receive(500, 'A', '2026-11-10')
    const overdraftId = await enter({ amount: -1200, entryDate: '2026-11-09' })
    const refused = await post(`ConfirmAdjustment/${overdraftId}`, undefined, 'agency.second')
    expect((refused.body as { message: string }).message).toBe(
      'The reserve has $1,000.00 to spend; $1,200.00 would leave it below zero.',
    )
    const exceptionId = await enter({ amount: -1700, exception: 'Charge of the bank' })
    const after = await expectSuccess(post(`ConfirmAdjustment/${exceptionId}`, undefined, 'agency.second'))
    expect(after).toMatchObject({
      balance: -200,
      entries: [{ amount: -1700, exception: 'Charge of the bank' }, {}, {}],
    })
  })
})
