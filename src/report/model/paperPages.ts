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
/** Width between the margins of US Letter in points. */
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
/** Approximate widths of letters relative to the font size: regular, and bold as in headings. */
const [LETTER, BOLD] = [0.55, 0.66]
/** Longer texts are broken into lines. */
const LONGEST_LINE = 28
const LEAST_LINE = 9

const longest = (texts: readonly string[]): number =>
  texts.reduce((maximum, { length }) => Math.max(maximum, length), 0)
const splitWords = (text: string): string[] => text.split(/\s+/)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The width that each column needs, in points; texts take at most `line` letters. */
function wanted({ columns, rows, total }: PaperTable, size: number, line: number): number[] {
  return columns.map(({ label, figure }, index) => {
    const cells = [...rows.map((row) => row[index] ?? ''), total?.[index] ?? '']
    const letters = figure ? longest(cells) : Math.min(line, longest(cells))
    return PADDING + 1 + Math.max(letters * LETTER, longest(splitWords(label)) * BOLD) * size
  })
}

/**
 * The first orientation and font size in which all columns fit side by side; the smallest with the shortest
 * lines if none does.
 */
function fitting(table: PaperTable): Try & { line: number } {
  for (const attempt of TRIES)
    if (sum(wanted(table, attempt.size, LONGEST_LINE)) <= ROOM[attempt.orientation])
      return { ...attempt, line: LONGEST_LINE }
  return { ...TRIES[3], line: LEAST_LINE }
}

/**
 * Widths that fill the page: text columns share the remaining width; if it is too little, all columns shrink
 * in proportion.
 */
function getWidths(table: PaperTable, { orientation, size, line }: Try & { line: number }): number[] {
  const idealWidths = wanted(table, size, line)
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

/** A text whose words fit their column: longer words may break anywhere. */
function cellText(text: string, width: number, size: number): Content[] | string {
  const letters = Math.max(1, Math.floor((width - PADDING) / (size * BOLD)))
  if (longest(splitWords(text)) <= letters) return text
  return text
    .split(new RegExp(`(\\S{${letters + 1},})`))
    .filter((part) => part !== '')
    .map((part) => (/\s/.test(part) ? part : { text: part, wordBreak: 'break-all' as const }))
}

function getTable(table: PaperTable, fit: Try & { line: number }): ContentTable {
  const widths = getWidths(table, fit)
  const cells = (texts: readonly string[], bold: boolean): TableCell[] =>
    texts.map((text, index) => ({
      text: cellText(text, widths[index]!, fit.size),
      bold,
      alignment: table.columns[index]!.figure ? 'right' : 'left',
    }))
  return {
    table: {
      headerRows: 1,
      // A row is never tall, so it is not split across pages.
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

function head(paper: Paper): Content {
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
      { text: `${paper.counted}, read ${paper.readAt}`, color: GREY },
      ...(paper.cut
        ? [{ text: paper.cut, bold: true, margin: [0, 4, 0, 0] as [number, number, number, number] }]
        : []),
    ],
    margin: [0, 0, 0, 8],
  }
}

const subtitle = (text: string): Content => ({ text, bold: true, color: BLUE, margin: [0, 2, 0, 0] })

/**
 * The pages of a report: US Letter, landscape if its columns need it, column headings on every page. Each
 * call returns a new document.
 */
export default function paperDefinition(paper: Paper): TDocumentDefinitions {
  const fit = fitting(paper.rows)
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
      head(paper),
      ...(subtotals
        ? [
            subtitle(subtotals.title),
            // Narrower than the rows, so the same layout fits.
            getTable(subtotals, fit),
            subtitle('Rows'),
          ]
        : []),
      paper.rows.rows.length > 0
        ? getTable(paper.rows, fit)
        : { text: 'No rows found.', margin: [0, 4, 0, 8] },
      { text: [{ text: 'Definitions. ', bold: true }, paper.footnote], color: GREY, fontSize: 7.5 },
    ],
  }
}
