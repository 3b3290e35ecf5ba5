import { parseDataUrl } from '#core/platform/files/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { downloadBlob, downloadText } from '#ui/frame/download.ts'
import { csvFileName, toCsv } from '#ui/table/csv.ts'
import { saveWorkbook } from '#ui/table/excel.ts'
import type { ParameterOptions } from '../model/figures.ts'
import { type AnyReport, makeReportPdf } from '../model/index.ts'
import { getReportFileName } from '../model/paper.ts'
import type { ReportPage } from '../model/report.ts'
import { buildReportSheet } from '../model/sheet.ts'
import { getReportColumns, type ReportRow } from './reportColumns.tsx'

/** The input of a file: all rows for the current choices, with the totals that are on the screen. */
export type ReportFileContent = {
  report: AnyReport
  asked: Readonly<Record<string, unknown>>
  options: ParameterOptions
  /** How subtotals are grouped, if there are any. */
  groupBy?: string | undefined
  labels: Readonly<Record<string, string>>
  found: ReportPage
}

const loadRows = ({ report, asked }: ReportFileContent): Promise<readonly ReportRow[]> =>
  ask(report.list, { body: asked }) as Promise<readonly ReportRow[]>

const getFileName = (report: AnyReport): string => getReportFileName(report, today())

/** Saves all rows as CSV: plain values under the column labels. */
export async function saveReportCsv(file: ReportFileContent): Promise<void> {
  const reportColumns = getReportColumns(file.report, file.asked, {})
  const columns = reportColumns.map(({ label, csv }) => ({ label, value: csv }))
  downloadText(csvFileName(getFileName(file.report)), toCsv(columns, await loadRows(file)))
}

/** Saves all rows as a workbook, with parameters, totals and definitions. */
export async function saveReportExcel(file: ReportFileContent): Promise<void> {
  const rows = await loadRows(file)
  const { report, asked: query, options, labels, found: reportPage } = file
  await saveWorkbook(getFileName(report), [
    buildReportSheet(report, {
      rows,
      asked: query,
      options,
      labels,
      totals: reportPage.totals,
      readAt: reportPage.readAt,
    }),
  ])
}

/**
 * Saves the report as a PDF with subtotals and totals. If there are very many rows, it has only the first
 * ones.
 */
export async function saveReportPdf({ report, asked, groupBy }: ReportFileContent): Promise<void> {
  const parameters = { ...asked, ...(groupBy && { groupBy }) } as Record<string, string | number | boolean>
  const { fileBase64, fileName } = await ask(makeReportPdf, {
    body: { path: report.path, asked: parameters },
  })
  downloadBlob(fileName, parseDataUrl(fileBase64))
}
