import type { CellValue } from './sheet.ts'

/**
 * Reads the text that a spreadsheet copies: lines of cells separated by tabs, with quotes around line breaks.
 */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === '\t' || character === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\n') rows.push([])
    } else if (character !== '\r') cell += character
  }
  rows.at(-1)?.push(cell)
  // Spreadsheets end the last line with a line break too.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

/** Writes cells for a spreadsheet: plain numbers, and texts with quotes if necessary. */
export function toTsv(rows: readonly (readonly CellValue[])[]): string {
  const formatCell = (value: CellValue) => {
    const text = value === null ? '' : String(value)
    return /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(formatCell).join('\t')).join('\n')
}
