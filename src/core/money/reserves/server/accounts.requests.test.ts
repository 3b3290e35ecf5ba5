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

describe('the account', () => {
  const newAccount = {
    propertyId: 1,
    kind: 'Operating reserve',
    name: 'Operating',
    holder: 'Lender',
    financialInstitutionId: null,
    accountNumber: '00-123-4567',
    minimumPerUnit: 250,
    openedOn: '2026-10-15',
    openingBalance: 5000,
    monthlyDeposit: 100,
    annualInterestRate: 1.2,
  }
  const accountIds: number[] = []
  afterAll(async () => {
    await portal.owner.query(
      'truncate reserve_entry, reserve_deposit, reserve_deposit_schedule, reserve_interest_rate',
    )
    await portal.owner.query('delete from reserve_account where reserve_account_id = any ($1)', [accountIds])
  })

  test('an account is opened, masked for some users, changed with a version check, and closed when empty', async () => {
    const { reserveAccountId, accountNumber, version } = await expectSuccess(post('Open', newAccount))
    accountIds.push(reserveAccountId)
    expect(accountNumber).toBe('00-123-4567')
    expect(await fields(post('Open', newAccount))).toEqual(['name'])
    expect(await fields(post('Open', { ...newAccount, name: 'Later', openedOn: '2026-11-17' }))).toEqual([
      'openedOn',
    ])
    const detail = await get<Detail>(`GetAccount/${reserveAccountId}`, 'company.reader')
    expect(detail).toMatchObject({ accountNumber: '••••4567', canChange: false, balance: 5000 })
    expect((await get<Detail>(`GetAccount/${reserveAccountId}`, 'agency.read')).accountNumber).toBe(
      '••••4567',
    )
    expect(JSON.stringify(await get(`GetHistory/${reserveAccountId}`, 'company.reader'))).not.toContain(
      '123-4567',
    )
    const changed = {
      reserveAccountId,
      version,
      kind: newAccount.kind,
      name: 'Operations',
      holder: 'Agency',
      financialInstitutionId: null,
      accountNumber: '9',
      minimumPerUnit: null,
    }
    expect(await expectSuccess(post('Change', changed))).toMatchObject({
      version: version + 1,
      accountNumber: '9',
    })
    expect((await post('Change', changed)).status).toBe(409)
    expect(JSON.stringify(await get(`GetHistory/${reserveAccountId}`))).toContain('Operations')
    await fallDue()
    expect((await get<Detail>(`GetAccount/${reserveAccountId}`)).deposits).toMatchObject([
      { dueOn: '2026-11-01', amount: 100 },
    ])
    const closing = { reserveAccountId, closedOn: '2026-11-16' }
    expect((await post('Close', closing)).status).toBe(422)
    const { balance } = await get<Detail>(`GetAccount/${reserveAccountId}`)
    const { adjustments } = await expectSuccess(
      post('EnterAdjustment', {
        reserveAccountId,
        kind: 'Transfer',
        entryDate: '2026-11-16',
        amount: -balance,
        reason: 'Paid out',
        exception: null,
      }),
    )
    expect((await post('Close', closing)).status).toBe(422)
    await expectSuccess(
      post(`ConfirmAdjustment/${adjustments[0]!.reserveAdjustmentId}`, undefined, 'agency.second'),
    )
    expect(await fields(post('Close', { ...closing, closedOn: '2026-11-15' }))).toEqual(['closedOn'])
    await expectSuccess(post('Close', closing))
    expect(
      (await post('RecordDeposit', { reserveAccountId, entryDate: '2026-11-16', amount: 1, reference: 'X' }))
        .status,
    ).toBe(409)
    expect(await expectSuccess(post(`Reopen/${reserveAccountId}`))).toMatchObject({ closedOn: null })
    // The replacement reserve of the property is another account with a separate balance.
    expect(await portal.ask('company.reader', 'GET', '/api/ReplacementReserve/GetLedger/1')).toMatchObject({
      body: { account: { balance: 1001.26 } },
    })
  })

  test('Trust 2.7: an account opened for past months immediately owes their deposits', async () => {
    await fallDue()
    const terms = { ...newAccount, name: 'Back-dated', openedOn: '2026-08-15', monthlyDeposit: 250 }
    const { reserveAccountId } = await expectSuccess(post('Open', terms))
    accountIds.push(reserveAccountId)
    const owed = async () =>
      (await get<Detail>(`GetAccount/${reserveAccountId}`)).deposits
        .map((deposit) => [deposit.dueOn, deposit.amount])
        .toSorted()
    const months = ['2026-09-01', '2026-10-01', '2026-11-01'].map((dueOn) => [dueOn, 250])
    expect(await owed()).toEqual(months)
    await fallDue()
    expect(await owed()).toEqual(months)
  })

  test("the property's screen shows an account's balance at the end of each month, for up to twelve months", async () => {
    const { reserveAccountId } = await expectSuccess(
      post('Open', { ...newAccount, name: 'Monthly', openedOn: '2026-01-20' }),
    )
    accountIds.push(reserveAccountId)
    await portal.owner.query(
      `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values
        (1, $1, '2026-08-31', 'Deposit', 100.25), (1, $1, '2026-09-01', 'Deposit', 0.5), (1, $1, '2026-10-05', 'Release', -40)`,
      [reserveAccountId],
    )
    type AtProperty = {
      reserveAccountId: number
      balance: number
      monthly: { month: string; balance: number }[]
    }
    const monthlyAt = async (moment: string) => {
      portal.setNow(new Date(moment))
      const atProperties = await get<AtProperty[]>('GetAccountsOfProperty/1', 'company.reader')
      return atProperties.find((atProperty) => atProperty.reserveAccountId === reserveAccountId)!
    }
    const { monthly, balance } = await monthlyAt('2026-11-20T18:00:00Z')
    expect(monthly.map((item) => item.month).join(' ')).toMatch(/^2026-01 2026-02 .* 2026-11$/)
    expect(monthly.slice(-5).map((item) => item.balance)).toEqual([5000, 5100.25, 5100.75, 5060.75, 5060.75])
    expect(monthly.at(-1)?.balance).toBe(balance)
    const later = (await monthlyAt('2027-03-02T18:00:00Z')).monthly
    expect([later.length, later[0]?.month]).toEqual([12, '2026-04'])
    portal.setNow(null)
  })

  test('deposit and interest of an account change only from a future month, and past lines cannot be removed', async () => {
    const terms = { reserveAccountId: 1, monthlyDeposit: 1300, reason: 'New plan' }
    expect(await fields(post('AddSchedule', { ...terms, fromMonth: '2026-12-02' }))).toEqual(['fromMonth'])
    expect(await fields(post('AddSchedule', { ...terms, fromMonth: '2026-11-01' }))).toEqual(['fromMonth'])
    const { schedules } = await expectSuccess(post('AddSchedule', { ...terms, fromMonth: '2026-12-01' }))
    expect(schedules.map((schedule) => [schedule.fromMonth, schedule.monthlyDeposit])).toEqual([
      ['2026-12-01', 1300],
      ['2020-01-01', 1200],
    ])
    expect(await fields(post('AddSchedule', { ...terms, fromMonth: '2026-12-01' }))).toEqual(['fromMonth'])
    await expectSuccess(
      post('AddRate', { reserveAccountId: 1, fromMonth: '2026-12-01', annualInterestRate: 3, reason: null }),
    )
    portal.setNow(new Date('2026-12-02T15:00:00Z'))
    await fallDue()
    expect((await detail()).deposits[0]).toMatchObject({ dueOn: '2026-12-01', amount: 1300 })
    expect((await post(`RemoveSchedule/${schedules[0]!.reserveDepositScheduleId}`)).status).toBe(422)
    const coming = await expectSuccess(post('AddSchedule', { ...terms, fromMonth: '2027-02-01' }))
    const back = await expectSuccess(post(`RemoveSchedule/${coming.schedules[0]!.reserveDepositScheduleId}`))
    expect(back.schedules).toHaveLength(2)
  })
})
