import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import * as pdfjs from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { getFileLines, type TextPiece } from './amounts.ts'

export type { PDFDocumentProxy, PDFPageProxy }
export const { TextLayer } = pdfjs

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/** Where the build puts what PDF.js fetches as it reads: character maps, fonts, decoders of scans. */
const FILES = `${import.meta.env.BASE_URL}assets/pdfjs-${pdfjs.version}/`

/** How long opening a document, or reading the text of a page, may take. Our own choice. */
const MOST_MILLISECONDS = 30_000

/** Why a PDF cannot be shown. */
export type PdfProblem = 'protected' | 'damaged' | 'slow'

export class PdfError extends Error {
  readonly problem: PdfProblem
  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

/** An opened PDF. The caller closes it, which ends its worker. */
export type OpenPdf = { document: PDFDocumentProxy; close: () => void }

/**
 * Opens a PDF in a worker of our own origin. WebAssembly stays off, so that the content policy need not allow
 * it: scans are decoded in JavaScript. Throws PdfError for one that is protected by a password or damaged, or
 * takes too long.
 */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const data = new Uint8Array(await blob.arrayBuffer())
  const task = pdfjs.getDocument({
    data,
    useWasm: false,
    wasmUrl: `${FILES}wasm/`,
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
  })
  const close = () => void task.destroy()
  try {
    return { document: await inTime(task.promise), close }
  } catch (error) {
    close()
    if (error instanceof PdfError) throw error
    throw new PdfError((error as Error).name === 'PasswordException' ? 'protected' : 'damaged')
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfError('slow')), MOST_MILLISECONDS)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** The text of a page in the order of the file. Throws PdfError where it takes too long. */
export async function loadFileText(page: PDFPageProxy): Promise<string> {
  const { items } = await inTime(page.getTextContent())
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** The lines of a page as they are seen, however the page is turned. */
async function linesOn(page: PDFPageProxy): Promise<string[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await inTime(page.getTextContent())
  const pieces = items.flatMap((item): TextPiece[] => {
    if (!('str' in item)) return []
    const [, , c = 0, d = 0, x = 0, y = 0] = pdfjs.Util.transform(transform, item.transform) as number[]
    return [{ text: item.str, x, y, width: item.width, height: Math.hypot(c, d) }]
  })
  return getFileLines(pieces)
}

/**
 * Pages whose text is read for amounts: an invoice that is longer states its sum on the first or the last of
 * them.
 */
const MOST_PAGES = 12

/** The lines of a PDF’s text, of its first pages and of the last one. Throws PdfError as `openPdf` does. */
export async function readLines(blob: Blob): Promise<string[]> {
  const { document, close } = await openPdf(blob)
  try {
    const { numPages } = document
    const numbers = Array.from({ length: Math.min(numPages, MOST_PAGES) }, (_, index) => index + 1)
    if (numPages > MOST_PAGES) numbers.push(numPages)
    const lines: string[] = []
    for (const number of numbers) lines.push(...(await linesOn(await document.getPage(number))))
    return lines
  } finally {
    close()
  }
}
