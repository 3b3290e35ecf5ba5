import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'

declare module 'pdfmake/interfaces.js' {
  interface ContentImage {
    /** The alternative text of the picture. Without it, the picture counts as decoration. */
    alt?: string
  }
}

type PdfDocument = PDFKit.PDFDocument & { page: { markings: unknown[] } }
type Drawn = ReturnType<PdfDocument['markStructureContent']>

/**
 * An element of the structure tree, which screen readers follow, with its child elements and the content
 * drawn for it.
 */
type Part = { tag: string; alt?: string; parts: Part[]; drawn: Drawn[] }

type Item = { type: string; item?: { part?: Part; inlines?: readonly { part?: Part }[] } }
type Page = { items: Item[] }
type Node = Record<string, unknown>

const ROOT = Symbol('the whole document')
/**
 * The property of the PDF document to which pdfmake assigns the laid-out pages before it draws the first.
 */
const PAGES_PROPERTY = '_pdfMakePages'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Adds a new element with this tag to its parent. */
function addElement(parent: Part, tag: string): Part {
  const part: Part = { tag, parts: [], drawn: [] }
  parent.parts.push(part)
  return part
}

/** Copies text runs with a reference to their element, which pdfmake preserves when it breaks lines. */
const tagRuns = (text: unknown, part: Part): unknown =>
  Array.isArray(text)
    ? text.map((run) => tagRuns(run, part))
    : isNode(text)
      ? { ...text, part, ...(isNode(text.text) ? { text: tagRuns(text.text, part) } : {}) }
      : { text, part }

const getPlainText = (text: unknown): string =>
  Array.isArray(text)
    ? text.map(getPlainText).join('')
    : isNode(text)
      ? getPlainText(text.text)
      : String(text ?? '')

function tagTable(node: Node, parent: Part): Node {
  const { body, headerRows = 0 } = node.table as { body: unknown[][]; headerRows?: number }
  // A table without a header row is only layout, so it has no element.
  const part = headerRows > 0 ? addElement(parent, 'Table') : null
  const rows = body.map((cells, index) => {
    const row = part && addElement(part, 'TR')
    const tag = index < headerRows ? 'TH' : 'TD'
    return cells.map((cell) => (row ? tagContent(cell, row, tag) : tagContent(cell, parent)))
  })
  return { ...node, table: { ...(node.table as Node), body: rows } }
}

function text(node: Node, parent: Part, tag: string): Node {
  const part =
    tag === 'P' && getPlainText(node.text).trim() === ''
      ? null
      : addElement(parent, node.headlineLevel ? 'H1' : tag)
  return part && getPlainText(node.text) !== '' ? { ...node, text: [tagRuns(node.text, part)].flat() } : node
}

/**
 * Copies the content so that every text and picture refers to its element, and adds the elements to `parent`
 * in reading order.
 */
function tagContent(node: unknown, parent: Part, tag = 'P'): unknown {
  if (Array.isArray(node)) return tagContent({ stack: node }, parent, tag)
  if (!isNode(node)) return text({ text: node }, parent, tag)
  if ('text' in node) return text(node, parent, tag)
  const within = tag === 'P' ? parent : addElement(parent, tag)
  const each = (key: string, childTag = 'P') => ({
    ...node,
    [key]: list(node[key]).map((item) => tagContent(item, within, childTag)),
  })
  if ('stack' in node) return each('stack')
  if ('columns' in node) return each('columns')
  if ('ul' in node || 'ol' in node) return tagList(node, 'ul' in node ? 'ul' : 'ol', within)
  if (isNode(node.table)) return tagTable(node, within)
  if (!node.image || !node.alt) return { ...node }
  return { ...node, part: Object.assign(addElement(within, 'Figure'), { alt: node.alt }) }
}

function tagList(node: Node, key: 'ul' | 'ol', parent: Part): Node {
  const part = addElement(parent, 'L')
  return { ...node, [key]: list(node[key]).map((item) => tagContent(item, addElement(part, 'LI'), 'LBody')) }
}

/** Closes the open marked content and opens one for an element or an artifact; `null` only closes. */
function openMarking(pdf: PdfDocument, what: Part | 'Layout' | 'Pagination' | null): void {
  if (pdf.page.markings.length > 0) pdf.endMarkedContent()
  if (typeof what === 'string') pdf.markContent('Artifact', { type: what })
  else if (what) what.drawn.push(pdf.markStructureContent(what.tag))
}

const hasContent = ({ tag, parts, drawn }: Part): boolean =>
  tag === 'TD' || tag === 'TH' || drawn.length > 0 || parts.some(hasContent)

function buildStructureElement(
  pdf: PdfDocument,
  { tag, alt, parts, drawn }: Part,
): ReturnType<PdfDocument['struct']> {
  const options = { ...(alt ? { alt } : {}), ...(tag === 'TH' ? { scope: 'Column' } : {}) }
  return pdf.struct(tag as 'P', options, [
    ...drawn,
    ...parts.filter(hasContent).map((part) => buildStructureElement(pdf, part)),
  ])
}

/**
 * Returns the element of a page item, or the kind of artifact if screen readers must skip it. A table header
 * that is repeated on a further page is an artifact.
 */
function getItemElement(
  { type, item }: Item,
  visitedInlines: Set<unknown>,
): Part | 'Layout' | 'Pagination' | null {
  if (type === 'vector' || type === 'svg') return 'Layout'
  if (type === 'image') return item?.part ?? 'Layout'
  if (type !== 'line') return null
  const part = item?.inlines?.find((run) => run.part)?.part
  if (!part || visitedInlines.has(item?.inlines)) return 'Pagination'
  visitedInlines.add(item?.inlines)
  return part
}

/** Builds an item that draws nothing but runs `action` when pdfmake reads its property while drawing. */
const buildActionItem = (action: () => void): Item => ({
  type: 'beginVerticalAlignment',
  item: Object.defineProperty({}, 'isCellContentMultiPage', {
    get: () => {
      action()
      return true
    },
  }),
})

/** Inserts items into the pages that mark the content of each element while it is drawn. */
function markPages(pdf: PdfDocument, pages: Page[], root: Part): void {
  const visitedInlines = new Set<unknown>()
  for (const page of pages) {
    let last: ReturnType<typeof getItemElement> = null
    const items = page.items.flatMap((item) => {
      const what = getItemElement(item, visitedInlines)
      if (what === last) return [item]
      last = what
      return [buildActionItem(() => openMarking(pdf, what)), item]
    })
    page.items.splice(
      0,
      page.items.length,
      ...items,
      buildActionItem(() => openMarking(pdf, null)),
    )
  }
  pages.at(-1)?.items.push(buildActionItem(() => void pdf.addStructure(buildStructureElement(pdf, root))))
}

/** Makes documents of this PDF maker mark their content as soon as pdfmake assigns their pages. */
function watchPages(prototype: object): void {
  if (PAGES_PROPERTY in prototype) return
  Object.defineProperty(prototype, PAGES_PROPERTY, {
    set(this: PdfDocument & { images: { [ROOT]?: Part } }, pages: Page[]) {
      const root = this.images[ROOT]
      if (root) markPages(this, pages, root)
    },
  })
}

/**
 * Creates a tagged PDF 1.7 in American English that claims conformance to PDF/UA-1 (ISO 14289-1). Its
 * structure tree is in reading order: Document, H1 for text with a `headlineLevel`, P, Table with TR, TH and
 * TD, L, and Figure for pictures with an `alt`. Everything else is an artifact. Links, drawings and joined
 * table cells have no structure. The definition is not changed. Rejects if a font or picture cannot be read.
 */
export async function createTaggedPdf<Output extends { getStream: () => Promise<object> }>(
  pdfMaker: { createPdf: (definition: TDocumentDefinitions) => Output },
  definition: TDocumentDefinitions,
): Promise<Output> {
  watchPages(Object.getPrototypeOf(await pdfMaker.createPdf({ content: [] }).getStream()))
  const root: Part = { tag: 'Document', parts: [], drawn: [] }
  return pdfMaker.createPdf({
    ...definition,
    version: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    language: 'en-US',
    displayTitle: true,
    images: Object.assign({}, definition.images, { [ROOT]: root }),
    content: tagContent(definition.content, root) as Content,
  })
}
