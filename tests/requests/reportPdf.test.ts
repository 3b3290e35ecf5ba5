import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { formatReportFigure } from '#engines/report/model/figures.ts'
import { type AnyReport, getGroups } from '#engines/report/model/index.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { readPdf } from '#tests/pdf.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type ReportParameters = Readonly<Record<string, string | number | boolean>>
type Page = { total: number; totals: Record<string, number | null>; groups: { name: string }[] }

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

const requestPdf = (path: string, query: ReportParameters = {}, persona = 'agency.read') =>
  portal.ask(persona, 'POST', '/api/reporting/MakePdf', { path, asked: query })
async function makePdf(path: string, query: ReportParameters = {}, persona = 'agency.read') {
  const { status, body } = await requestPdf(path, query, persona)
  expect(status, JSON.stringify(body)).toBe(200)
  const { fileBase64, fileName } = body as { fileBase64: string; fileName: string }
  return { fileName, bytes: new Uint8Array(Buffer.from(fileBase64.split(',')[1]!, 'base64')) }
}
/** The text of a PDF as an independent reader (pdf.js) finds it. */
async function readTextWithPdfJs(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: bytes.slice() }).promise
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1))
  const texts = (await Promise.all(pages)).map(async (page) => {
    const { items } = await page.getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  return (await Promise.all(texts)).join(' ').replaceAll(/\s+/g, ' ')
}
/** Removes spaces and replaces check marks with the sign that the PDF has for them. */
const normalizeText = (text: string) => text.replaceAll(/\s/g, '').replaceAll('✓', '√')

describe.each(reports.map((report) => [report.path, report] as const))(
  'the PDF of report %s',
  (_, report) => {
    test("has the report's title, totals, subtotals and definitions, is fully tagged and fits the page", async () => {
      const [groupBy] = Object.keys(getGroups(report))
      const query = groupBy ? `?groupBy=${groupBy}` : ''
      const page = (await portal.ask('agency.read', 'GET', `${report.path}/Page${query}`)).body as Page
      const { bytes, fileName } = await makePdf(report.path, groupBy ? { groupBy } : {})
      expect(fileName).toMatch(/^[a-z0-9-]+-2026-04-21\.pdf$/)
      const text = normalizeText(await readTextWithPdfJs(bytes))
      for (const phrase of [
        report.facts.title,
        report.footnote,
        'Page1of',
        'Madeby',
        ...page.groups.map(({ name }) => name),
      ])
        expect(text).toContain(normalizeText(phrase))
      const visibleColumns = report.columns.filter(
        (name) => report.labels?.({})[name] !== '' && name in page.totals,
      )
      if (page.total > 0)
        for (const name of visibleColumns)
          expect(text, name).toContain(normalizeText(formatReportFigure(report, name, page.totals[name])))
      const { faults, pages, info } = readPdf(bytes)
      expect([faults, info.Title]).toEqual([[], expect.stringContaining(report.facts.title)])
      for (const { width, runs } of pages)
        expect(Math.max(...runs.map((run) => run.x + run.width)), 'nothing runs off the page').toBeLessThan(
          width - 20,
        )
    })
  },
)

test('RPT: the PDF shows filters in words and months by name', async () => {
  const text = await readTextWithPdfJs(
    (
      await makePdf('/api/reporting/Vacancy', {
        managementCompanyId: 1,
        propertyStatus: 0,
        asOf: '2026-03-01',
      })
    ).bytes,
  )
  const { rows } = await portal.owner.query<{ name: string }>(
    'select name from management_company where management_company_id = 1',
  )
  for (const phrase of [`Company: ${rows[0]!.name}`, 'As of: March 2026', 'Status: '])
    expect(text).toContain(phrase)
})

test('RPT: the PDF is cut at the row limit and says so, and totals count all rows', async () => {
  const path = '/api/reporting/ComplianceModuleSummary'
  const { total } = (await portal.ask('agency.read', 'GET', `${path}/Page`)).body as Page
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('report_pdf_rows', '2', '2020-01-01')`,
  )
  const text = await readTextWithPdfJs((await makePdf(path)).bytes)
  await portal.owner.query(`delete from setting where key = 'report_pdf_rows'`)
  expect(total).toBeGreaterThan(2)
  expect(text).toContain(`These are the first 2 of ${total.toLocaleString('en-US')} rows`)
})

test('RPT: the PDF has only rows that its reader may see, and a person who may not read the report gets none', async () => {
  const { rows } = await portal.owner.query<{ name: string }>(
    'select name from property where management_company_id = 1',
  )
  const otherCompanyText = await readTextWithPdfJs(
    (await makePdf('/api/reporting/ComplianceModuleSummary', {}, 'other.user')).bytes,
  )
  for (const { name } of rows) expect(otherCompanyText).not.toContain(name)
  expect((await requestPdf('/api/reporting/Vacancy', {}, 'anonymous')).status).toBe(401)
  expect((await requestPdf('/api/reporting/Nothing')).status).toBe(404)
  expect((await requestPdf('/api/reporting/NOI', { sortBy: 'nothing' })).status).toBe(400)
  expect((await requestPdf('/api/reporting/NOI', { nothing: 1 })).status).toBe(400)
  const sameStatuses = await Promise.all(
    reports.map(async ({ path }) => {
      const reply = await portal.ask('company.reader', 'GET', `${path}/Page?fetchCount=1`)
      return reply.status === (await requestPdf(path, {}, 'company.reader')).status
    }),
  )
  expect(sameStatuses.every(Boolean)).toBe(true)
})
