import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { LetterBlock } from './letter.ts'

/** The width between the page margins, in points. */
const TEXT_WIDTH = 532
const CELL_PADDING = 5
/** The assumed maximum width of a character of size 9, in points. Only pdfmake knows the real widths. */
const CHARACTER_WIDTH = 6
/**
 * Rows may not break across pages if the longest cells of all columns together have at most this many
 * characters, about half a page. A row that is higher than a page but may not break would be cut off.
 */
const MAX_UNBROKEN_ROW = 4000
/** The number of characters that a line break in a cell counts for. */
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

const getMaximum = (texts: readonly string[], measure: (text: string) => number): number =>
  texts.reduce((maximum, text) => Math.max(maximum, measure(text)), 0)

const getLongestWord = (text: string): number => getMaximum(text.split(/\s+/), (word) => word.length)

const countLettersAndBreaks = (text: string): number =>
  text.length + LINE_LENGTH * (text.split('\n').length - 1)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const getColumnTexts = (block: TableBlock): string[][] =>
  block.columns.map((column, index) => [column.label, ...block.rows.map((row) => row[index] ?? '')])

/**
 * Returns the maximum length of a word that is not broken: unlimited if all columns fit side by side, else
 * the characters that fit into an equal share of the width.
 */
function computeWordLimit(columns: readonly (readonly string[])[]): number {
  const needed = sum(
    columns.map((texts) => getMaximum(texts, getLongestWord) * CHARACTER_WIDTH + 2 * CELL_PADDING),
  )
  if (needed <= TEXT_WIDTH) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor((TEXT_WIDTH / columns.length - 2 * CELL_PADDING) / CHARACTER_WIDTH))
}

/**
 * Lets words of more than `limit` characters (web addresses, long numbers) break anywhere, because they would
 * run off the page. Other text is returned unchanged.
 */
export function breakLongWords(text: string, limit: number): Content {
  if (getLongestWord(text) <= limit) return text
  const parts = text.split(new RegExp(`(\\S{${limit + 1},})`)).filter((part) => part !== '')
  return parts.map((part) => (/\s/.test(part) ? part : { text: part, wordBreak: 'break-all' }))
}

/**
 * Builds a table of the letter's body. The first column takes the remaining width (LET-16), and the header is
 * repeated on every page.
 */
export function buildTableContent(block: TableBlock): ContentTable {
  const columns = getColumnTexts(block)
  const limit = computeWordLimit(columns)
  const letters = sum(columns.map((texts) => getMaximum(texts, countLettersAndBreaks)))
  const cell = (style: string) => (text: string, index: number) =>
    ({
      text: breakLongWords(text, limit),
      style,
      alignment: block.columns[index]?.alignment ?? 'left',
    }) as TableCell
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: letters <= MAX_UNBROKEN_ROW ? 1 : 0,
      dontBreakRows: letters <= MAX_UNBROKEN_ROW,
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
