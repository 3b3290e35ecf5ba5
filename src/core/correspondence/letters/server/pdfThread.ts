import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfMake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { createTaggedPdf } from '../model/index.ts'

const fonts = join(
  dirname(fileURLToPath(import.meta.resolve('pdfmake/package.json'))),
  'build',
  'fonts',
  'Roboto',
)
const [normal, bold] = ['Roboto-Regular.ttf', 'Roboto-Medium.ttf'].map((name) => join(fonts, name)) as [
  string,
  string,
]

pdfMake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } })
// A document contains its pictures, so no URL is fetched and only the two font files are read.
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => path === normal || path === bold)

const { pages, given: parameters } = workerData as { pages: string; given: readonly unknown[] }
const { default: definition } = (await import(pages)) as {
  default: (...given: unknown[]) => TDocumentDefinitions
}
const pdf = await createTaggedPdf(pdfMake, definition(...parameters))
parentPort?.postMessage(await pdf.getBuffer())
