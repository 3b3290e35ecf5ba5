import type {
  Content,
  CustomTableLayout,
  StyleDictionary,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js'
import {
  type LetterBlock,
  type LetterData,
  type LetterOptions,
  type LetterSignature,
  letterDate,
  letterSubject,
  letterText,
} from './letter.ts'

const LETTERHEAD_COLOUR = '#1f3864'
const TABLE_FILL = '#0052a4'
const RULE_COLOUR = '#b8c4d6'

/** Left, top, right, bottom (LET-03). */
const PAGE_MARGINS: [number, number, number, number] = [40, 65, 40, 60]
const BANNER_WIDTH = 525
const SIGNATURE_IMAGE_WIDTH = 100
const SIGNATURE_TABLE_WIDTH = 200
const END_LINE_HEIGHT = 150

/** Height and margins of the letterhead in its two layouts (LET-05, LET-06). */
const LETTERHEAD: Record<LetterOptions['layout'], { height: number; margin: [number, number, number, number] }> = {
  A: { height: 45, margin: [0, 15, 0, 15] },
  B: { height: 34, margin: [0, 0, 0, 0] },
}

/** A row taller than a page cannot be kept whole: what does not fit would be cut off. Longer cells may break. */
const LONGEST_UNBROKEN_CELL = 800

const STYLES: StyleDictionary = {
  body: { fontSize: 9 },
  table: { fontSize: 9 },
  comment: { fontSize: 10 },
  letterhead: { fontSize: 11, color: LETTERHEAD_COLOUR },
  tableHeader: { fontSize: 9, bold: true, color: 'white', fillColor: TABLE_FILL },
  running: { fontSize: 9, color: '#4a5568' },
}

const TABLE_LAYOUT: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => RULE_COLOUR,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 3,
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

/** Letterhead of layout A without a picture: name and address set in dark blue over a rule. */
function textLetterhead(name: string, lines: readonly string[]): Content {
  return {
    stack: [
      { text: name, style: 'letterhead', bold: true, characterSpacing: 0.6 },
      ...(lines.length > 0
        ? [{ text: lines.join('  ·  '), style: 'letterhead', fontSize: 9, margin: [0, 3, 0, 0] }]
        : []),
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: BANNER_WIDTH, y2: 0, lineWidth: 1.5, lineColor: TABLE_FILL }],
        margin: [0, 7, 0, 0],
      },
    ] as Content[],
    alignment: 'center',
  }
}

/** Letterhead of layout B without a picture: the blue letterhead table with white text (LET-12). */
function tableLetterhead(name: string, lines: readonly string[], height: number): Content {
  const cell = { fillColor: TABLE_FILL, color: 'white', verticalAlignment: 'middle' } as const
  return {
    table: {
      widths: ['*', 'auto'],
      heights: height,
      body: [
        [
          { text: name, style: 'letterhead', bold: true, characterSpacing: 0.4, ...cell },
          { text: lines.join('\n'), style: 'table', alignment: 'right', ...cell },
        ],
      ],
    },
    layout: BAND_LAYOUT,
  }
}

function letterhead(block: Block<'letterhead'>, layout: LetterOptions['layout']): Content {
  const { height, margin } = LETTERHEAD[layout]
  if (block.banner) return { image: block.banner, width: BANNER_WIDTH, height, alignment: 'center', margin }
  if (layout === 'A') return { stack: [textLetterhead(block.name, block.lines)], margin }
  return { stack: [tableLetterhead(block.name, block.lines, height)], margin }
}

function tableBlock(block: Block<'table'>): Content {
  const alignments = block.columns.map((column) => column.alignment ?? 'left')
  const cell = (text: string, index: number): TableCell => ({
    text,
    style: 'table',
    alignment: alignments[index],
    noWrap: alignments[index] === 'right' && text.length < 30,
  })
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: block.rows.every((row) => row.every((text) => text.length <= LONGEST_UNBROKEN_CELL)),
      widths: block.columns.map((_, index) => (index === 0 ? '*' : 'auto')),
      body: [
        block.columns.map((column, index) => ({
          text: column.label,
          style: 'tableHeader',
          alignment: alignments[index],
        })),
        ...block.rows.map((row) => row.map(cell)),
      ],
    },
    layout: TABLE_LAYOUT,
    margin: [0, 3, 0, 11],
  }
}

function signature(block: LetterSignature): Content {
  const rows = [...block.lines, ...(block.endLine ? [block.endLine] : [])]
  return {
    unbreakable: true,
    margin: [0, 8, 0, 0],
    stack: [
      ...(block.closing ? [{ text: block.closing }] : []),
      ...(block.image ? [{ image: block.image, width: SIGNATURE_IMAGE_WIDTH, margin: [0, 8, 0, 4] }] : []),
      ...(rows.length > 0 ? [signatureTable(rows, block.endLine !== undefined)] : []),
    ] as Content[],
  }
}

function signatureTable(rows: readonly string[], endsWithEndLine: boolean): Content {
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

function blockContent(block: LetterBlock, layout: LetterOptions['layout']): Content {
  switch (block.kind) {
    case 'letterhead':
      return letterhead(block, layout)
    case 'date':
      return { text: block.text, margin: [0, layout === 'A' ? 0 : 15, 0, 12] }
    case 'managementCompany':
    case 'contact':
      return { stack: [...block.lines], margin: [0, 0, 0, 12] }
    case 'subject':
      return { text: block.text, bold: true }
    case 'requestNumber':
      return { text: block.text }
    case 'greeting':
      return { text: block.text, margin: [0, 12, 0, 8] }
    case 'paragraph':
      return { text: block.text, margin: [0, 0, 0, 8] }
    case 'table':
      return tableBlock(block)
    case 'raw':
      return block.content
    case 'signature':
      return signature(block)
    case 'blank':
      return { text: '\n'.repeat(block.lines) }
  }
}

/** From the second page on: what the letter is about and its date, so that a loose page can be put back. */
const runningHeader = (letter: LetterData, today: string) => (currentPage: number) =>
  currentPage === 1
    ? null
    : {
        columns: [
          { text: letterSubject(letter), width: '*' },
          { text: letterDate(today), width: 'auto' },
        ],
        style: 'running',
        columnGap: 12,
        margin: [PAGE_MARGINS[0], 34, PAGE_MARGINS[2], 0] as [number, number, number, number],
      }

/**
 * The pdfmake document of a letter (LET-02 to LET-30): US Letter portrait, one font family (`Roboto`, normal and bold
 * only), `Page x of y` at the foot. Each call returns a fresh document, because the PDF maker writes into it. The
 * document is not tagged: pdfmake writes no structure tree, the HTML preview is the accessible form.
 */
export function letterDefinition(letter: LetterData, options: LetterOptions): TDocumentDefinitions {
  return {
    pageSize: 'LETTER',
    pageOrientation: 'portrait',
    pageMargins: PAGE_MARGINS,
    version: '1.7',
    language: 'en-US',
    displayTitle: true,
    info: { title: options.title, author: options.agency.name, subject: letterSubject(letter) },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    styles: STYLES,
    header: runningHeader(letter, options.today),
    footer: (currentPage, pageCount) => ({
      text: `Page ${currentPage} of ${pageCount}`,
      style: 'running',
      alignment: 'center',
      margin: [0, 20, 0, 0],
    }),
    content: letterText(letter, options).map((block) => blockContent(block, options.layout)),
  }
}
