import type { Content, CustomTableLayout, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import {
  buildLetterBlocks,
  formatLetterDate,
  getLetterSubject,
  type LetterBlock,
  type LetterData,
  type LetterOptions,
  type LetterSignature,
} from './letter.ts'
import { breakLongWords, buildTableContent } from './table.ts'

const LETTERHEAD_COLOR = '#1f3864'
const TABLE_FILL = '#0052a4'

/** The page margins in points: left, top, right, bottom (LET-03). */
const PAGE_MARGINS: [number, number, number, number] = [40, 65, 40, 60]
const BANNER_WIDTH = 525
const SIGNATURE_IMAGE_WIDTH = 100
const SIGNATURE_TABLE_WIDTH = 200
const END_LINE_HEIGHT = 150
/** The maximum characters of a signature that must not break. A longer one may not fit on one page. */
const MAX_UNBROKEN_SIGNATURE = 2000
/** Words with more characters than this, such as web addresses, may break anywhere. */
const MAX_UNBROKEN_WORD = 80

/** The height and margins, in points, of the letterhead in its two layouts (LET-05, LET-06). */
const LETTERHEAD: Record<
  LetterOptions['layout'],
  { height: number; margin: [number, number, number, number] }
> = {
  A: { height: 45, margin: [0, 15, 0, 15] },
  B: { height: 34, margin: [0, 0, 0, 0] },
}

const STYLES: StyleDictionary = {
  body: { fontSize: 9 },
  table: { fontSize: 9, lineHeight: 1.05 },
  comment: { fontSize: 10, margin: [0, 0, 0, 8] },
  letterhead: { fontSize: 11, lineHeight: 1, color: LETTERHEAD_COLOR },
  tableHeader: { fontSize: 9, lineHeight: 1.05, bold: true, color: 'white', fillColor: TABLE_FILL },
  running: { fontSize: 9, color: '#4a5568' },
}

const BAND_LAYOUT: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}

const PLAIN_LAYOUT: CustomTableLayout = { ...BAND_LAYOUT, paddingLeft: () => 0, paddingRight: () => 0 }

type Block<K extends LetterBlock['kind']> = Extract<LetterBlock, { kind: K }>

/** Builds the letterhead of layout A without a picture: name and address in dark blue above a rule. */
function buildTextLetterhead(name: string, lines: readonly string[]): Content {
  const address = { text: lines.join('  ·  '), fontSize: 9, margin: [0, 3, 0, 0] } satisfies Content
  const rule = {
    type: 'line',
    x1: 0,
    y1: 0,
    x2: BANNER_WIDTH,
    y2: 0,
    lineWidth: 1.5,
    lineColor: TABLE_FILL,
  } as const
  return {
    stack: [
      { text: name, bold: true, characterSpacing: 0.6 },
      ...(lines.length > 0 ? [address] : []),
      { canvas: [rule], margin: [0, 7, 0, 0] },
    ],
    style: 'letterhead',
    alignment: 'center',
  }
}

/** Builds the letterhead of layout B without a picture: a blue table with white text (LET-12). */
function buildTableLetterhead(name: string, lines: readonly string[], height: number): Content {
  const cell = { fillColor: TABLE_FILL, color: 'white', verticalAlignment: 'middle' } as const
  return {
    table: {
      widths: ['*', 'auto'],
      heights: height,
      body: [
        [
          { text: name, style: 'letterhead', bold: true, characterSpacing: 0.4, ...cell },
          { text: lines.join('\n'), style: 'letterhead', fontSize: 9, alignment: 'right', ...cell },
        ],
      ],
    },
    layout: BAND_LAYOUT,
  }
}

function buildLetterhead(block: Block<'letterhead'>, layout: LetterOptions['layout']): Content {
  const { height, margin } = LETTERHEAD[layout]
  const { banner: image, name: alt } = block
  if (image) return { image, alt, width: BANNER_WIDTH, height, alignment: 'center', margin }
  if (layout === 'A') return { stack: [buildTextLetterhead(block.name, block.lines)], margin }
  return { stack: [buildTableLetterhead(block.name, block.lines, height)], margin }
}

/** Returns the alternative text of a signature picture. */
const getSignatureAlt = ([name]: readonly string[]): string => (name ? `Signature of ${name}` : 'Signature')

function buildSignature(block: LetterSignature): Content {
  const rows = [...block.lines, ...(block.endLine ? [block.endLine] : [])]
  const parts: Content[] = []
  if (block.closing) parts.push({ text: block.closing })
  if (block.image)
    parts.push({
      image: block.image,
      alt: getSignatureAlt(rows),
      width: SIGNATURE_IMAGE_WIDTH,
      margin: [0, 8, 0, 4],
    })
  if (rows.length > 0) parts.push(buildSignatureTable(rows, block.endLine !== undefined))
  const letters = rows.join('').length
  return { stack: parts, unbreakable: letters <= MAX_UNBROKEN_SIGNATURE, margin: [0, 8, 0, 0] }
}

function buildSignatureTable(rows: readonly string[], endsWithEndLine: boolean): Content {
  const isEndLine = (index: number) => endsWithEndLine && index === rows.length - 1
  return {
    table: {
      widths: [SIGNATURE_TABLE_WIDTH],
      heights: rows.map((_, index) => (isEndLine(index) ? END_LINE_HEIGHT : 'auto')),
      body: rows.map((text, index) => [{ text, margin: [0, isEndLine(index) ? 8 : 0, 0, 0] }]),
    },
    layout: PLAIN_LAYOUT,
  }
}

function buildBlockContent(block: LetterBlock, layout: LetterOptions['layout']): Content {
  switch (block.kind) {
    case 'letterhead':
      return buildLetterhead(block, layout)
    case 'date':
      return { text: block.text, margin: [0, layout === 'A' ? 0 : 15, 0, 12] }
    case 'managementCompany':
    case 'contact':
      return { stack: [...block.lines], margin: [0, 0, 0, 12] }
    case 'subject':
      return { text: block.text, bold: true, headlineLevel: 1 }
    case 'requestNumber':
      return { text: block.text }
    case 'greeting':
      return { text: block.text, margin: [0, 12, 0, 8] }
    case 'paragraph':
      return { text: breakLongWords(block.text, MAX_UNBROKEN_WORD), margin: [0, 0, 0, 8] }
    case 'table':
      return buildTableContent(block)
    case 'raw':
      return block.content
    case 'signature':
      return buildSignature(block)
    case 'blank':
      return { text: '\n'.repeat(block.lines) }
  }
}

/** Prints subject and date on top of every page but the first, so that a loose page can be identified. */
const buildRunningHeader = (letter: LetterData, today: string) => (currentPage: number) =>
  currentPage === 1
    ? null
    : {
        columns: [
          { text: getLetterSubject(letter), width: '*' },
          { text: formatLetterDate(today), width: 'auto' },
        ],
        style: 'running',
        columnGap: 12,
        margin: [PAGE_MARGINS[0], 34, PAGE_MARGINS[2], 0] as [number, number, number, number],
      }

/**
 * Builds the pdfmake definition of a letter (LET-02 to LET-30): US Letter portrait, one font family
 * (`Roboto`, normal and bold only), `Page x of y` at the foot. Each call returns a new object because pdfmake
 * changes it.
 */
export function buildLetterDefinition(letter: LetterData, options: LetterOptions): TDocumentDefinitions {
  return {
    pageSize: 'LETTER',
    pageOrientation: 'portrait',
    pageMargins: PAGE_MARGINS,
    info: { title: options.title, author: options.agency.name, subject: getLetterSubject(letter) },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    styles: STYLES,
    header: buildRunningHeader(letter, options.today),
    footer: (currentPage, pageCount) => ({
      text: `Page ${currentPage} of ${pageCount}`,
      style: 'running',
      alignment: 'center',
      margin: [0, 20, 0, 0],
    }),
    content: buildLetterBlocks(letter, options).map((block) => buildBlockContent(block, options.layout)),
  }
}
