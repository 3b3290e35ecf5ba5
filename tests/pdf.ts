import {
  type Box,
  ContentReader,
  type Drawing,
  type PaintedItem,
  type PdfImage,
  type TextRun,
} from './pdf/content.ts'
import { type PdfFont, readFont } from './pdf/fonts.ts'
import { isDictionary, type PdfDictionary, PdfFile, PdfName, type PdfValue } from './pdf/objects.ts'
import { type PdfElement, readTags } from './pdf/structure.ts'

/** One line of text. `x` is its left end and `y` its baseline, in points from the upper left of the page. */
export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly runs: readonly TextRun[]
}

/** One page. All positions are in points (1/72 inch) from the upper left. */
export interface PdfPage {
  readonly width: number
  readonly height: number
  /** Runs of text as they are drawn. A run is often one word. */
  readonly runs: readonly TextRun[]
  /** The text line by line, from top to bottom. */
  readonly lines: readonly PdfLine[]
  readonly images: readonly PdfImage[]
  readonly fills: readonly (Box & { readonly color: string })[]
  readonly painted: readonly PaintedItem[]
}

/** The contents and metadata of a PDF. */
export interface PdfDocument {
  readonly pages: readonly PdfPage[]
  /** All text, with the lines in reading order. */
  readonly text: string
  /** The metadata entries such as Title and Author. */
  readonly info: Readonly<Record<string, string>>
  readonly language: string | undefined
  /** Whether viewers show the title instead of the file name. */
  readonly displayTitle: boolean
  /** Whether the file is marked as tagged or has a structure tree. */
  readonly tagged: boolean
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[]
  /** The elements of the structure tree in reading order. */
  readonly structure: readonly PdfElement[]
  /** Faults that keep the document from being PDF/UA, as far as the file shows them. */
  readonly faults: readonly string[]
}

/** Runs whose baselines are less than this many points apart are on one line. */
const LINE_TOLERANCE = 1

/** Decodes a text string of a PDF: UTF-16 with a byte order mark, or one byte for each letter. */
function decodeText(value: PdfValue): string {
  if (typeof value !== 'string') return ''
  if (!value.startsWith('\xfe\xff')) return value
  return Buffer.from(value.slice(2), 'latin1').swap16().toString('utf16le')
}

/**
 * Joins the text runs of one baseline from left to right. A gap of more than 0.15 of the font size becomes a
 * space.
 */
function getLine(runs: readonly TextRun[]): PdfLine {
  const sorted = runs.toSorted((first, second) => first.x - second.x)
  let text = ''
  let end = sorted[0]?.x ?? 0
  for (const run of sorted) {
    if (run.x - end > run.size * 0.15 && !/\s$/.test(text)) text += ' '
    text += run.text
    end = run.x + run.width
  }
  return { text: text.trim(), x: sorted[0]?.x ?? 0, y: sorted[0]?.y ?? 0, runs: sorted }
}

function getLines(runs: readonly TextRun[]): PdfLine[] {
  const lines: TextRun[][] = []
  for (const run of runs.filter(({ text }) => text.trim() !== '')) {
    const line = lines.find((other) => Math.abs((other[0]?.y ?? 0) - run.y) < LINE_TOLERANCE)
    if (line) line.push(run)
    else lines.push([run])
  }
  return lines.map(getLine).toSorted((first, second) => first.y - second.y)
}

/** Flattens the page tree. A page without a size or resources inherits them from its parent node. */
function flattenPages(file: PdfFile, node: PdfDictionary, above: PdfDictionary = {}): PdfDictionary[] {
  const page = { ...above, ...node }
  if (!node.Kids) return [page]
  const { MediaBox = null, Resources = null } = page
  return file
    .array(node.Kids)
    .flatMap((kid) => flattenPages(file, file.dictionary(kid), { MediaBox, Resources }))
}

function getFonts(file: PdfFile, resources: PdfDictionary): Map<string, PdfFont> {
  const entries = Object.entries(file.dictionary(resources.Font))
  return new Map(entries.map(([name, font]) => [name, readFont(file, file.dictionary(font))]))
}

/** The share of the points of a transparency mask that are not fully transparent. */
const getVisibleShare = (mask: string): number => mask.replaceAll('\0', '').length / mask.length

/** The images of a page by name, with the share of their points that are visible. */
function getImages(file: PdfFile, resources: PdfDictionary): Map<string, number> {
  const images = new Map<string, number>()
  for (const [name, object] of Object.entries(file.dictionary(resources.XObject))) {
    const { Subtype, SMask } = file.dictionary(object)
    const subtype = file.resolve(Subtype)
    if (!(subtype instanceof PdfName) || subtype.name !== 'Image') continue
    images.set(name, SMask === undefined ? 1 : getVisibleShare(file.stream(SMask)))
  }
  return images
}

function readDrawing(file: PdfFile, page: PdfDictionary, fonts: ReadonlyMap<string, PdfFont>): Drawing {
  const contents = file.resolve(page.Contents)
  const streams = Array.isArray(contents) ? contents : page.Contents === undefined ? [] : [page.Contents]
  const content = streams.map((stream) => file.stream(stream)).join('\n')
  return new ContentReader(fonts, getImages(file, file.dictionary(page.Resources))).read(content)
}

function getPage(file: PdfFile, page: PdfDictionary, fonts: ReadonlyMap<string, PdfFont>): PdfPage {
  const [left = 0, bottom = 0, right = 0, top = 0] = file.array(page.MediaBox).map(Number)
  const drawing = readDrawing(file, page, fonts)
  const fromTop = <T extends Box>(box: T): T => ({
    ...box,
    x: box.x - left,
    y: top - box.y - box.height,
  })
  const runs = drawing.runs.map((run) => ({ ...run, x: run.x - left, y: top - run.y }))
  return {
    width: right - left,
    height: top - bottom,
    runs,
    lines: getLines(runs),
    images: drawing.images.map(fromTop),
    fills: drawing.fills.map(fromTop),
    painted: drawing.painted,
  }
}

/**
 * Reads a PDF written by pdfmake or by Chromium's print to PDF: pages with their text, images and filled
 * rectangles, fonts and metadata. Throws for encrypted files and for compressed cross-references.
 */
export function readPdf(bytes: Uint8Array): PdfDocument {
  const file = new PdfFile(bytes)
  const catalog = file.dictionary(file.trailer.Root)
  const nodes = flattenPages(file, file.dictionary(catalog.Pages))
  const fonts = nodes.map((node) => getFonts(file, file.dictionary(node.Resources)))
  const pages = nodes.map((node, index) => getPage(file, node, fonts[index] ?? new Map()))
  const used = new Map(
    fonts.flatMap((map) => [...map.values()]).map(({ name, embedded }) => [name, embedded]),
  )
  const info = Object.entries(file.dictionary(file.trailer.Info))
  const markInfo = file.dictionary(catalog.MarkInfo)
  return {
    pages,
    ...readTags(file, catalog, nodes, pages),
    text: pages.flatMap((page) => page.lines.map((line) => line.text)).join('\n'),
    info: Object.fromEntries(info.map(([key, value]) => [key, decodeText(file.resolve(value))])),
    language: decodeText(file.resolve(catalog.Lang)) || undefined,
    displayTitle: file.dictionary(catalog.ViewerPreferences).DisplayDocTitle === true,
    tagged: file.resolve(markInfo.Marked) === true || isDictionary(file.resolve(catalog.StructTreeRoot)),
    fonts: [...used]
      .map(([name, embedded]) => ({ name, embedded }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}
