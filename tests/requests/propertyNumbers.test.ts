import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import type { AnyReport } from '#engines/report/model/index.ts'
import { buildReportSheet } from '#engines/report/model/sheet.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { readPdf } from '#tests/pdf.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Row = Readonly<Record<string, unknown>>

const numberColumns = ['propertyNumber', 'oldNumber', 'newNumber']
const reports: readonly AnyReport[] = modules
  .flatMap((module) => module.reports ?? [])
  .map(({ report }) => report)
  .filter(({ row }) => numberColumns.some((name) => name in row))

let portal: Portal
/** Removes the agency numbers of all properties and gives each two LIHTC numbers. */
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await seedRecords(portal)
  await seedMore(portal, 3)
  await portal.owner.query(`update property set agency_number = null; delete from property_lihtc_number;
    insert into property_lihtc_number (property_id, lihtc_number, position)
      select property_id, '77-' || property_id || case n when 1 then '' else '-B' end, n
      from property, generate_series(1, 2) n`)
})
afterAll(() => portal.close())

const loadPage = async ({ path }: AnyReport) =>
  (await portal.ask('agency.read', 'GET', `${path}/Page`)).body as {
    rows: Row[]
    totals: Record<string, number | null>
    readAt: string
  }

test('RPT: no report reads the agency number on its own', () => {
  expect(reports.length).toBeGreaterThan(10)
  const sources = globSync('src/features/reports/*/server/*.ts')
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter((name) => readFileSync(name, 'utf8').includes('agency_number'))).toEqual([])
})

test('RPT: without an agency number, the list, the workbook and the PDF show the first LIHTC number', async () => {
  const printed: string[] = []
  for (const report of reports) {
    const { rows, totals, readAt } = await loadPage(report)
    const numbers = rows.flatMap((row) => numberColumns.flatMap((name) => (name in row ? [row[name]] : [])))
    for (const number of numbers) expect(number, report.path).toMatch(/^LIHTC #77-\d+$/)
    if (numbers.length === 0) continue
    printed.push(report.path)
    const sheet = buildReportSheet(report, { rows, asked: {}, labels: {}, totals, readAt })
    expect(sheet.rows.flat().map(({ value }) => value)).toContain(numbers[0])
    const reply = await portal.ask('agency.read', 'POST', '/api/reporting/MakePdf', {
      path: report.path,
      asked: {},
    })
    const { fileBase64 } = reply.body as { fileBase64: string }
    const pdfText = JSON.stringify(readPdf(new Uint8Array(Buffer.from(fileBase64.split(',')[1]!, 'base64'))))
    expect(pdfText.replaceAll(/\s/g, ''), report.path).toContain('LIHTC#77-')
  }
  expect(printed.length).toBeGreaterThan(5)
})
