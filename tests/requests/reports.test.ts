import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { type AnyReport, getGroups } from '#engines/report/model/index.ts'
import { buildReportSheet } from '#engines/report/model/sheet.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Row = Readonly<Record<string, unknown>>
type Sums = Readonly<Record<string, number | null>>
type Page = {
  rows: Row[]
  total: number
  totals: Sums
  groups: { rows: number; totals: Sums }[]
  readAt: string
}

const reports: readonly AnyReport[] = modules
  .flatMap((module) => module.reports ?? [])
  .map(({ report }) => report)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await seedRecords(portal)
  await seedMore(portal, 12)
})
afterAll(() => portal.close())

const loadPage = async (report: AnyReport, query = '', persona = 'agency.read'): Promise<Page> => {
  const reply = await portal.ask(persona, 'GET', `${report.path}/Page?${query}`)
  expect(reply.status, `${report.path}?${query}: ${JSON.stringify(reply.body)}`).toBe(200)
  return reply.body as Page
}
const loadList = async (report: AnyReport, body: object = {}, persona = 'agency.read'): Promise<Row[]> => {
  const reply = await portal.ask(persona, 'POST', report.path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Row[]
}

const expectClose = (number: number | null | undefined, other: number | null) =>
  other === null ? expect(number ?? null).toBeNull() : expect(number).toBeCloseTo(other, 1)

/** Computes the total of a column from the rows. */
function computeTotal(rows: readonly Row[], name: string, how: unknown): number | null {
  // Flags are totaled by counting those that are set.
  const figures = rows
    .map((row) => (typeof row[name] === 'boolean' ? Number(row[name]) : row[name]))
    .filter((figure): figure is number => typeof figure === 'number')
  if (figures.length === 0) return null
  const sum = figures.reduce((total, number) => total + number, 0)
  if (how === 'average') return sum / figures.length
  return how === 'highest' ? Math.max(...figures) : how === 'lowest' ? Math.min(...figures) : sum
}

const getSimpleTotals = (report: AnyReport) =>
  Object.entries(report.totals).filter(([, how]) => typeof how === 'string')

describe.each(reports.map((report) => [report.path, report] as const))('the report %s', (_, report) => {
  test('the page and the list have the same rows, and totals cover all rows', async () => {
    const page = await loadPage(report)
    const rows = await loadList(report)
    expect(page.total).toBe(rows.length)
    expect(page.rows.map((row) => Object.keys(row))).toEqual(rows.map((row) => Object.keys(row)))
    for (const [name, how] of getSimpleTotals(report)) {
      const isFlag = getFieldMeta(report.row[name]!)?.kind === 'flag'
      expectClose(
        page.totals[name],
        isFlag ? rows.filter((row) => row[name] === true).length : computeTotal(rows, name, how),
      )
    }
  })

  test('the pages together contain every row once, sorted by any column in both directions', async () => {
    const all = await loadPage(report)
    for (const sortBy of report.columns)
      for (const descending of [false, true]) {
        const query = `sortBy=${sortBy}&descending=${descending}`
        const [first, page] = [
          await loadPage(report, `${query}&fetchCount=3`),
          await loadPage(report, `${query}&startRow=3`),
        ]
        const texts = [...first.rows, ...page.rows].map((row) => JSON.stringify(row)).sort()
        expect(texts, query).toEqual(all.rows.map((row) => JSON.stringify(row)).sort())
      }
  })

  test('subtotals add up to the totals', async () => {
    const all = await loadPage(report)
    for (const groupBy of Object.keys(getGroups(report))) {
      const { groups } = await loadPage(report, `groupBy=${groupBy}`)
      expect(groups.reduce((sum, group) => sum + group.rows, 0)).toBe(all.total)
      for (const [name, how] of getSimpleTotals(report))
        if (how === 'sum')
          expectClose(
            all.totals[name],
            computeTotal(
              groups.map(({ totals }) => totals),
              name,
              'sum',
            ),
          )
    }
  })

  test('every filter leaves at most all rows, and a search without matches leaves none', async () => {
    const { total } = await loadPage(report)
    for (const filter of [
      'propertyStatus=0',
      'unitsFrom=1&unitsTo=100000',
      'countyId=1',
      'regionId=1',
      'federalTypeId=1',
      'developerId=1',
      'managementCompanyId=1',
      'zip=65101',
      'housingType=Family',
      'congressionalDistrict=3',
      'projectId=1',
      'exceptionsOnly=true',
      'search=a',
    ])
      expect((await loadPage(report, filter)).total, filter).toBeLessThanOrEqual(total)
    expect((await loadPage(report, 'search=no+such+words+anywhere')).total).toBe(0)
  })

  test('sorting by an unknown column is refused by name', async () => {
    const reply = await portal.ask('agency.read', 'GET', `${report.path}/Page?sortBy=nothing`)
    expect([reply.status, (reply.body as { faults: { field: string }[] }).faults[0]?.field]).toEqual([
      400,
      'sortBy',
    ])
  })

  test('a month outside of the calendar is refused by name', async () => {
    for (const name of report.months ?? []) {
      const reply = await portal.ask('agency.read', 'GET', `${report.path}/Page?${name}=9999-12-01`)
      expect([reply.status, (reply.body as { faults: { field: string }[] }).faults[0]?.field]).toEqual([
        400,
        name,
      ])
    }
  })

  test('the workbook has every column, every row and the totals', async () => {
    const [page, rows] = [await loadPage(report), await loadList(report)]
    const sheet = buildReportSheet(report, {
      rows,
      asked: {},
      labels: {},
      totals: page.totals,
      readAt: page.readAt,
    })
    expect(sheet.rows).toHaveLength(rows.length + 7)
    const head = sheet.rows[3]!.map(({ value }) => value)
    expect(head).toEqual(report.columns.map((name) => getFieldMeta(report.row[name]!)?.label))
  })
})

test('RPT-01 to RPT-18: every report of the specification exists', () => {
  expect(
    [...new Set(reports.map(({ facts }) => facts.number))].sort((number, other) => number - other),
  ).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
})

test('RPT: a county can be moved to another region in one financial report or in all', async () => {
  const regions = `/api/reporting/GetAllCountiesWithFinancialReportRegion`
  const save = (id: number, body: object, persona = 'agency.admin') =>
    portal.ask(persona, 'POST', `/api/reporting/SaveAllCountiesWithFinancialReportRegion/${id}`, body)
  const loadCounty = async (id: number) => {
    const { body } = await portal.ask('agency.read', 'GET', `${regions}/${id}`)
    return (body as { countyId: number; regionId: number | null; own: boolean }[]).find(
      (item) => item.countyId === 1,
    )!
  }
  const before = await loadCounty(0)
  expect(before.own).toBe(false)
  const other = (
    await portal.owner.query<{ id: number }>(
      `insert into region (name) values ('Reported') returning region_id as id`,
    )
  ).rows[0]!.id
  expect((await save(0, [{ countyId: 1, regionId: other }], 'agency.write')).status).toBe(403)
  expect((await save(0, [{ countyId: 1, regionId: other }])).body).toBe(1)
  expect(await loadCounty(0)).toMatchObject({ regionId: other, own: true })
  // A report with its own setting counts the county there. The others use the setting for all reports.
  await save(10, [{ countyId: 1, regionId: before.regionId ?? other }])
  const findReport = (number: number) => reports.find(({ facts }) => facts.number === number)!
  const countRows = async (number: number) => (await loadPage(findReport(number), `regionId=${other}`)).total
  expect(await countRows(11)).toBe((await loadPage(findReport(11), 'countyId=1')).total)
  expect(await countRows(5)).toBe(0)
  await save(0, [{ countyId: 1, regionId: null }])
  expect(await loadCounty(0)).toMatchObject({ regionId: before.regionId, own: false })
})

test("RPT: filter choices come from the caller's own properties", async () => {
  const getChoices = async (persona: string) => {
    const { body } = await portal.ask(persona, 'GET', '/api/reporting/GetFilterBlockDefaults/4')
    return body as { defaults: Row; options: Record<string, { value: number; label: string }[]> }
  }
  const [all, companyChoices] = [await getChoices('agency.read'), await getChoices('other.user')]
  expect(all.defaults).toEqual({ propertyStatus: 0, asOf: '2026-03-01' })
  expect(companyChoices.options.managementCompanyId!.length).toBeLessThan(
    all.options.managementCompanyId!.length,
  )
  const zips = async (persona: string) =>
    (await portal.ask(persona, 'GET', '/api/reporting/GetZipCodes')).body as string[]
  const agencyZips = await zips('agency.read')
  expect(agencyZips).toEqual(expect.arrayContaining(await zips('other.user')))
  expect((await portal.ask('agency.read', 'GET', '/api/reporting/GetFilterBlockDefaults/99')).status).toBe(
    404,
  )
})

test('OCC: the occupancy history lists the months that a property filed, newest first', async () => {
  const { body, status } = await portal.ask(
    'agency.read',
    'GET',
    '/api/ProjectOccupancy/GetOccupancyHistory/1?numMonths=120',
  )
  const months = body as {
    periodDate: string
    units: number
    vacant: number | null
    occupancy: number | null
  }[]
  expect(status).toBe(200)
  expect(months.map((month) => month.periodDate)).toEqual(
    months
      .map((month) => month.periodDate)
      .sort()
      .reverse(),
  )
  for (const { units, vacant, occupancy } of months)
    expect(occupancy).toBe(
      vacant === null || units === 0 ? null : Math.round((10_000 * (units - vacant)) / units) / 100,
    )
})
