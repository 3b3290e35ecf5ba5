import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import type { AnyReport } from '#engines/report/model/index.ts'
import { isWithheld, NOT_SHOWN_TEXT } from '#engines/report/model/withheld.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { makeComplianceHistory } from '#tests/proof/complianceHistory.ts'
import { makeHistory } from '#tests/proof/history.ts'
import { makeMoneyHistory } from '#tests/proof/moneyHistory.ts'

/**
 * Compares every figure of every report between the agency and people of the company, over the same
 * properties.
 */
const [PROPERTIES, YEARS, LAST_YEAR, TODAY] = [60, 6, 2025, '2026-01-21']
const COMPANY = 1
const TIMEOUT_MS = 300_000
/** A person with one permission at every property of the company: the one that the report requires. */
const HOLDER = 'company.reader'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { owner } = portal
  portal.setNow(new Date(`${TODAY}T15:00:00Z`))
  await makeHistory(owner, { properties: PROPERTIES, years: YEARS, lastYear: LAST_YEAR })
  await makeComplianceHistory(owner, LAST_YEAR - YEARS + 1, LAST_YEAR, TODAY)
  await makeMoneyHistory(owner, LAST_YEAR, TODAY)
  await owner.query(
    `insert into watch_list (property_id, year, month, watch_list_type_id, entry_date)
      select property_id, 2025, 12, 1, '2025-12-01' from property where property_id % 2 = 0 on conflict do nothing`,
  )
  await owner.query('select kernel.renew_scopes(array(select user_id from app_user))')
}, TIMEOUT_MS)
afterAll(() => portal.close())

const reports = modules.flatMap((module) => module.reports ?? []).map(({ report }) => report)
/** Parameters that lead to other figures than the defaults. */
const variations = [{}, { source: 'month' }, { year: LAST_YEAR - 1 }, { exceptionsOnly: 'true' }]

type Row = Readonly<Record<string, unknown>>
type Page = { rows: Row[]; totals: Row; groups: { name: string; totals: Row }[] }

async function ask(persona: string, report: AnyReport, request: object): Promise<Page> {
  const parameters = Object.fromEntries(
    Object.entries(request).filter(([name]) => name in report.parameters || name === 'exceptionsOnly'),
  )
  const query = new URLSearchParams({
    ...Object.fromEntries(
      Object.entries(report.defaults?.(TODAY) ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    ...parameters,
    managementCompanyId: String(COMPANY),
    groupBy: 'county',
  })
  if (!report.ofProperties) query.delete('groupBy')
  const reply = await portal.ask(persona, 'GET', `${report.path}/Page?${query}`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Page
}

/** The columns that are never declared as withheld or incomplete. */
const plainColumns = ({ row, withheld = {}, incomplete = {} }: AnyReport): string[] =>
  Object.keys(row).filter((name) => !(name in withheld) && !(name in incomplete))
const getKey = (report: AnyReport, row: Row): string =>
  JSON.stringify(plainColumns(report).map((name) => row[name]))

/** Lists the figures that differ although they are not declared as withheld or incomplete. */
function findDifferences(report: AnyReport, agency: Page, company: Page): string[] {
  const agencyRowsByKey = Map.groupBy(agency.rows, (row) => getKey(report, row))
  const declared = Object.keys(report.row).filter((name) => !plainColumns(report).includes(name))
  const rows = company.rows.flatMap((row) => {
    const agencyRow = agencyRowsByKey.get(getKey(report, row))?.shift()
    if (!agencyRow) return [`a row that the agency does not have: ${getKey(report, row)}`]
    return declared
      .filter((name) => !isWithheld(row, name) && !(name in (report.incomplete ?? {})))
      .filter((name) => JSON.stringify(row[name]) !== JSON.stringify(agencyRow[name]))
      .map((name) => `${name}: ${agencyRow[name]} for the agency, ${row[name]} for the company`)
  })
  const count = [...agencyRowsByKey.values()].flat().length
  const isPartial = report.incomplete?.rows !== undefined
  return count > 0 && !isPartial ? [...rows, `${count} rows that only the agency has`] : rows
}

/** Lists the totals that differ although nothing of their columns is withheld or incomplete. */
function findDifferentTotals(report: AnyReport, agency: Page, company: Page): string[] {
  if (report.incomplete?.rows !== undefined) return []
  const names = plainColumns(report).filter((name) => name in report.totals)
  return names.filter((name) => JSON.stringify(agency.totals[name]) !== JSON.stringify(company.totals[name]))
}

async function compare(persona: string, report: AnyReport): Promise<{ shown: number; withheld: Row[] }> {
  const withheld: Row[] = []
  let comparedCount = 0
  for (const variation of variations) {
    // Withheld values may decide which rows are exceptions, so these reports are not compared with this
    // filter.
    if ('exceptionsOnly' in variation && (report.withheld || report.incomplete)) continue
    const [agency, company] = [
      await ask('agency.read', report, variation),
      await ask(persona, report, variation),
    ]
    expect(findDifferences(report, agency, company)).toEqual([])
    expect(findDifferentTotals(report, agency, company)).toEqual([])
    comparedCount += company.rows.length
    withheld.push(...company.rows.filter((row) => Array.isArray(row.withheld) && row.withheld.length > 0))
  }
  return { shown: comparedCount, withheld }
}

const reportsByName = reports.map((report) => [`${report.facts.number} ${report.path}`, report] as const)

describe('RPT every figure of a report is the same for the agency and a company, or is marked as withheld', () => {
  test.each(reportsByName)('report %s agrees for a primary user', async (_, report) => {
    const { shown: comparedCount, withheld } = await compare('company.admin', report)
    expect(comparedCount).toBeGreaterThan(0)
    for (const row of withheld)
      for (const name of row.withheld as string[]) expect([name, row[name]]).toEqual([name, null])
  })

  test.each(reportsByName)('report %s agrees for a person who has only its permission', async (_, report) => {
    const { access } = report.page
    await portal.owner.query(
      `delete from permission where user_id = 6; delete from user_property where user_id = 6`,
    )
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read, write) select 6, property_id, $1, true, false from property where management_company_id = $2`,
      [access.kind === 'permission' ? access.key : 'AHL', COMPANY],
    )
    await compare(HOLDER, report)
  })
})

test("RPT-07 a company reads coverage and score of decided statements only, and they equal the agency's", async () => {
  const report = reports.find(({ facts }) => facts.number === 7)!
  const { rows } = await ask('company.admin', report, {})
  const [decided, undecided] = [
    rows.filter((row) => Number(row.status) >= 5),
    rows.filter((row) => Number(row.status) < 5),
  ]
  expect(undecided.length).toBeGreaterThan(0)
  for (const row of undecided) expect(row).toMatchObject({ dcr: null, score: null, openItems: null })
  expect(decided.some((row) => row.score !== null && row.dcr !== null)).toBe(true)
})

test('RPT-04 a company reads null, not No, for a property on the watch list', async () => {
  const report = reports.find(({ facts }) => facts.number === 4)!
  const [agency, company] = [await ask('agency.read', report, {}), await ask('company.admin', report, {})]
  expect(agency.rows.some((row) => row.watch === true)).toBe(true)
  expect(company.rows.map((row) => row.watch)).toEqual(company.rows.map(() => null))
  expect(NOT_SHOWN_TEXT).toBe('Not shown to you')
})
