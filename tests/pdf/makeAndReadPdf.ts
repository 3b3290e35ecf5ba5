import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pdfMake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { createTaggedPdf } from '#core/correspondence/letters/model/index.ts'
import { type PdfDocument, readPdf } from '../pdf.ts'

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
)
const [normal, bold] = ['Roboto-Regular.ttf', 'Roboto-Medium.ttf'].map((name) => join(fontFolder, name))
pdfMake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } })
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => path.startsWith(fontFolder))

/** Makes the PDF of a definition as the portal does, and reads it back. */
export const makeAndReadPdf = async (definition: TDocumentDefinitions): Promise<PdfDocument> =>
  readPdf(await (await createTaggedPdf(pdfMake, definition)).getBuffer())
