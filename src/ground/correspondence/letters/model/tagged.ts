import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'

declare module 'pdfmake/interfaces.js' {
  interface ContentImage {
    /** The alternative text of the picture; without it the picture is decoration. */
    alt?: string
  }
}

type PdfDocument = PDFKit.PDFDocument & { page: { markings: unknown[] } }
type Drawn = ReturnType<PdfDocument['markStructureContent']>

/**
 * A part of the document as a screen reader reads it: an element of the structure tree with its drawn
 * content.
 */
type Part = { tag: string; alt?: string; parts: Part[]; drawn: Drawn[] }

type Item = { type: string; item?: { part?: Part; inlines?: readonly { part?: Part }[] } }
type Page = { items: Item[] }
type Node = Record<string, unknown>

const ROOT = Symbol('the whole document')
/**
 * The property by which pdfmake hands the pages it has laid out to the document, before it draws the first.
 */
const HANDED = '_pdfMakePages'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function added(parent: Part, tag: string): Part {
  const part: Part = { tag, parts: [], drawn: [] }
  parent.parts.push(part)
  return part
}

/** Runs of text that know whose they are: pdfmake keeps that through its breaking of lines. */
const runs = (text: unknown, part: Part): unknown =>
  Array.isArray(text)
    ? text.map((run) => runs(run, part))
    : isNode(text)
      ? { ...text, part, ...(isNode(text.text) ? { text: runs(text.text, part) } : {}) }
      : { text, part }

const plain = (text: unknown): string =>
  Array.isArray(text) ? text.map(plain).join('') : isNode(text) ? plain(text.text) : String(text ?? '')

function table(node: Node, parent: Part): Node {
  const { body, headerRows = 0 } = node.table as { body: unknown[][]; headerRows?: number }
  // A table without a header row only arranges its content.
  const part = headerRows > 0 ? added(parent, 'Table') : null
  const rows = body.map((cells, index) => {
    const row = part && added(part, 'TR')
    const tag = index < headerRows ? 'TH' : 'TD'
    return cells.map((cell) => (row ? content(cell, row, tag) : content(cell, parent)))
  })
  return { ...node, table: { ...(node.table as Node), body: rows } }
}

function text(node: Node, parent: Part, tag: string): Node {
  const part =
    tag === 'P' && plain(node.text).trim() === '' ? null : added(parent, node.headlineLevel ? 'H1' : tag)
  return part && plain(node.text) !== '' ? { ...node, text: [runs(node.text, part)].flat() } : node
}

/**
 * A copy of the content in which every text and picture refers to its part; the parts are added to `parent`
 * in order.
 */
function content(node: unknown, parent: Part, tag = 'P'): unknown {
  if (Array.isArray(node)) return content({ stack: node }, parent, tag)
  if (!isNode(node)) return text({ text: node }, parent, tag)
  if ('text' in node) return text(node, parent, tag)
  const within = tag === 'P' ? parent : added(parent, tag)
  const each = (key: string, childTag = 'P') => ({
    ...node,
    [key]: list(node[key]).map((item) => content(item, within, childTag)),
  })
  if ('stack' in node) return each('stack')
  if ('columns' in node) return each('columns')
  if ('ul' in node || 'ol' in node) return listed(node, 'ul' in node ? 'ul' : 'ol', within)
  if (isNode(node.table)) return table(node, within)
  if (!node.image || !node.alt) return { ...node }
  return { ...node, part: Object.assign(added(within, 'Figure'), { alt: node.alt }) }
}

function listed(node: Node, key: 'ul' | 'ol', parent: Part): Node {
  const part = added(parent, 'L')
  return { ...node, [key]: list(node[key]).map((item) => content(item, added(part, 'LI'), 'LBody')) }
}

/** Opens a part or an artifact after closing the open one; `null` only closes. */
function open(pdf: PdfDocument, what: Part | 'Layout' | 'Pagination' | null): void {
  if (pdf.page.markings.length > 0) pdf.endMarkedContent()
  if (typeof what === 'string') pdf.markContent('Artifact', { type: what })
  else if (what) what.drawn.push(pdf.markStructureContent(what.tag))
}

const hasContent = ({ tag, parts, drawn }: Part): boolean =>
  tag === 'TD' || tag === 'TH' || drawn.length > 0 || parts.some(hasContent)

function element(pdf: PdfDocument, { tag, alt, parts, drawn }: Part): ReturnType<PdfDocument['struct']> {
  const options = { ...(alt ? { alt } : {}), ...(tag === 'TH' ? { scope: 'Column' } : {}) }
  return pdf.struct(tag as 'P', options, [
    ...drawn,
    ...parts.filter(hasContent).map((part) => element(pdf, part)),
  ])
}

/** What an item of a page is read out as; the header of a table is, on its second page, mere layout. */
function meaning({ type, item }: Item, visitedInlines: Set<unknown>): Part | 'Layout' | 'Pagination' | null {
  if (type === 'vector' || type === 'svg') return 'Layout'
  if (type === 'image') return item?.part ?? 'Layout'
  if (type !== 'line') return null
  const part = item?.inlines?.find((run) => run.part)?.part
  if (!part || visitedInlines.has(item?.inlines)) return 'Pagination'
  visitedInlines.add(item?.inlines)
  return part
}

/** An item that draws nothing: pdfmake asks it, when its turn comes, whether it is to be moved. */
const turn = (action: () => void): Item => ({
  type: 'beginVerticalAlignment',
  item: Object.defineProperty({}, 'isCellContentMultiPage', {
    get: () => {
      action()
      return true
    },
  }),
})

function mark(pdf: PdfDocument, pages: Page[], root: Part): void {
  const visitedInlines = new Set<unknown>()
  for (const page of pages) {
    let last: ReturnType<typeof meaning> = null
    const items = page.items.flatMap((item) => {
      const what = meaning(item, visitedInlines)
      if (what === last) return [item]
      last = what
      return [turn(() => open(pdf, what)), item]
    })
    page.items.splice(
      0,
      page.items.length,
      ...items,
      turn(() => open(pdf, null)),
    )
  }
  pages.at(-1)?.items.push(turn(() => void pdf.addStructure(element(pdf, root))))
}

/** Lets documents of this PDF maker mark what they draw, as soon as they are handed their pages. */
function watch(prototype: object): void {
  if (HANDED in prototype) return
  Object.defineProperty(prototype, HANDED, {
    set(this: PdfDocument & { images: { [ROOT]?: Part } }, pages: Page[]) {
      const root = this.images[ROOT]
      if (root) mark(this, pages, root)
    },
  })
}

/**
 * The PDF of a document definition as tagged PDF 1.7 in American English that says it conforms to PDF/UA-1
 * (ISO 14289-1): a structure tree in reading order (Document, H1 where a text has a `headlineLevel`, P, Table
 * with TR, TH and TD, L, Figure for pictures with an `alt`), everything else an artifact, the title shown.
 * What links, drawings and joined cells of a table mean is not described. The definition is not changed.
 * Rejects when a font or a picture cannot be read.
 */
export async function createTaggedPdf<Output extends { getStream: () => Promise<object> }>(
  pdfMaker: { createPdf: (definition: TDocumentDefinitions) => Output },
  definition: TDocumentDefinitions,
): Promise<Output> {
  watch(Object.getPrototypeOf(await pdfMaker.createPdf({ content: [] }).getStream()))
  const root: Part = { tag: 'Document', parts: [], drawn: [] }
  return pdfMaker.createPdf({
    ...definition,
    version: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    language: 'en-US',
    displayTitle: true,
    images: Object.assign({}, definition.images, { [ROOT]: root }),
    content: content(definition.content, root) as Content,
  })
}
