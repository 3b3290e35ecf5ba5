import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FigureView, NoticeOutcome, YearLine } from '../model/calls.ts'

let portal: Portal
let loanId: number
beforeAll(async () => {
  portal = await openPortal()
  // Corrections that wait for a second person have their own tests.
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
  )
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
})
afterEach(() =>
  portal.owner.query(`delete from equity_notice; delete from equity_figure; delete from loan_year; delete from loan;
    delete from outbox where event = 'equity.notice'`),
)
afterAll(() => portal.close())

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', tail: string, body?: unknown) =>
  portal.ask(persona, method, `/api/${tail}`, body)
const expectOk = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const summarizeReply = ({ status, body }: Reply) => [
  status,
  (body as { error_description?: string }).error_description ?? '',
]
const initial = { developmentCost: 2_900_000, originalMortgages: 2_450_000 }
const uploadOnce = (what: string, year: number, body: object, id = 1) =>
  ask('agency.write', 'POST', `EquityFigure/OneTimeUpload${what}/${id}/${year}`, body)
const updateFigures = (rows: object[], persona = 'agency.write') =>
  ask(persona, 'POST', 'EquityFigure/UpdateEquityFigures', rows)
const loadViews = async (id = 1) =>
  expectOk<FigureView[]>(await ask('agency.read', 'GET', `EquityFigure/GetByProject/${id}`))
const loadLine = async (year: number) =>
  expectOk<YearLine[]>(await ask('agency.read', 'GET', `EquityFigure/GetByYear/${year}`)).find(
    (item) => item.propertyId === 1,
  )!

/** Inserts the loan of the worked example, by default with a year of $61,600 principal. */
async function insertLoan(paid = 61_600, balance = 2_388_400, more = '') {
  const result = await portal.owner.query<{ loan_id: number }>(
    `insert into loan (property_id, name, lender, loan_type, original_amount, interest_rate, start_date, amortization_months)
      values (1, 'First mortgage', 'Demo Bank', 'FHA', 2450000, 6, '2010-06-01', 480) returning loan_id`,
  )
  loanId = result.rows[0]!.loan_id
  await portal.owner.query(
    `insert into loan_year (property_id, loan_id, year, principal_paid, ending_balance) values (1, $1, 2025, $2, $3)`,
    [loanId, paid, balance],
  )
  if (more) await portal.owner.query(more)
}

describe('equity figures', () => {
  test('CALL-EQF-01 to 04, domain 6.4: the next year follows from the beginning values, to the cent', async () => {
    await insertLoan()
    expect(await loadLine(2025)).toMatchObject({ standing: 'Not begun', loans: 1 })
    expectOk(await uploadOnce('ClosingReport', 2024, { closingReportDate: '2024-03-15' }))
    expectOk(await uploadOnce('CutOffDate', 2024, { cutoffDate: '2024-12-31' }))
    const initialView = expectOk<FigureView>(await uploadOnce('InitialEquity', 2024, initial))
    expect(initialView.figure).toMatchObject({
      initialEquity: 450_000,
      equity: 450_000,
      allowedDistribution: 36_000,
      rate: 8,
      version: 3,
      closingReportDate: '2024-03-15',
      cutoffDate: '2024-12-31',
    })
    expect(await loadLine(2025)).toMatchObject({ standing: 'To update', computed: { equity: 511_600 } })
    expect(expectOk(await updateFigures([{ propertyId: 1, year: 2025 }]))).toEqual({
      updated: 1,
      unchanged: 0,
      later: 0,
      forCommission: 0,
      waiting: 0,
    })
    expect(expectOk(await updateFigures([{ propertyId: 1, year: 2025 }]))).toMatchObject({
      updated: 0,
      unchanged: 1,
    })
    const [newest] = await loadViews()
    expect(newest).toMatchObject({
      figure: { year: 2025, principalPaid: 61_600, equity: 511_600, allowedDistribution: 40_928 },
      formula: '= $450,000.00 equity of 2024 + $61,600.00 principal paid',
      byDefinition: 511_600,
      difference: 0,
      setByName: 'Agency Write',
    })
    expect(await loadLine(2025)).toMatchObject({ standing: 'Up to date', difference: 0 })
    expect(expectOk(await ask('agency.read', 'GET', 'Loan/GetProjectEquityData'))).toEqual([
      expect.objectContaining({
        propertyId: 1,
        year: 2025,
        equity: 511_600,
        initialEquity: 450_000,
        loans: 1,
      }),
    ])
  })

  test('CALL-EQF-01 to 03: a value is set once; a correction needs a note and changes later years', async () => {
    await insertLoan()
    const { figure } = expectOk<FigureView>(await uploadOnce('InitialEquity', 2024, initial))
    expect((await ask('agency.write', 'DELETE', `EquityFigure/${figure.equityFigureId}`)).status).toBe(422)
    expectOk(await updateFigures([{ propertyId: 1, year: 2025, approvedImprovements: 10_000.5 }]))
    const [status, refusal] = summarizeReply(await uploadOnce('InitialEquity', 2023, initial))
    expect([status, refusal]).toEqual([
      409,
      'Initial equity was set for 2024 on 06/01/2026 by Agency Write. Change that figure and say why.',
    ])
    const correct = (more: object) =>
      ask('agency.manager', 'POST', `EquityFigure/Correct/${figure.equityFigureId}`, {
        version: figure.version,
        ...more,
      })
    expect((await correct({ developmentCost: 3_000_000, note: ' ' })).status).toBe(422)
    expectOk(await correct({ developmentCost: 3_000_000, note: 'Cost certification of May' }))
    expect((await loadViews()).map((view) => view.figure.equity)).toEqual([621_600.5, 550_000])
    expect((await correct({ note: 'Late' })).status).toBe(409)
    const latestId = (await loadViews())[0]!.figure.equityFigureId
    await portal.owner.query(
      'insert into equity_notice (property_id, year, recipients, equity) values (1, 2025, 1, 621600.50)',
    )
    expect((await ask('agency.write', 'DELETE', `EquityFigure/${latestId}`)).status).toBe(422)
    const improve = (more: object) =>
      ask('agency.write', 'PUT', 'EquityFigure', {
        equityFigureId: latestId,
        approvedImprovements: 9000,
        ...more,
      })
    expect(Object.keys((await improve({})).body as object)).toContain('fields')
    expectOk(await improve({ note: 'The invoice of May was counted twice' }))
    await portal.owner.query('delete from equity_notice where property_id = 1')
    expect((await ask('agency.write', 'DELETE', `EquityFigure/${figure.equityFigureId}`)).status).toBe(409)
  })

  test('CALL-EQF-04: if one property cannot be computed, none is stored and each is named', async () => {
    await insertLoan()
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    const reply = await updateFigures([
      { propertyId: 1, year: 2025 },
      { propertyId: 2, year: 2025 },
      { propertyId: 1, year: 2027 },
    ])
    expect(reply.status).toBe(422)
    expect((reply.body as { faults: object[] }).faults).toEqual([
      { field: '1.year', message: 'Birch Court: 2024 has no equity figure.' },
      {
        field: '2.year',
        message: 'Maple Grove Apartments: 2026 has no equity figure. First mortgage has no figures of 2027.',
      },
    ])
    expect(await loadViews()).toHaveLength(1)
    expect((await updateFigures([{ propertyId: 1, year: 2025 }], 'company.admin')).status).toBe(403)
  })

  test('domain 31: a year reads Changed since after one of its loans is corrected', async () => {
    await insertLoan()
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    expectOk(await updateFigures([{ propertyId: 1, year: 2025 }]))
    await portal.owner.query('update loan_year set principal_paid = 60000 where loan_id = $1', [loanId])
    expect(await loadLine(2025)).toMatchObject({ standing: 'Changed since', difference: 1_600 })
  })

  test('domain 31: principal of a loan paid off early counts only if the commission decides so', async () => {
    await insertLoan(2_450_000, 0, `update loan set status = 'Paid off', paid_off_date = '2025-09-30'`)
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    expect(expectOk(await updateFigures([{ propertyId: 1, year: 2025 }]))).toMatchObject({ forCommission: 1 })
    const [{ figure }] = (await loadViews()) as [FigureView]
    expect([figure.discretion, figure.paidOff, figure.principalPaid + figure.principalHeld]).toEqual([
      'For the commission',
      'First mortgage',
      2_450_000,
    ])
    const decide = (persona: string, body: object) =>
      ask(persona, 'POST', `EquityFigure/DecidePaidOff/${figure.equityFigureId}`, body)
    expect((await decide('agency.write', { counts: true, note: 'Resolution 12' })).status).toBe(403)
    expect(
      expectOk<FigureView>(await decide('agency.manager', { counts: true, note: 'Resolution 12' })).figure,
    ).toMatchObject({
      discretion: 'Counted',
      equity: 2_900_000,
      note: 'Resolution 12',
    })
  })
})

describe('client 4: calls without a body', () => {
  const uploadByPath = (what: string, year = 2024) =>
    ask('agency.write', 'POST', `EquityFigure/OneTimeUpload${what}/1/${year}`)

  test('a call without a body stores the portal’s own values, and the note says so', async () => {
    await insertLoan()
    expect(summarizeReply(await uploadByPath('InitialEquity'))).toEqual([
      409,
      'The portal knows no development cost of Maple Grove Apartments for 2024. Enter it with the initial equity.',
    ])
    await portal.owner.query(
      `insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, improvements, set_by_id)
        values (1, 2020, 'Percent of equity', 8, 2900000, 2450000, 0, 1)`,
    )
    expectOk(await uploadByPath('CutOffDate'))
    expectOk(await uploadByPath('ClosingReport'))
    const { figure } = expectOk<FigureView>(await uploadByPath('InitialEquity'))
    expect(figure).toMatchObject({
      developmentCost: 2_900_000,
      originalMortgages: 2_450_000,
      initialEquity: 450_000,
      cutoffDate: '2024-12-31',
      closingReportDate: '2026-06-01',
    })
    expect(figure.note?.match(/Not given by whoever set it/g)).toHaveLength(3)
    expect((await uploadByPath('InitialEquity')).status).toBe(409)
    await portal.owner.query('delete from distribution_basis')
  })

  test('a call with an empty body is refused for its missing fields', async () => {
    const fields = async (what: string) =>
      Object.keys(((await uploadOnce(what, 2024, {})).body as { fields: object }).fields)
    expect(await fields('CutOffDate')).toEqual(['cutoffDate'])
    expect(await fields('InitialEquity')).toEqual(['developmentCost', 'originalMortgages'])
  })

  test('a notice call without a year notifies of the latest year', async () => {
    const notify = () => ask('agency.write', 'POST', 'Loan/NotifyProperties')
    expect(summarizeReply(await notify())).toEqual([409, 'No property has an equity figure yet.'])
    await insertLoan()
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    expect(expectOk<NoticeOutcome>(await notify())).toMatchObject({
      sent: 1,
      subject: 'Equity of Maple Grove Apartments for fiscal year 2024',
    })
  })
})

describe('CALL-LOA-09: notice to properties', () => {
  const notify = async (body: object, preview = false) =>
    expectOk<NoticeOutcome>(
      await ask('agency.write', 'POST', `Loan/NotifyProperties${preview ? '?preview=true' : ''}`, body),
    )
  const loadMails = async () =>
    (
      await portal.owner.query(
        `select recipients, subject, body_text from outbox where event = 'equity.notice'`,
      )
    ).rows

  test('a preview lists the recipients; the notice is sent once and recorded with the figure', async () => {
    await insertLoan()
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    expectOk(await uploadOnce('InitialEquity', 2024, initial, 2))
    const preview = await notify({ year: 2024 }, true)
    expect([preview.sent, preview.subject, await loadMails()]).toEqual([
      0,
      'Equity of Maple Grove Apartments for fiscal year 2024',
      [],
    ])
    expect(
      preview.properties.map((property) => [property.propertyId, property.recipients, property.reason]),
    ).toEqual([
      [2, [], 'The property has no one to write to.'],
      [1, ['financial@one.example', 'partner@grove.example'], null],
    ])
    expect((await notify({ year: 2024 })).sent).toBe(1)
    expect(await loadMails()).toHaveLength(1)
    const secondNotice = await notify({ year: 2024, propertyIds: [1] })
    expect([secondNotice.sent, secondNotice.properties[0]!.reason, (await loadMails()).length]).toEqual([
      0,
      'It was notified already.',
      1,
    ])
    expect((await loadViews())[0]!.notice).toMatchObject({ recipients: 2, equity: 450_000 })
    expect((await ask('company.admin', 'POST', 'Loan/NotifyProperties', { year: 2024 })).status).toBe(403)
  })

  test('of two concurrent calls only one sends the notice', async () => {
    expectOk(await uploadOnce('InitialEquity', 2024, initial))
    const both = await Promise.all([notify({ year: 2024 }), notify({ year: 2024 })])
    expect([both.map((item) => item.sent).toSorted(), (await loadMails()).length]).toEqual([[0, 1], 1])
  })
})
