import { loadLetterPdf } from '#ground/correspondence/letters/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getReportFileName, getReportPaper } from '../model/paper.ts'
import { reportSettings } from '../model/settings.ts'
import { askedInShape, asReader, reportAt } from './asking.ts'
import { optionsAsked } from './choices.ts'

/** A report as a PDF for the caller: its page with the given parameters, up to the number of rows that the agency sets. */
export async function reportPdf(asking: AnyContext, path: string, wanted: object) {
  const one = reportAt(path)
  const context = await asReader(asking, one)
  const asked = askedInShape(one, {
    ...wanted,
    startRow: 0,
    fetchCount: await context.settings.get(reportSettings.pdfRows),
  })
  const found = await one.find(asked, context)
  const { config } = context.services
  const paper = getReportPaper(one.report, {
    ...{ asked, found, options: await optionsAsked(context, one, asked) },
    ...{ agency: config.agencyName, by: context.actor.name },
  })
  const pdf = await loadLetterPdf(new URL('../model/paperPages.ts', import.meta.url), paper)
  return {
    fileBase64: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`,
    fileName: `${getReportFileName(one.report, context.settings.today())}.pdf`,
  }
}
