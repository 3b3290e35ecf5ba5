import type {
  Content,
  ContentTable,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js'
import type { Paper, PaperTable } from './paper.ts'

const [BLUE, GREY, RULE, FILL] = ['#1d5399', '#4a5568', '#d5dae1', '#eef1f5']
const MARGIN = 36
/** The width between the margins of US Letter, in points. */
const ROOM = { portrait: 540, landscape: 720 } as const
/** Font sizes and page orientations that are tried for a table, in this order. */
const TRIES = [
  { orientation: 'portrait', size: 8 },
  { orientation: 'landscape', size: 8 },
  { orientation: 'landscape', size: 7 },
  { orientation: 'landscape', size: 6 },
] as const
type Try = (typeof TRIES)[number]
const PADDING = 6
/** The approximate widths of letters relative to the font size: regular, and bold for headings. */
const [LETTER, BOLD] = [0.55, 0.66]
/** The greatest number of letters in a line; longer texts break into several lines. */
const LONGEST_LINE = 28
const LEAST_LINE = 9

const getLongest = (texts: readonly string[]): number =>
  texts.reduce((maximum, { length }) => Math.max(maximum, length), 0)
const splitWords = (text: string): string[] => text.split(/\s+/)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The width that each column needs, in points. A text takes at most `line` letters in a line. */
function getNeededWidths({ columns, rows, total }: PaperTable, size: number, line: number): number[] {
  return columns.map(({ label, figure }, index) => {
    const cells = [...rows.map((row) => row[index] ?? ''), total?.[index] ?? '']
    const letters = figure ? getLongest(cells) : Math.min(line, getLongest(cells))
    return PADDING + 1 + Math.max(letters * LETTER, getLongest(splitWords(label)) * BOLD) * size
  })
}

/**
 * Finds the first orientation and font size in which all columns fit side by side. If none does, takes the
 * last one with the shortest lines.
 */
function chooseFormat(table: PaperTable): Try & { line: number } {
  for (const attempt of TRIES)
    if (sum(getNeededWidths(table, attempt.size, LONGEST_LINE)) <= ROOM[attempt.orientation])
      return { ...attempt, line: LONGEST_LINE }
  return { ...TRIES[3], line: LEAST_LINE }
}

/**
 * Computes widths that fill the page. Text columns share the remaining width; if there is too little, all
 * columns shrink in proportion.
 */
function getWidths(table: PaperTable, { orientation, size, line }: Try & { line: number }): number[] {
  const idealWidths = getNeededWidths(table, size, line)
  const remaining = ROOM[orientation] - sum(idealWidths)
  if (remaining < 0) return idealWidths.map((width) => (width * ROOM[orientation]) / sum(idealWidths))
  const texts = Math.max(1, table.columns.filter(({ figure }) => !figure).length)
  return idealWidths.map((width, index) => (table.columns[index]!.figure ? width : width + remaining / texts))
}

const layout: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => RULE,
  paddingLeft: () => PADDING / 2,
  paddingRight: () => PADDING / 2,
  paddingTop: () => 1.5,
  paddingBottom: () => 1,
  fillColor: (row) => (row === 0 ? FILL : null),
}

/** Prepares a text so that its words fit their column: longer words may break anywhere. */
function buildCellText(text: string, width: number, size: number): Content[] | string {
  const letters = Math.max(1, Math.floor((width - PADDING) / (size * BOLD)))
  if (getLongest(splitWords(text)) <= letters) return text
  return text
    .split(new RegExp(`(\\S{${letters + 1},})`))
    .filter((part) => part !== '')
    .map((part) => (/\s/.test(part) ? part : { text: part, wordBreak: 'break-all' as const }))
}

function getTable(table: PaperTable, fit: Try & { line: number }): ContentTable {
  const widths = getWidths(table, fit)
  const cells = (texts: readonly string[], bold: boolean): TableCell[] =>
    texts.map((text, index) => ({
      text: buildCellText(text, widths[index]!, fit.size),
      bold,
      alignment: table.columns[index]!.figure ? 'right' : 'left',
    }))
  return {
    table: {
      headerRows: 1,
      // A row is never so high that it has to be split across pages.
      dontBreakRows: true,
      widths: widths.map((width) => width - PADDING),
      body: [
        cells(
          table.columns.map(({ label }) => label),
          true,
        ),
        ...table.rows.map((row) => cells(row, false)),
        ...(table.total ? [cells(table.total, true)] : []),
      ],
    },
    layout,
    fontSize: fit.size,
    margin: [0, 2, 0, 8],
  }
}

function buildHeader(paper: Paper): Content {
  const criteria = paper.criteria.map(({ label, value }) => `${label}: ${value}`)
  return {
    stack: [
      {
        columns: [
          { text: paper.title, fontSize: 16, bold: true, width: '*', headlineLevel: 1 },
          {
            text: paper.agency,
            bold: true,
            color: BLUE,
            alignment: 'right',
            width: 'auto',
            margin: [0, 6, 0, 0],
          },
        ],
        columnGap: 12,
      },
      {
        text: criteria.length > 0 ? criteria.join('  ·  ') : 'Everything the reader may see',
        color: GREY,
        margin: [0, 2, 0, 0],
      },
      { text: `${paper.rowCountText}, read ${paper.readAt}`, color: GREY },
      ...(paper.truncationNote
        ? [
            {
              text: paper.truncationNote,
              bold: true,
              margin: [0, 4, 0, 0] as [number, number, number, number],
            },
          ]
        : []),
    ],
    margin: [0, 0, 0, 8],
  }
}

const buildSubtitle = (text: string): Content => ({ text, bold: true, color: BLUE, margin: [0, 2, 0, 0] })

/**
 * Defines the pages of a report: US Letter, landscape if its columns need it, column headings on every
 * page. Each call returns a new document.
 */
export default function buildPaperDefinition(paper: Paper): TDocumentDefinitions {
  const fit = chooseFormat(paper.rows)
  const { subtotals } = paper
  return {
    pageSize: 'LETTER',
    pageOrientation: fit.orientation,
    pageMargins: [MARGIN, 44, MARGIN, 44],
    info: {
      title: paper.title,
      author: paper.agency,
      subject: paper.criteria.map(({ value }) => value).join(', '),
    },
    defaultStyle: { font: 'Roboto', fontSize: 8, lineHeight: 1.05 },
    header: (page) =>
      page === 1
        ? null
        : {
            text: `${paper.title}, read ${paper.readAt}`,
            color: GREY,
            fontSize: 7.5,
            margin: [MARGIN, 24, MARGIN, 0],
          },
    footer: (page, pages) => ({
      columns: [
        { text: `Made by ${paper.by} on ${paper.readAt}; contains only what they may read.`, width: '*' },
        { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      color: GREY,
      fontSize: 7.5,
      margin: [MARGIN, 14, MARGIN, 0],
    }),
    content: [
      buildHeader(paper),
      ...(subtotals
        ? [
            buildSubtitle(subtotals.title),
            // The subtotals have fewer columns than the rows, so the same format fits.
            getTable(subtotals, fit),
            buildSubtitle('Rows'),
          ]
        : []),
      paper.rows.rows.length > 0
        ? getTable(paper.rows, fit)
        : { text: 'No rows found.', margin: [0, 4, 0, 8] },
      { text: [{ text: 'Definitions. ', bold: true }, paper.footnote], color: GREY, fontSize: 7.5 },
    ],
  }
}
