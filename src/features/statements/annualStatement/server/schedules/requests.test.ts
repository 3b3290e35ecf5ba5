import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true), (6, 1, 'AFS', true, false)
      on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write;
    update property set total_units = 48, fiscal_year_end_month = 12 where property_id = 1;
    insert into property_requirement (property_id, module_id, required, reason) values (1, 1, true, 'Sample') on conflict do nothing`)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from annual_statement'))

type Row = Record<string, unknown> & { origins: Record<string, Record<string, unknown>> | null }
type Detail = { afsId: number; version: number; statusId: number } & Record<
  'notesPayable' | 'reserves' | 'cashFlows' | 'partnersEquity',
  Row[]
>
type Tied = {
  id: string
  agrees: boolean
  stops: boolean
  left: { cents: number; to?: string }
  right: { cents: number }
}

const get = (persona: string, path: string) => portal.ask(persona, 'GET', path)
async function readReply<T = Detail>(reply: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}
const save = (request: object, content: object = {}, persona = 'company.writer') =>
  portal.ask(persona, 'POST', '/api/AFS/SaveProgress', { request, ...content })
const begin = (year: number, content: object = {}) => readReply(save({ propertyId: 1, year }, content))
const loadTies = (afsId: number) => readReply<Tied[]>(get('company.reader', `/api/AFS/GetTieOuts/${afsId}`))

const note = {
  lender: 'First Bank',
  accountCode: '2320',
  beginning: 1000,
  payments: 100,
  interestRate: 4.1256,
}
const getLine = (rows: readonly Row[], index = 0) => rows[index]!

describe('schedules of a statement', () => {
  test('CALL-AFX-01: a schedule is saved with its statement and returned with its computed columns', async () => {
    const { afsId, version, notesPayable } = await begin(2024, {
      notesPayable: [note, { lender: 'Sponsor' }],
    })
    expect(notesPayable).toMatchObject([
      { ...note, origins: { beginning: { by: 5 } } },
      { lender: 'Sponsor', origins: null },
    ])
    const rows = await readReply<Row[]>(get('company.reader', `/api/AFSNotesPayable/GetByAFSId/${afsId}`))
    expect(rows).toMatchObject([{ ...note, ending: 900, longTerm: 900, interestEnding: 0 }, { ending: 0 }])
    // A line that is not sent is removed; the other stays under its id.
    const changed = { ...note, afsNotesPayableId: notesPayable[0]!.afsNotesPayableId, payments: 150 }
    const next = await readReply(save({ afsId, version }, { notesPayable: [changed] }))
    expect(next.notesPayable).toMatchObject([{ ...changed, origins: { payments: { by: 5 } } }])
    expect((await get('company.reader', '/api/projects/GetProjectNotesPayable/1')).body).toMatchObject([
      { ending: 850 },
    ])
    expect((await save({ afsId, version }, { notesPayable: [] })).status).toBe(409)
  })

  test('CALL-AFX-02 to 06: every schedule can be read by its statement', async () => {
    const { afsId } = await begin(2024)
    for (const name of [
      'AFSNotesPayable',
      'AFSRelatedPartyTransaction',
      'AFSReplacementReservesSchedule',
      'AFSScheduleOfFundsHeld',
      'AFSStatementOfPartnersEquities',
      'AFSStatementOfCashFlows',
      'AFSTaxCredit',
      'AFSChangeInFixedAssets',
      'AFSRestatement',
    ]) {
      expect((await get('company.reader', `/api/${name}/GetByAFSId/${afsId}`)).body, name).toEqual([])
    }
  })

  test('a carried beginning names its source, and after typing over it the carried figure is recorded', async () => {
    await begin(2023, {
      notesPayable: [note],
      partnersEquity: [{ partner: 'Owner', percentOwned: 100, beginning: 5, netIncome: 7 }],
    })
    const carriedLine = { lender: 'First Bank', accountCode: '2320', beginning: 900 }
    const { afsId, version, notesPayable } = await begin(2024, { notesPayable: [carriedLine] })
    expect(getLine(notesPayable).origins).toEqual({
      beginning: { by: 5, at: expect.any(String), carried: 'the 2023 statement' },
    })
    const draft = { ...getLine(notesPayable), origins: undefined, beginning: 901 }
    const next = await readReply(save({ afsId, version }, { notesPayable: [draft] }))
    expect(getLine(next.notesPayable).origins?.beginning).toMatchObject({
      was: { amount: 900, carried: 'the 2023 statement' },
    })
  })

  test('reserve figures come from the ledger with the numbers of the released requests', async () => {
    await portal.owner.query(`insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, entity, row_id)
      select 1, reserve_account_id, d.day::date, d.entry, d.amount, d.entity, d.row_id from reserve_account,
        (values ('2024-02-01', 'Deposit', 14400, null, null), ('2024-06-30', 'Interest', 960, null, null), ('2024-08-01', 'Release', -10560, 'ReplacementReserveRequest', 104)) d (day, entry, amount, entity, row_id)
      where property_id = 1 and kind = 'Replacement reserve'`)
    await portal.owner.query(`update reserve_account set opened_on = '2020-01-01' where property_id = 1`)
    const statement = await readReply<{ ledger: Record<string, unknown>[] }>(
      get('company.writer', '/api/AFS/GetByYear/1/2024'),
    )
    expect(statement.ledger).toMatchObject([
      {
        reserveKind: 'Replacement reserve',
        deposits: 14_400,
        interest: 960,
        releases: 10_560,
        requestNumbers: 'R-104',
      },
    ])
    const { deposits, institution, accountNumber } = statement.ledger[0]!
    const { reserves } = await begin(2024, {
      reserves: [{ reserveKind: 'Replacement reserve', institution, accountNumber, deposits }],
    })
    expect(getLine(reserves).origins?.deposits).toMatchObject({ carried: 'the agency’s ledger' })
  })

  test("AFS-T31: the required monthly deposit is the year's deposits divided by its months, even if it changed within the year", async () => {
    await portal.owner.query(`
      update reserve_account set opened_on = '2020-01-01' where property_id = 1;
      insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
        select 1, reserve_account_id, '2021-02-01', 'Deposit', 1500 from reserve_account where property_id = 1 and kind = 'Replacement reserve';
      delete from reserve_deposit_schedule where property_id = 1;
      insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit)
        select 1, reserve_account_id, m.day::date, m.deposit from reserve_account, (values ('2020-01-01', 1000), ('2021-07-01', 2000)) m (day, deposit)
        where property_id = 1 and kind = 'Replacement reserve'`)
    // 6 × 1,000 + 6 × 2,000 = 18,000 in twelve months; 24,000 in the year after.
    for (const [year, a] of [
      [2021, 1500],
      [2022, 2000],
    ]) {
      const statement = await readReply<{ ledger: Record<string, unknown>[] }>(
        get('company.writer', `/api/AFS/GetByYear/1/${year}`),
      )
      expect(statement.ledger, String(year)).toMatchObject([{ monthlyRequired: a }])
    }
  })

  test('a schedule with fixed lines refuses unknown lines, totals and repeated lines', async () => {
    const saveCashFlows = (...codes: string[]) =>
      save({ propertyId: 1, year: 2024 }, { cashFlows: codes.map((code) => ({ code, amount: 1 })) })
    for (const codes of [['C999'], ['C520N'], ['C110', 'C110']])
      expect((await saveCashFlows(...codes)).status).toBe(400)
    const { afsId, version } = await readReply(saveCashFlows('C110', 'C205'))
    const next = await readReply(
      save(
        { afsId, version },
        {
          cashFlows: [
            { code: 'C110', amount: 3 },
            { code: 'C205', amount: null },
          ],
        },
      ),
    )
    expect(next.cashFlows).toMatchObject([{ code: 'C110', amount: 3 }])
  })

  test('the generic calls change a line only of an open statement, and raise its version', async () => {
    const { afsId, version, notesPayable } = await begin(2024, { notesPayable: [note] })
    const created = await readReply<Row>(
      portal.ask('company.writer', 'POST', '/api/AFSNotesPayable', {
        afsId,
        lender: 'Second Bank',
        beginning: 5,
      }),
    )
    expect(created).toMatchObject({ lender: 'Second Bank', position: 2, origins: { beginning: { by: 5 } } })
    expect((await readReply(get('company.writer', `/api/AFS/GetByYear/1/2024`))).version).toBeGreaterThan(
      version,
    )
    await portal.owner.query('update annual_statement set status_id = 2, submitted = now()')
    const put = portal.ask('company.writer', 'PUT', '/api/AFSNotesPayable', {
      afsNotesPayableId: notesPayable[0]!.afsNotesPayableId,
      payments: 1,
    })
    expect((await put).status).toBe(409)
    expect(
      (await portal.ask('company.writer', 'DELETE', `/api/AFSNotesPayable/${created.afsNotesPayableId}`))
        .status,
    ).toBe(409)
  })

  test('AFS-T1, T2, T5, T9, T14: every failed tie-out is listed with both figures and stops the submission', async () => {
    const lines = [
      { code: '1120', amount: 500 },
      { code: '2320', amount: 800 },
      { code: '3130', amount: -300 },
      { code: '5120', amount: 900 },
    ]
    const { afsId } = await begin(2024, {
      lines,
      notesPayable: [note],
      partnersEquity: [{ partner: 'Owner', percentOwned: 99, beginning: -300 }],
    })
    const blockingTies = (await loadTies(afsId)).filter((tie) => !tie.agrees && tie.stops)
    expect(blockingTies.map((tie) => tie.id)).toEqual([
      'AFS-T3',
      'AFS-T5',
      'AFS-T9',
      'AFS-T12',
      'AFS-T14.2320',
      'AFS-T20',
      'AFS-T33.Operating',
    ])
    expect(blockingTies.find((tie) => tie.id === 'AFS-T14.2320')).toMatchObject({
      left: { cents: 90_000, to: '/afs/view/2024/1?part=notesPayable' },
      right: { cents: 80_000, code: '2320' },
    })
    const refused = await portal.ask('company.writer', 'POST', `/api/AFS/Submit/${afsId}`)
    expect(refused.status).toBe(422)
    const { fields } = refused.body as { fields: Record<string, string[]> }
    expect(Object.keys(fields).filter((field) => field.startsWith('ties.'))).toHaveLength(blockingTies.length)
  })
})
