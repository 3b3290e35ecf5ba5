import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { cardDesk, stageStatements } from '#tests/reportCardStage.ts'

type Row = Readonly<Record<string, number | string | null>>
type Page = { rows: Row[]; total: number; totals: Row }

let portal: Portal
const { put, readCard } = cardDesk(() => portal)

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write)
      select user_id, p, 'AFS', true, true from app_user, (values (1), (4)) v (p)
      where user_name = 'company.writer' and p = 1 or user_name = 'other.user' and p = 4`)
})
afterAll(() => portal.close())

const loadPage = async (path: string, persona = 'agency.read'): Promise<Page> => {
  const reply = await portal.ask(persona, 'GET', `/api/reporting/${path}`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Page
}

describe("the financial reports about Maple Grove's statement of 2025 (domain 8.4)", () => {
  test('RPT-10: revenue is 366,404, operating expenses 243,930, net operating income 122,474 and debt service 75,600', async () => {
    const { rows } = await loadPage('NOI/Page?year=2025&compareYear=2024')
    expect(rows).toHaveLength(1)
    const row = rows[0]!
    expect(row).toMatchObject({ revenue: 366_404, opex: 243_930, noi: 122_474, priorNoi: 122_474, change: 0 })
    expect(row.noiPerUnit).toBe(Math.round((122_474 / Number(row.units)) * 100) / 100)
    // Interest of 41,040 + 5,100, insurance of 2,100, and the principal's fall of 27,360.
    expect(row.debtService).toBe(75_600)
  })

  test('RPT-11: economic occupancy is 92.53 %', async () => {
    const { rows, totals } = await loadPage('EconomicOccupancy/Page?year=2025')
    expect(rows[0]).toMatchObject({
      gpr: 381_600,
      vacancy: 22_896,
      concessions: 1500,
      badDebt: 4104,
      econOcc: 92.53,
      physicalOcc: null,
    })
    expect(totals).toMatchObject({ gpr: 381_600, econOcc: 92.53, gap: null })
  })

  test('RPT-12: payables of 11,860 are 18 days of operating expenses', async () => {
    const { rows } = await loadPage('AccountsPayable/Page?year=2025')
    expect(rows[0]).toMatchObject({ ap: 11_860, daysPayable: 18, prior: 11_860, change: 0, b30: null })
    expect((await loadPage('AccountsPayable/Page?year=2025&overDays=18')).total).toBe(0)
    expect((await loadPage('AccountsPayable/Page?year=2025&source=month')).total).toBe(0)
  })

  test("RPT-07: the report shows the same figures as the statement's report card", async () => {
    const afs = await portal.owner.query<{ id: number }>(
      'select afs_id as id from annual_statement where year = 2025',
    )
    expect(
      (await portal.ask('agency.write', 'POST', '/api/AFS/Review', { id: afs.rows[0]!.id })).status,
    ).toBe(200)
    const card = await readCard(put('agency.write', 'StartReview', afs.rows[0]!.id))
    const { rows, totals } = await loadPage('FinancialReportCard/Page?year=2025')
    const readMetric = (id: string) =>
      Number(/[\d.,]+/.exec(card.metrics.find((metric) => metric.id === id)!.text)![0].replace(',', ''))
    expect(rows[0]).toMatchObject({
      dcr: readMetric('RPC-M1'),
      pour: readMetric('RPC-M2'),
      econOcc: readMetric('RPC-M3'),
      r4rPerUnit: readMetric('RPC-M9'),
      status: 3,
    })
    expect(totals.dcr).toBe(readMetric('RPC-M1'))
    expect((await loadPage('FinancialReportCard/Page?year=2025&below=1.1')).total).toBe(0)
  })

  test('RPT-07: two tasks for one year end make one row, whose lateness counts from the task that began last', async () => {
    await portal.owner.query(`with made as (insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month)
          values (1, ${TaskType.AFS}, 0, 2025, 1) returning task_schedule_id)
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
        select 1, task_schedule_id, ${TaskType.AFS}, day, '2025-12-31', '2026-01-01', due, due, -1
        from made, (values (date '2025-03-01', date '2026-01-31'), ('2025-07-01', '2026-02-28')) t (day, due)`)
    await portal.owner.query(
      `update annual_statement set submitted = '2026-03-02T15:00:00Z' where year = 2025`,
    )
    const { rows, total } = await loadPage('FinancialReportCard/Page?year=2025')
    expect(total).toBe(1)
    expect(rows[0]!.daysLate).toBe(2)
  })

  test('RPT-03: the report shows every account over several years, with totals by the chart of accounts', async () => {
    const { rows } = await loadPage('StatementAnalysis/Page?year=2025&years=2&fetchCount=0')
    const findRow = (code: string) => rows.find((row) => row.code === code)
    expect(findRow('5000T')).toMatchObject({
      y1: 366_404,
      y2: 366_404,
      y3: null,
      change: 0,
      pctRevenue: 100,
      properties: 1,
    })
    expect(findRow('2320')).toMatchObject({ y1: 700_000, y2: 727_360, change: -3.76, pctRevenue: null })
    const perUnit = findRow('6370')!
    expect(perUnit.perUnit).toBe(perUnit.peerMedian)
  })

  test('PER-07: a company reads its own statement, and a company without the property reads none', async () => {
    expect((await loadPage('NOI/Page?year=2025', 'company.writer')).total).toBe(1)
    expect((await loadPage('NOI/Page?year=2025', 'other.user')).total).toBe(0)
    expect((await loadPage('StatementAnalysis/Page?year=2025', 'other.user')).total).toBe(0)
  })
})

describe('a statement of one month compared with one of twelve (domain 4.14)', () => {
  beforeAll(() =>
    portal.owner.query(`update annual_statement set period_start = '2025-12-01' where year = 2025;
      update annual_statement_line l set amount = round(l.amount / 12, 2) from annual_statement s
        where s.afs_id = l.afs_id and s.year = 2025 and l.code between '5000' and '6999'`),
  )

  test('RPT-10: the row shows its number of months, and amounts per unit and the change are scaled to a full year', async () => {
    const { rows, totals } = await loadPage('NOI/Page?year=2025&compareYear=2024')
    const row = rows[0]!
    expect(row).toMatchObject({ months: 1, priorMonths: 12, priorNoi: 122_474 })
    expect(row.noi).toBeCloseTo(122_474 / 12, 0)
    expect([row.change, totals.change]).toEqual([0, 0])
    expect(Number(row.noiPerUnit)).toBeCloseTo(122_474 / Number(row.units), 1)
    expect(Number(totals.noiPerUnit)).toBeCloseTo(122_474 / Number(row.units), 1)
  })

  test('RPT-03: an amount per unit and its median are scaled to a full year, and balances are not', async () => {
    const { rows } = await loadPage('StatementAnalysis/Page?year=2025')
    const findRow = (code: string) => rows.find((row) => row.code === code)!
    const units = Number((await loadPage('NOI/Page?year=2025')).rows[0]!.units)
    expect(Number(findRow('5120').perUnit)).toBeCloseTo(381_600 / units, 1)
    expect(Number(findRow('5120').peerMedian)).toBeCloseTo(381_600 / units, 1)
    expect(Number(findRow('1320').perUnit)).toBeCloseTo(62_400 / units, 1)
  })

  test('RPT-11: the row shows how many months of the statement and of occupancy it is based on', async () => {
    const { rows } = await loadPage('EconomicOccupancy/Page?year=2025')
    expect(rows[0]).toMatchObject({ months: 1, monthsReported: 0, econOcc: 92.53 })
  })
})
