import { createPdfInThread } from '#core/correspondence/letters/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { buildReportPaper, getReportFileName } from '../model/paper.ts'
import { reportSettings } from '../model/settings.ts'
import { checkParameters, checkReader, findReport } from './access.ts'
import { loadOptionsOf } from './choices.ts'

/**
 * Creates a report as a PDF for the caller: its page with the given parameters, up to the number of rows in
 * the agency's setting.
 */
export async function createReportPdf(asking: AnyContext, path: string, parameters: object) {
  const servedReport = findReport(path)
  const context = await checkReader(asking, servedReport)
  const query = checkParameters(servedReport, {
    ...parameters,
    startRow: 0,
    fetchCount: await context.settings.get(reportSettings.pdfRows),
  })
  const reportPage = await servedReport.loadPage(query, context)
  const { config } = context.services
  const paper = buildReportPaper(servedReport.report, {
    asked: query,
    page: reportPage,
    options: await loadOptionsOf(context, servedReport, query),
    agency: config.agencyName,
    by: context.actor.name,
  })
  const pdf = await createPdfInThread(new URL('../model/paperPages.ts', import.meta.url), paper)
  return {
    fileBase64: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`,
    fileName: `${getReportFileName(servedReport.report, context.settings.today())}.pdf`,
  }
}
