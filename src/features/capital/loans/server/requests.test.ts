import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryLine } from '#kernel/model/history.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { LoanLine, LoanUploadOutcome, LoanView } from '../model/calls.ts'

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
const expectOk = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const getFields = ({ status, body }: Reply) => [
  status,
  Object.keys((body as { fields?: object }).fields ?? {}),
]
const loanInput = {
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
const createLoan = async (more: object = {}) =>
  expectOk<Stored>(await ask('agency.write', 'POST', 'Loan', { ...loanInput, ...more }))
const addNumber = (loanId: number, number: string, more: object = {}) =>
  ask('agency.write', 'POST', 'LoanNumber', { loanId, number, system: 'MITAS', active: true, ...more })
const bookYear = (loanId: number, year: number, principalPaid: number, endingBalance: number) =>
  ask('agency.write', 'POST', 'LoanYear', {
    loanId,
    year,
    principalPaid,
    interestPaid: 120_000,
    endingBalance,
  })

describe('the register of loans', () => {
  test('CALL-LOA-02, 05, 10, 11: a loan lists its numbers, compared years and history', async () => {
    const { loanId, version } = await createLoan()
    expectOk(await addNumber(loanId, '4711'))
    expectOk(await addNumber(loanId, 'L-9', { system: 'Lender', active: false }))
    expectOk(await bookYear(loanId, 2024, 30_000, 2_000_000))
    expectOk(await bookYear(loanId, 2025, 57_000, 1_943_000))
    const [view] = expectOk<LoanView[]>(await get('Loan/GetByProject/1'))
    expect(
      view!.years.map((year) => [year.year, year.booked?.endingBalance ?? null, year.difference]),
    ).toEqual([
      [2024, 2_000_000, null],
      // From 2,000,000 at 6 percent with 14,688.99 a month the balance becomes 1,942,199.44.
      [2025, 1_943_000, expect.closeTo(1_943_000 - view!.years[1]!.computedBalance!, 2)],
      [2026, null, null],
    ])
    expect(view!.annualDebtService).toBe(176_267.88)
    expect(expectOk<object[]>(await get('Loan/GetMitasNumbers/1'))).toMatchObject([
      { number: '4711', loanName: 'First mortgage' },
    ])
    expect(expectOk<object[]>(await get('LoanNumber/GetByProjectId/1'))).toHaveLength(2)
    expectOk(await ask('agency.write', 'PUT', 'Loan', { loanId, version, interestRate: 5.5 }))
    const history = expectOk<HistoryLine[]>(await get(`LoanNumber/GetLoanHistory/${loanId}`))
    expect(history.map((item) => `${item.action} ${item.tableName}`)).toEqual([
      'update loan',
      ...['insert loan_year', 'insert loan_year', 'insert loan_number', 'insert loan_number', 'insert loan'],
    ])
    const staleReply = await ask('agency.write', 'PUT', 'Loan', { loanId, version, interestRate: 5 })
    expect(staleReply.status).toBe(409)
  })

  test('CALL-LOA-01, 03, 04, 06, 12: years, register, options and company totals are correct', async () => {
    const [firstLoan, other] = [
      await createLoan(),
      await createLoan({ propertyId: 4, name: 'Elsewhere', loanType: 'FHA' }),
    ]
    await createLoan({ name: 'Old', status: 'Paid off', paidOffDate: '2020-03-01', startDate: '2000-01-01' })
    expectOk(await addNumber(firstLoan.loanId, '4711'))
    expectOk(await bookYear(firstLoan.loanId, 2025, 57_000, 1_943_000))
    expect(expectOk<object[]>(await get('Loan/GetYears'))).toEqual([
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
    expect(expectOk<object[]>(await get('Loan/GetYears/2024'))).toEqual([])
    const pickNames = (lines: LoanLine[]) => lines.map((line) => [line.name, line.numbers, line.balance])
    expect(pickNames(expectOk(await get('Loan/GetByYear')))).toEqual([
      ['Elsewhere', null, null],
      ['First mortgage', '4711', 1_943_000],
    ])
    expect(pickNames(expectOk(await get('Loan/GetByYear/2019')))).toHaveLength(3)
    expect(expectOk<object[]>(await get('LoanNumber/GetLoans'))).toHaveLength(3)
    expect(expectOk(await get('Loan/GetMcCardData/1'))).toMatchObject({
      companyName: 'Test Company One',
      properties: 1,
      loans: 1,
      balance: 1_943_000,
      paidOff: 1,
      byType: [{ loanType: 'Fund balance', loans: 1 }],
    })
    const options = expectOk<{ propertyId: number; loans: number }[]>(await get('Loan/GetProjectOptions'))
    expect(options.find((each) => each.propertyId === 1)?.loans).toBe(1)
    // A company sees only the loans of its own properties.
    expect(
      pickNames(expectOk(await get('LoanNumber/GetLoans', 'company.admin'))).map(([name]) => name),
    ).not.toContain('Elsewhere')
    expect(other.loanId).toBeGreaterThan(0)
  })

  test('CALL-LOA-08: a loan is active in each fiscal year from its first to its last', async () => {
    await createLoan({ status: 'Paid off', paidOffDate: '2024-02-01' })
    const isRunning = async (year: number) => expectOk<boolean>(await get(`Loan/HasActiveLoans/1/${year}`))
    expect([
      await isRunning(2007),
      await isRunning(2008),
      await isRunning(2024),
      await isRunning(2025),
    ]).toEqual([false, true, true, false])
    expect(expectOk(await get('Loan/HasActiveLoans/2/2024'))).toBe(false)
    expect((await get('Loan/HasActiveLoans/4/2024', 'company.admin')).status).toBe(404)
  })

  test('a budget receives the debt service of active loans by their terms, if the caller may read it', async () => {
    const loadDebtService = (persona: string) => get('Budget/GetDebtService/1/2026', persona)
    expect(expectOk(await loadDebtService('agency.write'))).toEqual({ loans: [], lines: {} })
    await createLoan({ annualDebtService: 180_000 })
    await createLoan({ name: 'Old', status: 'Paid off', paidOffDate: '2020-03-01' })
    const { loans, lines } = expectOk<{ loans: string[]; lines: Record<string, number> }>(
      await loadDebtService('agency.write'),
    )
    expect(loans).toEqual(['First mortgage'])
    expect(Object.keys(lines)).toEqual(['6820', 'B110'])
    expect((lines[6820] ?? 0) + (lines.B110 ?? 0)).toBeCloseTo(180_000, 0)
    expect((await loadDebtService('other.user')).status).toBeGreaterThanOrEqual(403)
  })

  test('LOA-L: impossible loans, numbers and years are refused, each with its field', async () => {
    const add = (more: object) => ask('agency.write', 'POST', 'Loan', { ...loanInput, ...more })
    expect(getFields(await add({ maturityDate: '2008-06-01' }))).toEqual([422, ['maturityDate']])
    expect(getFields(await add({ status: 'Paid off' }))).toEqual([422, ['paidOffDate']])
    expect(getFields(await add({ paidOffDate: '2020-01-01' }))).toEqual([422, ['status']])
    expect(getFields(await add({ loanType: 'Participation' }))).toEqual([422, ['participationLender']])
    expect(getFields(await add({ participationLender: 'Another Bank' }))).toEqual([
      400,
      ['participationLender'],
    ])
    expect(getFields(await add({ originalAmount: -1 }))).toEqual([400, ['originalAmount']])
    const { loanId } = await createLoan({
      loanType: 'Participation',
      participationLender: 'Pulaski',
      participationPercent: 40,
    })
    expectOk(await addNumber(loanId, '4711'))
    expect(getFields(await addNumber((await createLoan()).loanId, '4711'))).toEqual([422, ['number']])
    expectOk(await bookYear(loanId, 2024, 30_000, 2_000_000))
    expect(getFields(await bookYear(loanId, 2025, 57_000, 1_943_000.01))).toEqual([422, ['endingBalance']])
    expect(getFields(await bookYear(loanId, 2023, 10_000, 2_000_000))).toEqual([422, ['endingBalance']])
    expect(getFields(await bookYear(loanId, 2024, 1, 1))).toEqual([422, ['year']])
    expect((await ask('agency.write', 'DELETE', `Loan/${loanId}`)).status).toBe(422)
    expect((await ask('company.admin', 'POST', 'Loan', loanInput)).status).toBe(403)
  })

  test('a correction of booked figures needs a reason of its own, which stays in the history', async () => {
    const { loanId } = await createLoan()
    const { loanYearId } = expectOk<{ loanYearId: number }>(await bookYear(loanId, 2025, 57_000, 1_943_000))
    const correct = (more: object) =>
      ask('agency.write', 'PUT', 'LoanYear', {
        loanYearId,
        principalPaid: 58_000,
        endingBalance: 1_942_000,
        ...more,
      })
    for (const note of [undefined, null, ' '])
      expect(getFields(await correct({ note }))).toEqual([422, ['note']])
    expectOk(await correct({ note: 'The servicer corrected its report.' }))
    const again = { endingBalance: 1_941_000, principalPaid: 59_000 }
    expect(getFields(await correct({ ...again, note: 'The servicer corrected its report.' }))).toEqual([
      422,
      ['note'],
    ])
    expectOk(await correct({ note: 'The servicer corrected its report.' }))
    const history = JSON.stringify((await get(`LoanNumber/GetLoanHistory/${loanId}`)).body)
    expect(history).toContain('"note":[null,"The servicer corrected its report."]')
    expect(history).toContain('"principal_paid":[57000')
  })

  test('a booked year is removed only while no later year and no equity depends on it', async () => {
    const { loanId } = await createLoan()
    const first = expectOk<{ loanYearId: number }>(await bookYear(loanId, 2024, 30_000, 2_000_000))
    const second = expectOk<{ loanYearId: number }>(await bookYear(loanId, 2025, 57_000, 1_943_000))
    const remove = async (id: number) => (await ask('agency.write', 'DELETE', `LoanYear/${id}`)).status
    expect(await remove(first.loanYearId)).toBe(409)
    await portal.owner.query(
      'insert into equity_figure (property_id, year, principal_paid) values (1, 2025, 57000)',
    )
    expect(await remove(second.loanYearId)).toBe(422)
    await portal.owner.query('delete from equity_figure where property_id = 1')
    expect(await remove(second.loanYearId)).toBe(200)
    expect(await remove(first.loanYearId)).toBe(200)
  })
})

describe('CALL-EQF-05: upload of loan figures', () => {
  const uploadRows = (rows: object[], check = false) =>
    ask('agency.write', 'POST', `EquityFigure/UploadLoans/2025${check ? '?check=true' : ''}`, rows)
  const countYears = async () => (await portal.owner.query('select from loan_year')).rowCount

  test('rows are read by column headings; the same rows change nothing, corrected ones replace', async () => {
    const { loanId } = await createLoan()
    expectOk(await addNumber(loanId, '4711'))
    const row = {
      'MITAS number': '4711',
      'Principal paid': '$57,000.00',
      Interest: '(0)',
      'Ending Balance': '1,943,000',
    }
    const newLoanRow = {
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
    expect(expectOk<LoanUploadOutcome>(await uploadRows([row, newLoanRow], true))).toEqual({
      rows: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      newLoans: 1,
      faults: [],
    })
    expect(await countYears()).toBe(0)
    expectOk(await uploadRows([row, newLoanRow]))
    expect(await countYears()).toBe(2)
    expect(expectOk<LoanUploadOutcome>(await uploadRows([row, newLoanRow]))).toMatchObject({
      unchanged: 2,
      added: 0,
      newLoans: 0,
    })
    expect(
      expectOk<LoanUploadOutcome>(await uploadRows([{ ...row, 'Principal paid': 50_000 }])),
    ).toMatchObject({
      changed: 1,
    })
    const result = await portal.owner.query(
      'select source, set_by_id, principal_paid from loan_year where loan_id = $1',
      [loanId],
    )
    expect(result.rows).toEqual([{ source: 'Upload', set_by_id: 2, principal_paid: '50000.00' }])
  })

  test('an upload with faulty rows stores nothing and lists each fault by row and field', async () => {
    const { loanId } = await createLoan()
    expectOk(await addNumber(loanId, '4711'))
    expectOk(await bookYear(loanId, 2024, 30_000, 2_000_000))
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
    const faults = expectOk<LoanUploadOutcome>(await uploadRows(rows, true)).faults.map(
      (fault) => `${fault.row} ${fault.field}`,
    )
    expect(faults).toEqual(['2 number', '3 number', '4 principalPaid', '4 endingBalance', '5 propertyNumber'])
    const refused = await uploadRows(rows)
    expect([refused.status, await countYears()]).toEqual([422, 1])
    expect((refused.body as { faults: Fault[] }).faults[0]).toEqual({
      field: '1.number',
      message: expect.stringContaining('Row 2: Number: MITAS 4712 is not in the register.'),
    })
    expect(
      getFields(await uploadRows([{ number: '4711', principalPaid: 57_000, endingBalance: 1_900_000 }]))[0],
    ).toBe(422)
    expect((await uploadRows([{ Vendor: 'Acme' }])).status).toBe(400)
    expect((await ask('company.admin', 'POST', 'EquityFigure/UploadLoans/2025', rows)).status).toBe(403)
  })
})
