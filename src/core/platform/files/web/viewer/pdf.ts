import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import * as pdfjs from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { joinLines, type TextPiece } from './amounts.ts'

export type { PDFDocumentProxy, PDFPageProxy }
export const { TextLayer } = pdfjs

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/**
 * The folder where the build puts the files that PDF.js fetches: character maps, fonts, decoders of scans.
 */
const FILES = `${import.meta.env.BASE_URL}assets/pdfjs-${pdfjs.version}/`

/** The most milliseconds for opening a document or reading the text of a page. It is our own choice. */
const TIMEOUT_MILLISECONDS = 30_000

/** Why a PDF cannot be displayed. */
export type PdfProblem = 'protected' | 'damaged' | 'slow'

export class PdfError extends Error {
  readonly problem: PdfProblem
  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

/** An open PDF. The caller must close it, which ends its worker. */
export type OpenPdf = { document: PDFDocumentProxy; close: () => void }

/**
 * Opens a PDF in a worker of our own origin. WebAssembly is off, so that the content policy need not allow
 * it; scans are decoded in JavaScript. Throws PdfError if the file is protected by a password or damaged,
 * or takes too long.
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
    return { document: await withTimeout(task.promise), close }
  } catch (error) {
    close()
    if (error instanceof PdfError) throw error
    throw new PdfError((error as Error).name === 'PasswordException' ? 'protected' : 'damaged')
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfError('slow')), TIMEOUT_MILLISECONDS)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the text of a page in the order of the file. Throws PdfError if it takes too long. */
export async function loadPageText(page: PDFPageProxy): Promise<string> {
  const { items } = await withTimeout(page.getTextContent())
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** Reads the lines of a page as displayed, for any rotation. */
async function readPageLines(page: PDFPageProxy): Promise<string[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await withTimeout(page.getTextContent())
  const pieces = items.flatMap((item): TextPiece[] => {
    if (!('str' in item)) return []
    const [, , c = 0, d = 0, x = 0, y = 0] = pdfjs.Util.transform(transform, item.transform) as number[]
    return [{ text: item.str, x, y, width: item.width, height: Math.hypot(c, d) }]
  })
  return joinLines(pieces)
}

/**
 * How many pages are read for amounts. A longer invoice states its sum on one of them or on the last page.
 */
const MAX_PAGES = 12

/**
 * Reads the lines of a PDF's text, from its first pages and the last one. Throws PdfError as `openPdf`
 * does.
 */
export async function readLines(blob: Blob): Promise<string[]> {
  const { document, close } = await openPdf(blob)
  try {
    const { numPages } = document
    const numbers = Array.from({ length: Math.min(numPages, MAX_PAGES) }, (_, index) => index + 1)
    if (numPages > MAX_PAGES) numbers.push(numPages)
    const lines: string[] = []
    for (const number of numbers) lines.push(...(await readPageLines(await document.getPage(number))))
    return lines
  } finally {
    close()
  }
}
