import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { LetterBlock } from './letter.ts'

/** Width between the page margins, in points. */
const TEXT_WIDTH = 532
const CELL_PADDING = 5
/** A generous guess at the width of a letter of size 9; real widths are known to the PDF maker only. */
const LETTER_WIDTH = 6
/**
 * Rows are kept whole as long as the longest cells of all columns together stay below this many letters:
 * about half a page. A row that is higher than a page and must not break would be cut off at the foot of the
 * page.
 */
const LONGEST_WHOLE_ROW = 4000
/** A line break in a cell counts as a full line of letters. */
const LINE_LENGTH = 120

const LAYOUT: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#b8c4d6',
  paddingLeft: () => CELL_PADDING,
  paddingRight: () => CELL_PADDING,
  paddingTop: () => 2.5,
  paddingBottom: () => 1.5,
}

type TableBlock = Extract<LetterBlock, { kind: 'table' }>

const longest = (texts: readonly string[], measure: (text: string) => number): number =>
  texts.reduce((maximum, text) => Math.max(maximum, measure(text)), 0)

const longestWord = (text: string): number => longest(text.split(/\s+/), (word) => word.length)

const lettersAndBreaks = (text: string): number => text.length + LINE_LENGTH * (text.split('\n').length - 1)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const columnTexts = (block: TableBlock): string[][] =>
  block.columns.map((column, index) => [column.label, ...block.rows.map((row) => row[index] ?? '')])

/**
 * The longest word that may stay whole: any, if all columns fit side by side, else a fair share of the width.
 */
function wordLimit(columns: readonly (readonly string[])[]): number {
  const needed = sum(columns.map((texts) => longest(texts, longestWord) * LETTER_WIDTH + 2 * CELL_PADDING))
  if (needed <= TEXT_WIDTH) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor((TEXT_WIDTH / columns.length - 2 * CELL_PADDING) / LETTER_WIDTH))
}

/**
 * Text whose words of more than `limit` letters (addresses of web pages, long numbers) may break anywhere;
 * without it they would run off the page. Other text is answered as it is.
 */
export function breakable(text: string, limit: number): Content {
  if (longestWord(text) <= limit) return text
  const parts = text.split(new RegExp(`(\\S{${limit + 1},})`)).filter((part) => part !== '')
  return parts.map((part) => (/\s/.test(part) ? part : { text: part, wordBreak: 'break-all' }))
}

/**
 * A table of the letter's body: first column takes the room that is left (LET-16), header repeats on every
 * page.
 */
export function tableContent(block: TableBlock): ContentTable {
  const columns = columnTexts(block)
  const limit = wordLimit(columns)
  const letters = sum(columns.map((texts) => longest(texts, lettersAndBreaks)))
  const cell = (style: string) => (text: string, index: number) =>
    ({
      text: breakable(text, limit),
      style,
      alignment: block.columns[index]?.alignment ?? 'left',
    }) as TableCell
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: letters <= LONGEST_WHOLE_ROW ? 1 : 0,
      dontBreakRows: letters <= LONGEST_WHOLE_ROW,
      widths: block.columns.map((_, index) => (index === 0 ? '*' : 'auto')),
      body: [
        block.columns.map((column) => column.label).map(cell('tableHeader')),
        ...block.rows.map((row) => row.map(cell('table'))),
      ],
    },
    layout: LAYOUT,
    margin: [0, 3, 0, 11],
  }
}
