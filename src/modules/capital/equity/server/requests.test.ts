import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FigureView, Notified, YearLine } from '../model/calls.ts'

let portal: Portal
let loanId: number
beforeAll(async () => {
  portal = await openPortal()
  // What waits for a second person is tested by itself.
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
const well = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const summarizeReply = ({ status, body }: Reply) => [
  status,
  (body as { error_description?: string }).error_description ?? '',
]
const initial = { developmentCost: 2_900_000, originalMortgages: 2_450_000 }
const once = (what: string, year: number, body: object, id = 1) =>
  ask('agency.write', 'POST', `EquityFigure/OneTimeUpload${what}/${id}/${year}`, body)
const update = (rows: object[], persona = 'agency.write') =>
  ask(persona, 'POST', 'EquityFigure/UpdateEquityFigures', rows)
const views = async (id = 1) =>
  well<FigureView[]>(await ask('agency.read', 'GET', `EquityFigure/GetByProject/${id}`))
const loadLine = async (year: number) =>
  well<YearLine[]>(await ask('agency.read', 'GET', `EquityFigure/GetByYear/${year}`)).find(
    (item) => item.propertyId === 1,
  )!

/** The loan of the example with a year of 61,600 principal. */
async function withLoan(paid = 61_600, balance = 2_388_400, more = '') {
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
  test('CALL-EQF-01 to 04, domain 6.4: what is set once, and the year by formula with its derivation, to the cent', async () => {
    await withLoan()
    expect(await loadLine(2025)).toMatchObject({ standing: 'Not begun', loans: 1 })
    well(await once('ClosingReport', 2024, { closingReportDate: '2024-03-15' }))
    well(await once('CutOffDate', 2024, { cutoffDate: '2024-12-31' }))
    const initialView = well<FigureView>(await once('InitialEquity', 2024, initial))
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
    expect(well(await update([{ propertyId: 1, year: 2025 }]))).toEqual({
      updated: 1,
      unchanged: 0,
      later: 0,
      forCommission: 0,
      waiting: 0,
    })
    expect(well(await update([{ propertyId: 1, year: 2025 }]))).toMatchObject({ updated: 0, unchanged: 1 })
    const [newest] = await views()
    expect(newest).toMatchObject({
      figure: { year: 2025, principalPaid: 61_600, equity: 511_600, allowedDistribution: 40_928 },
      formula: '= $450,000.00 equity of 2024 + $61,600.00 principal paid',
      byDefinition: 511_600,
      difference: 0,
      setByName: 'Agency Write',
    })
    expect(await loadLine(2025)).toMatchObject({ standing: 'Up to date', difference: 0 })
    expect(well(await ask('agency.read', 'GET', 'Loan/GetProjectEquityData'))).toEqual([
      expect.objectContaining({
        propertyId: 1,
        year: 2025,
        equity: 511_600,
        initialEquity: 450_000,
        loans: 1,
      }),
    ])
  })

  test('CALL-EQF-01 to 03: a second time is refused with who and when; a correction says why and the later years follow', async () => {
    await withLoan()
    const { figure } = well<FigureView>(await once('InitialEquity', 2024, initial))
    expect((await ask('agency.write', 'DELETE', `EquityFigure/${figure.equityFigureId}`)).status).toBe(422)
    well(await update([{ propertyId: 1, year: 2025, approvedImprovements: 10_000.5 }]))
    const [status, refusal] = summarizeReply(await once('InitialEquity', 2023, initial))
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
    well(await correct({ developmentCost: 3_000_000, note: 'Cost certification of May' }))
    expect((await views()).map((view) => view.figure.equity)).toEqual([621_600.5, 550_000])
    expect((await correct({ note: 'Late' })).status).toBe(409)
    expect((await ask('agency.write', 'DELETE', `EquityFigure/${figure.equityFigureId}`)).status).toBe(409)
  })

  test('CALL-EQF-04: where one property cannot be computed none is stored, and it is told which and why', async () => {
    await withLoan()
    well(await once('InitialEquity', 2024, initial))
    const reply = await update([
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
    expect(await views()).toHaveLength(1)
    expect((await update([{ propertyId: 1, year: 2025 }], 'company.admin')).status).toBe(403)
  })

  test('domain 31: a figure tells that a loan was corrected since', async () => {
    await withLoan()
    well(await once('InitialEquity', 2024, initial))
    well(await update([{ propertyId: 1, year: 2025 }]))
    await portal.owner.query('update loan_year set principal_paid = 60000 where loan_id = $1', [loanId])
    expect(await loadLine(2025)).toMatchObject({ standing: 'Changed since', difference: 1_600 })
  })

  test('domain 31: principal of a loan that was paid off counts when the commission says so', async () => {
    await withLoan(2_450_000, 0, `update loan set status = 'Paid off', paid_off_date = '2025-09-30'`)
    well(await once('InitialEquity', 2024, initial))
    expect(well(await update([{ propertyId: 1, year: 2025 }]))).toMatchObject({ forCommission: 1 })
    const [{ figure }] = (await views()) as [FigureView]
    expect([figure.discretion, figure.paidOff, figure.principalPaid + figure.principalHeld]).toEqual([
      'For the commission',
      'First mortgage',
      2_450_000,
    ])
    const decide = (persona: string, body: object) =>
      ask(persona, 'POST', `EquityFigure/DecidePaidOff/${figure.equityFigureId}`, body)
    expect((await decide('agency.write', { counts: true, note: 'Resolution 12' })).status).toBe(403)
    expect(
      well<FigureView>(await decide('agency.manager', { counts: true, note: 'Resolution 12' })).figure,
    ).toMatchObject({
      discretion: 'Counted',
      equity: 2_900_000,
      note: 'Resolution 12',
    })
  })
})

describe('client 4: by the path alone', () => {
  const alone = (what: string, year = 2024) =>
    ask('agency.write', 'POST', `EquityFigure/OneTimeUpload${what}/1/${year}`)

  test('what is set once is what the portal knows, and the figure says that it was not given', async () => {
    await withLoan()
    expect(summarizeReply(await alone('InitialEquity'))).toEqual([
      409,
      'The portal knows no development cost of Maple Grove Apartments for 2024. Enter it with the initial equity.',
    ])
    await portal.owner.query(
      `insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, improvements, set_by_id)
        values (1, 2020, 'Percent of equity', 8, 2900000, 2450000, 0, 1)`,
    )
    well(await alone('CutOffDate'))
    well(await alone('ClosingReport'))
    const { figure } = well<FigureView>(await alone('InitialEquity'))
    expect(figure).toMatchObject({
      developmentCost: 2_900_000,
      originalMortgages: 2_450_000,
      initialEquity: 450_000,
      cutoffDate: '2024-12-31',
      closingReportDate: '2026-06-01',
    })
    expect(figure.note?.match(/Not given by whoever set it/g)).toHaveLength(3)
    expect((await alone('InitialEquity')).status).toBe(409)
    await portal.owner.query('delete from distribution_basis')
  })

  test('an empty body is a body that lacks its fields', async () => {
    const fields = async (what: string) =>
      Object.keys(((await once(what, 2024, {})).body as { fields: object }).fields)
    expect(await fields('CutOffDate')).toEqual(['cutoffDate'])
    expect(await fields('InitialEquity')).toEqual(['developmentCost', 'originalMortgages'])
  })

  test('notices without a year tell of the latest one', async () => {
    const notify = () => ask('agency.write', 'POST', 'Loan/NotifyProperties')
    expect(summarizeReply(await notify())).toEqual([409, 'No property has an equity figure yet.'])
    await withLoan()
    well(await once('InitialEquity', 2024, initial))
    expect(well<Notified>(await notify())).toMatchObject({
      sent: 1,
      subject: 'Equity of Maple Grove Apartments for fiscal year 2024',
    })
  })
})

describe('CALL-LOA-09: notice to properties', () => {
  const notify = async (body: object, preview = false) =>
    well<Notified>(
      await ask('agency.write', 'POST', `Loan/NotifyProperties${preview ? '?preview=true' : ''}`, body),
    )
  const mails = async () =>
    (
      await portal.owner.query(
        `select recipients, subject, body_text from outbox where event = 'equity.notice'`,
      )
    ).rows

  test('it is shown and counted first, goes out once, and is logged', async () => {
    await withLoan()
    well(await once('InitialEquity', 2024, initial))
    well(await once('InitialEquity', 2024, initial, 2))
    const preview = await notify({ year: 2024 }, true)
    expect([preview.sent, preview.subject, await mails()]).toEqual([
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
    expect(await mails()).toHaveLength(1)
    const again = await notify({ year: 2024, propertyIds: [1] })
    expect([again.sent, again.properties[0]!.reason, (await mails()).length]).toEqual([
      0,
      'It was notified already.',
      1,
    ])
    expect((await views())[0]!.notice).toMatchObject({ recipients: 2, equity: 450_000 })
    expect((await ask('company.admin', 'POST', 'Loan/NotifyProperties', { year: 2024 })).status).toBe(403)
  })

  test('of two who send at once one tells', async () => {
    well(await once('InitialEquity', 2024, initial))
    const both = await Promise.all([notify({ year: 2024 }), notify({ year: 2024 })])
    expect([both.map((item) => item.sent).toSorted(), (await mails()).length]).toEqual([[0, 1], 1])
  })
})
