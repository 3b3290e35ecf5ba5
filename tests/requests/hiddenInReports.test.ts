import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import type { AnyReport } from '#report/model/index.ts'
import { isWithheld, WITHHELD_TEXT } from '#report/model/withheld.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { makeComplianceHistory } from '#tests/proof/complianceHistory.ts'
import { makeHistory } from '#tests/proof/history.ts'
import { makeMoneyHistory } from '#tests/proof/moneyHistory.ts'

/**
 * Every figure of every report, asked as the agency and as people of the company over the same properties.
 */
const [PROPERTIES, YEARS, LAST_YEAR, TODAY] = [60, 6, 2025, '2026-01-21']
const COMPANY = 1
const PATIENCE = 300_000
/** A person who holds one key at every property of the company, the one that the report asks for. */
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
}, PATIENCE)
afterAll(() => portal.close())

const reports = modules.flatMap((module) => module.reports ?? []).map(({ report }) => report)
/** Parameters besides the defaults that lead to other figures. */
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

/** Columns that are never declared as withheld or incomplete. */
const plainColumns = ({ row, withheld = {}, incomplete = {} }: AnyReport): string[] =>
  Object.keys(row).filter((name) => !(name in withheld) && !(name in incomplete))
const getKey = (report: AnyReport, row: Row): string =>
  JSON.stringify(plainColumns(report).map((name) => row[name]))

/** Figures that differ although nothing says that they are withheld or incomplete. */
function differing(report: AnyReport, agency: Page, company: Page): string[] {
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

/** Totals of columns of which nothing is withheld or incomplete. */
function differingTotals(report: AnyReport, agency: Page, company: Page): string[] {
  if (report.incomplete?.rows !== undefined) return []
  const names = plainColumns(report).filter((name) => name in report.totals)
  return names.filter((name) => JSON.stringify(agency.totals[name]) !== JSON.stringify(company.totals[name]))
}

async function compare(persona: string, report: AnyReport): Promise<{ shown: number; withheld: Row[] }> {
  const withheld: Row[] = []
  let comparedCount = 0
  for (const variation of variations) {
    // Which rows are exceptions may depend on what is withheld.
    if ('exceptionsOnly' in variation && (report.withheld || report.incomplete)) continue
    const [agency, company] = [
      await ask('agency.read', report, variation),
      await ask(persona, report, variation),
    ]
    expect(differing(report, agency, company)).toEqual([])
    expect(differingTotals(report, agency, company)).toEqual([])
    comparedCount += company.rows.length
    withheld.push(...company.rows.filter((row) => Array.isArray(row.withheld) && row.withheld.length > 0))
  }
  return { shown: comparedCount, withheld }
}

const reportsByName = reports.map((report) => [`${report.facts.number} ${report.path}`, report] as const)

describe('RPT hidden is not No: every figure is the same to the agency and to a company, or is said to be withheld', () => {
  test.each(reportsByName)('report %s, asked by a primary user', async (_, report) => {
    const { shown: comparedCount, withheld } = await compare('company.admin', report)
    expect(comparedCount).toBeGreaterThan(0)
    for (const row of withheld)
      for (const name of row.withheld as string[]) expect([name, row[name]]).toEqual([name, null])
  })

  test.each(reportsByName)(
    'report %s, asked by somebody who holds its permission alone',
    async (_, report) => {
      const { access } = report.page
      await portal.owner.query(
        `delete from permission where user_id = 6; delete from user_property where user_id = 6`,
      )
      await portal.owner.query(
        `insert into permission (user_id, property_id, key, read, write) select 6, property_id, $1, true, false from property where management_company_id = $2`,
        [access.kind === 'permission' ? access.key : 'AHL', COMPANY],
      )
      await compare(HOLDER, report)
    },
  )
})

test('RPT-07 of undecided statements a company reads no coverage and no score, of decided ones what the agency reads', async () => {
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

test('RPT-04 a company is not told "No" of a property that is on the watch list', async () => {
  const report = reports.find(({ facts }) => facts.number === 4)!
  const [agency, company] = [await ask('agency.read', report, {}), await ask('company.admin', report, {})]
  expect(agency.rows.some((row) => row.watch === true)).toBe(true)
  expect(company.rows.map((row) => row.watch)).toEqual(company.rows.map(() => null))
  expect(WITHHELD_TEXT).toBe('Not shown to you')
})
