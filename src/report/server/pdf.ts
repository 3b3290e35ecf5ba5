import { loadLetterPdf } from '#ground/correspondence/letters/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getReportFileName, getReportPaper } from '../model/paper.ts'
import { reportSettings } from '../model/settings.ts'
import { askedInShape, asReader, reportAt } from './asking.ts'
import { optionsAsked } from './choices.ts'

/**
 * Creates a report as a PDF for the caller: its page with the given parameters, up to the number of rows in
 * the agency's setting.
 */
export async function reportPdf(asking: AnyContext, path: string, parameters: object) {
  const servedReport = reportAt(path)
  const context = await asReader(asking, servedReport)
  const query = askedInShape(servedReport, {
    ...parameters,
    startRow: 0,
    fetchCount: await context.settings.get(reportSettings.pdfRows),
  })
  const reportPage = await servedReport.find(query, context)
  const { config } = context.services
  const paper = getReportPaper(servedReport.report, {
    asked: query,
    found: reportPage,
    options: await optionsAsked(context, servedReport, query),
    agency: config.agencyName,
    by: context.actor.name,
  })
  const pdf = await loadLetterPdf(new URL('../model/paperPages.ts', import.meta.url), paper)
  return {
    fileBase64: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`,
    fileName: `${getReportFileName(servedReport.report, context.settings.today())}.pdf`,
  }
}
