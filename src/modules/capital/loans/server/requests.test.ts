import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryLine } from '#kernel/model/history.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { LoanLine, LoanView, Uploaded } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
})
afterEach(() => portal.owner.query('delete from loan_year; delete from loan_number; delete from loan'))
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', tail: string, body?: unknown) =>
  portal.ask(persona, method, `/api/${tail}`, body)
const get = (tail: string, persona = 'agency.read') => ask(persona, 'GET', tail)
const well = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const fields = ({ status, body }: Reply) => [status, Object.keys((body as { fields?: object }).fields ?? {})]
const payload = {
  propertyId: 1,
  name: 'First mortgage',
  lender: 'Demo Bank',
  loanType: 'Fund balance',
  originalAmount: 2_450_000,
  interestRate: 6,
  startDate: '2008-06-01',
  maturityDate: '2038-06-01',
  amortizationMonths: 360,
  paymentTerms: 'Amortizing',
  inEquity: true,
  status: 'Active',
  lienPosition: 1,
}
type Stored = { loanId: number; version: number }
const make = async (more: object = {}) =>
  well<Stored>(await ask('agency.write', 'POST', 'Loan', { ...payload, ...more }))
const numbered = (loanId: number, number: string, more: object = {}) =>
  ask('agency.write', 'POST', 'LoanNumber', { loanId, number, system: 'MITAS', active: true, ...more })
const book = (loanId: number, year: number, principalPaid: number, endingBalance: number) =>
  ask('agency.write', 'POST', 'LoanYear', {
    loanId,
    year,
    principalPaid,
    interestPaid: 120_000,
    endingBalance,
  })

describe('the register of loans', () => {
  test('CALL-LOA-02, 05, 10, 11: a loan with numbers and years, each beside what the terms make of it, and its history', async () => {
    const { loanId, version } = await make()
    well(await numbered(loanId, '4711'))
    well(await numbered(loanId, 'L-9', { system: 'Lender', active: false }))
    well(await book(loanId, 2024, 30_000, 2_000_000))
    well(await book(loanId, 2025, 57_000, 1_943_000))
    const [view] = well<LoanView[]>(await get('Loan/GetByProject/1'))
    expect(
      view!.years.map((year) => [year.year, year.booked?.endingBalance ?? null, year.difference]),
    ).toEqual([
      [2024, 2_000_000, null],
      // 2,000,000 at 6 percent with 14,688.99 a month comes to 1,942,199.44.
      [2025, 1_943_000, expect.closeTo(1_943_000 - view!.years[1]!.computedBalance!, 2)],
      [2026, null, null],
    ])
    expect(view!.annualDebtService).toBe(176_267.88)
    expect(well<object[]>(await get('Loan/GetMitasNumbers/1'))).toMatchObject([
      { number: '4711', loanName: 'First mortgage' },
    ])
    expect(well<object[]>(await get('LoanNumber/GetByProjectId/1'))).toHaveLength(2)
    well(await ask('agency.write', 'PUT', 'Loan', { loanId, version, interestRate: 5.5 }))
    const history = well<HistoryLine[]>(await get(`LoanNumber/GetLoanHistory/${loanId}`))
    expect(history.map((item) => `${item.action} ${item.tableName}`)).toEqual([
      'update loan',
      ...['insert loan_year', 'insert loan_year', 'insert loan_number', 'insert loan_number', 'insert loan'],
    ])
    const stale = await ask('agency.write', 'PUT', 'Loan', { loanId, version, interestRate: 5 })
    expect(stale.status).toBe(409)
  })

  test('CALL-LOA-01, 03, 04, 06, 12: years, the register, options and a company in sums', async () => {
    const [firstLoan, other] = [
      await make(),
      await make({ propertyId: 4, name: 'Elsewhere', loanType: 'FHA' }),
    ]
    await make({ name: 'Old', status: 'Paid off', paidOffDate: '2020-03-01', startDate: '2000-01-01' })
    well(await numbered(firstLoan.loanId, '4711'))
    well(await book(firstLoan.loanId, 2025, 57_000, 1_943_000))
    expect(well<object[]>(await get('Loan/GetYears'))).toEqual([
      {
        year: 2025,
        properties: 1,
        loans: 1,
        principalPaid: 57_000,
        interestPaid: 120_000,
        endingBalance: 1_943_000,
        missing: 1,
      },
    ])
    expect(well<object[]>(await get('Loan/GetYears/2024'))).toEqual([])
    const names = (lines: LoanLine[]) => lines.map((line) => [line.name, line.numbers, line.balance])
    expect(names(well(await get('Loan/GetByYear')))).toEqual([
      ['Elsewhere', null, null],
      ['First mortgage', '4711', 1_943_000],
    ])
    expect(names(well(await get('Loan/GetByYear/2019')))).toHaveLength(3)
    expect(well<object[]>(await get('LoanNumber/GetLoans'))).toHaveLength(3)
    expect(well(await get('Loan/GetMcCardData/1'))).toMatchObject({
      companyName: 'Test Company One',
      properties: 1,
      loans: 1,
      balance: 1_943_000,
      paidOff: 1,
      byType: [{ loanType: 'Fund balance', loans: 1 }],
    })
    const options = well<{ propertyId: number; loans: number }[]>(await get('Loan/GetProjectOptions'))
    expect(options.find((each) => each.propertyId === 1)?.loans).toBe(1)
    // A company sees the loans of its own properties.
    expect(
      names(well(await get('LoanNumber/GetLoans', 'company.admin'))).map(([name]) => name),
    ).not.toContain('Elsewhere')
    expect(other.loanId).toBeGreaterThan(0)
  })

  test('CALL-LOA-08: a loan ran in a year from its first to its last fiscal one', async () => {
    await make({ status: 'Paid off', paidOffDate: '2024-02-01' })
    const ran = async (year: number) => well<boolean>(await get(`Loan/HasActiveLoans/1/${year}`))
    expect([await ran(2007), await ran(2008), await ran(2024), await ran(2025)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(well(await get('Loan/HasActiveLoans/2/2024'))).toBe(false)
    expect((await get('Loan/HasActiveLoans/4/2024', 'company.admin')).status).toBe(404)
  })

  test('a budget is offered the debt service of loans that are not paid off, by their terms, where it is read', async () => {
    const service = (persona: string) => get('Budget/GetDebtService/1/2026', persona)
    expect(well(await service('agency.write'))).toEqual({ loans: [], lines: {} })
    await make({ annualDebtService: 180_000 })
    await make({ name: 'Old', status: 'Paid off', paidOffDate: '2020-03-01' })
    const { loans, lines } = well<{ loans: string[]; lines: Record<string, number> }>(
      await service('agency.write'),
    )
    expect(loans).toEqual(['First mortgage'])
    expect(Object.keys(lines)).toEqual(['6820', 'B110'])
    expect((lines[6820] ?? 0) + (lines.B110 ?? 0)).toBeCloseTo(180_000, 0)
    expect((await service('other.user')).status).toBeGreaterThanOrEqual(403)
  })

  test('LOA-L: what cannot be is refused, each with its field', async () => {
    const add = (more: object) => ask('agency.write', 'POST', 'Loan', { ...payload, ...more })
    expect(fields(await add({ maturityDate: '2008-06-01' }))).toEqual([422, ['maturityDate']])
    expect(fields(await add({ status: 'Paid off' }))).toEqual([422, ['paidOffDate']])
    expect(fields(await add({ paidOffDate: '2020-01-01' }))).toEqual([422, ['status']])
    expect(fields(await add({ loanType: 'Participation' }))).toEqual([422, ['participationLender']])
    expect(fields(await add({ participationLender: 'Another Bank' }))).toEqual([400, ['participationLender']])
    expect(fields(await add({ originalAmount: -1 }))).toEqual([400, ['originalAmount']])
    const { loanId } = await make({
      loanType: 'Participation',
      participationLender: 'Pulaski',
      participationPercent: 40,
    })
    well(await numbered(loanId, '4711'))
    expect(fields(await numbered((await make()).loanId, '4711'))).toEqual([422, ['number']])
    well(await book(loanId, 2024, 30_000, 2_000_000))
    expect(fields(await book(loanId, 2025, 57_000, 1_943_000.01))).toEqual([422, ['endingBalance']])
    expect(fields(await book(loanId, 2023, 10_000, 2_000_000))).toEqual([422, ['endingBalance']])
    expect(fields(await book(loanId, 2024, 1, 1))).toEqual([422, ['year']])
    expect((await ask('agency.write', 'DELETE', `Loan/${loanId}`)).status).toBe(422)
    expect((await ask('company.admin', 'POST', 'Loan', payload)).status).toBe(403)
  })
})

describe('CALL-EQF-05: figures of loans are uploaded', () => {
  const upload = (rows: object[], check = false) =>
    ask('agency.write', 'POST', `EquityFigure/UploadLoans/2025${check ? '?check=true' : ''}`, rows)
  const count = async () => (await portal.owner.query('select from loan_year')).rowCount

  test('rows by the headings of a sheet; once more they change nothing, corrected they replace', async () => {
    const { loanId } = await make()
    well(await numbered(loanId, '4711'))
    const row = {
      'MITAS number': '4711',
      'Principal paid': '$57,000.00',
      Interest: '(0)',
      'Ending Balance': '1,943,000',
    }
    const fresh = {
      Number: 'X-1',
      System: 'Lender',
      'Property number': '16-300',
      Loan: 'Second',
      Lender: 'Demo Bank',
      Principal: 0,
      'Original amount': 90_000,
      'Date of the note': '01/15/2025',
      'Ending balance': 90_000,
    }
    expect(well<Uploaded>(await upload([row, fresh], true))).toEqual({
      rows: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      newLoans: 1,
      faults: [],
    })
    expect(await count()).toBe(0)
    well(await upload([row, fresh]))
    expect(await count()).toBe(2)
    expect(well<Uploaded>(await upload([row, fresh]))).toMatchObject({ unchanged: 2, added: 0, newLoans: 0 })
    expect(well<Uploaded>(await upload([{ ...row, 'Principal paid': 50_000 }]))).toMatchObject({ changed: 1 })
    const result = await portal.owner.query(
      'select source, set_by_id, principal_paid from loan_year where loan_id = $1',
      [loanId],
    )
    expect(result.rows).toEqual([{ source: 'Upload', set_by_id: 2, principal_paid: '50000.00' }])
  })

  test('one bad row among good ones: each fault by row and field, nothing is stored', async () => {
    const { loanId } = await make()
    well(await numbered(loanId, '4711'))
    well(await book(loanId, 2024, 30_000, 2_000_000))
    const rows = [
      { number: '4711', principalPaid: 57_000, endingBalance: 1_943_000 },
      { number: '4712', principalPaid: 1, endingBalance: 1 },
      { number: '4711', principalPaid: 57_000, endingBalance: 1_943_000 },
      { number: '4713', principalPaid: 'much', endingBalance: -5 },
      {
        number: '4714',
        principalPaid: 0,
        endingBalance: 5,
        originalAmount: 5,
        name: 'Third',
        lender: 'Bank',
        startDate: '2025-01-01',
        propertyNumber: 'none',
      },
    ]
    const faults = well<Uploaded>(await upload(rows, true)).faults.map(
      (fault) => `${fault.row} ${fault.field}`,
    )
    expect(faults).toEqual(['2 number', '3 number', '4 principalPaid', '4 endingBalance', '5 propertyNumber'])
    const refused = await upload(rows)
    expect([refused.status, await count()]).toEqual([422, 1])
    expect((refused.body as { faults: Fault[] }).faults[0]).toEqual({
      field: '1.number',
      message: expect.stringContaining('Row 2: Number: MITAS 4712 is not in the register.'),
    })
    expect(
      fields(await upload([{ number: '4711', principalPaid: 57_000, endingBalance: 1_900_000 }]))[0],
    ).toBe(422)
    expect((await upload([{ Vendor: 'Acme' }])).status).toBe(400)
    expect((await ask('company.admin', 'POST', 'EquityFigure/UploadLoans/2025', rows)).status).toBe(403)
  })
})
