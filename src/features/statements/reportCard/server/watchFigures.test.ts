import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { stageStatements } from '#tests/reportCardStage.ts'
import { createReportClient } from '#tests/reports.ts'

type Figure = { key: string; day: string; value: number }
type Proposal = { propertyId: number; figures: Figure[]; triggers: { rule: string; words: string }[] }

let portal: Portal
const { page } = createReportClient(() => portal)

/** No statement has a decided card, so figures come from the statements. */
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  // Vacancy rises by 40,000: income is 82,474, less deposits of 14,400 over debt service of 75,600.
  await portal.owner.query(`
    update annual_statement_line l set amount = 62896 from annual_statement s where s.afs_id = l.afs_id and s.year = 2025 and l.code = '5220';
    update annual_statement set going_concern = true where year = 2025;
    insert into surplus_cash (afs_id, property_id, line_code, submitted_amount)
      select afs_id, 1, v.code, v.amount from annual_statement, (values ('A5', 6300), ('A9', 1250.5)) v (code, amount) where year = 2025`)
})
afterAll(() => portal.close())

const loadProposal = async () => {
  const { body } = await portal.ask('agency.read', 'GET', '/api/WatchList/GetProposals?year=2026&month=4')
  return (body as Proposal[]).find((proposal) => proposal.propertyId === 1)!
}

test('WLS the watch list uses current figures where no card is stored: coverage 0.90, economic occupancy 82.05', async () => {
  const { triggers, figures } = await loadProposal()
  expect(triggers.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['WLS-1', 'WLS-8', 'WLS-9', 'WLS-10', 'WLS-11']),
  )
  expect(figures).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'coverage', day: '2025-12-31', value: 0.9 }),
      expect.objectContaining({ key: 'economicOccupancy', day: '2025-12-31', value: 82.05 }),
      expect.objectContaining({ key: 'unpaidMortgage', value: 6300 }),
      expect.objectContaining({ key: 'unpaidTaxes', value: 1250.5 }),
    ]),
  )
})

test('WLS reports 7, 10 and 11 show the same coverage and economic occupancy', async () => {
  const [cards, income, economic] = [
    await page('agency.read', 'FinancialReportCard', { year: 2025, propertyStatus: 0 }),
    await page('agency.read', 'NOI', { year: 2025, propertyStatus: 0 }),
    await page('agency.read', 'EconomicOccupancy', { year: 2025, propertyStatus: 0 }),
  ]
  expect([cards.rows[0]!.dcr, income.rows[0]!.dcr]).toEqual([0.9, 0.9])
  expect([cards.rows[0]!.econOcc, economic.rows[0]!.econOcc]).toEqual([82.05, 82.05])
})

test('WLS-4 uses the score of the card, 55, and not 91 of the visit before it', async () => {
  await portal.owner.query(`
    insert into property_inspection (property_id, inspection_date, score, source) values (1, '2025-06-02', 91, 'Test');
    insert into afs_report_card (afs_id, property_id, year, template_version)
      select afs_id, 1, 2025, 2024 from annual_statement where year = 2025 on conflict do nothing;
    update afs_report_card set inspection_score = 55 where year = 2025 and archived_at is null`)
  const { rows } = await page('agency.read', 'FinancialReportCard', { year: 2025, propertyStatus: 0 })
  expect(rows[0]!.score).toBe(55)
  expect((await loadProposal()).triggers.find(({ rule }) => rule === 'WLS-4')?.words).toBe(
    'Inspection score 55 of 12/31/2025 (fails below 60)',
  )
})

test('WLS-4 uses a visit after the end of the fiscal year', async () => {
  await portal.owner.query(
    `insert into property_inspection (property_id, inspection_date, score, source) values (1, '2026-03-03', 88, 'Test')`,
  )
  expect((await loadProposal()).triggers.map(({ rule }) => rule)).not.toContain('WLS-4')
})
