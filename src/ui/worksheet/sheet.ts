import { fromCents, toCents } from '#kernel/model/money.ts'

/** The value of a cell: dollars, points of percent, a number or a text; null for an empty cell. */
export type CellValue = number | string | null

/** The values of a worksheet by line key and column key. The object is replaced and never mutated. */
export type Cells = Readonly<Record<string, Readonly<Record<string, CellValue>>>>

/** Reads a value for a formula: money in cents, other numbers unchanged, and 0 for empty cells and text. */
type Read = (key: string) => number

/**
 * A formula. It is declared in the model, so that browser and server compute the same. Money is read and
 * returned in cents. Null results in an empty cell, for example for a percentage of zero.
 */
export type Formula = (read: Read) => number | null

/** A column of a worksheet. */
export interface SheetColumn {
  key: string
  label: string
  /** The default is `money`. */
  kind?: 'money' | 'percent' | 'number' | 'text'
  /** The unit of the figures. It is shown in the head, and the figures omit it. */
  unit?: '$' | '%'
  /** Whether figures above zero have a plus sign, because they are changes. */
  signed?: boolean
  /** Computed from other columns of the same line. */
  formula?: Formula
  /** The column whose figure the formula requires: an account without an entry shows no change. */
  needs?: string
  readOnly?: boolean
  /** Whether the column has a total. The default is true for money. */
  total?: boolean
  /** The width in pixels. */
  width?: number
  /** Returns the printed reference number of a line's figure, for the list that explains the figures. */
  reference?: (line: string) => number | undefined
}

/** A line of a worksheet. */
export interface SheetLine {
  key: string
  label: string
  /** The code of an account, which has its own column and is not part of the label. */
  code?: string
  /**
   * A heading has no values, a computed line is computed from other lines, and a read-only line cannot be
   * edited.
   */
  kind?: 'input' | 'heading' | 'computed' | 'readOnly'
  /** Computed from other lines of the same column. */
  formula?: Formula
  /** Whether it is a total of totals, which is emphasized. */
  grand?: boolean
  /** False if the line is not part of the totals. Headings and computed lines never are. */
  inTotal?: boolean
  /** For a heading whose lines can be folded: whether they are, and the function that changes it. */
  fold?: { folded: boolean; toggle: () => void }
}

/** A worksheet without its values. */
export interface Sheet {
  columns: readonly SheetColumn[]
  lines: readonly SheetLine[]
  /** Whether entered amounts are rounded to whole dollars. VAL-12. */
  rounding: boolean
  /** Whether no cell can be edited. */
  readOnly?: boolean
}

/** Returns the full name of a line for use on its own: `5120 Rent revenue`. */
export const nameOfLine = ({ code, label }: SheetLine): string => (code ? `${code} ${label}` : label)

/** Whether a cell can be edited. */
export function isEditable(line: SheetLine | undefined, column: SheetColumn | undefined): boolean {
  if (!line || !column || line.formula || column.formula || column.readOnly) return false
  return line.kind === undefined || line.kind === 'input'
}

/** Whether the cursor can be on a line. */
export function isOpen(line: SheetLine | undefined): boolean {
  return line !== undefined && line.kind !== 'heading'
}

const isMoney = (column: SheetColumn) => (column.kind ?? 'money') === 'money'

/** The values of all cells, including the results of formulas. */
export interface ComputedSheet {
  at: (line: SheetLine, column: SheetColumn) => CellValue
  /** Returns the total of a column in dollars. Null for columns without a total. */
  total: (column: SheetColumn) => number | null
}

/**
 * Returns a function that checks whether a line has no figure in a column. A computed line has none if no
 * line of the column has a value.
 */
function buildMissingCheck(cells: Cells): (line: SheetLine, key: string) => boolean {
  const isEnteredByKey = new Map<string, boolean>()
  const isEntered = (key: string): boolean => {
    const hasEntry =
      isEnteredByKey.get(key) ?? Object.values(cells).some((values) => (values[key] ?? null) !== null)
    isEnteredByKey.set(key, hasEntry)
    return hasEntry
  }
  return (line, key) => (line.formula ? !isEntered(key) : (cells[line.key]?.[key] ?? null) === null)
}

/**
 * Computes a worksheet. The formula of a column takes precedence over that of a line (a percentage of sums,
 * not a sum of percentages). Throws if a formula depends on itself.
 */
export function computeSheet(sheet: Sheet, cells: Cells): ComputedSheet {
  const valuesByCell = new Map<string, CellValue>()
  const cellsInProgress = new Set<string>()
  const lines = new Map(sheet.lines.map((line) => [line.key, line]))
  const columns = new Map(sheet.columns.map((column) => [column.key, column]))
  const isMissing = buildMissingCheck(cells)
  const getFormula = (line: SheetLine, column: SheetColumn): number | null => {
    if (column.needs !== undefined && isMissing(line, column.needs)) return null
    const read = (other: CellValue, from: SheetColumn) => {
      if (typeof other !== 'number') return 0
      return isMoney(from) ? toCents(other) : other
    }
    const readInLine = (key: string) => {
      const other = columns.get(key)
      return other ? read(computeCell(line, other), other) : 0
    }
    const readInColumn = (key: string) => {
      const other = lines.get(key)
      // A folded line is still part of the computation.
      return read(other ? computeCell(other, column) : (cells[key]?.[column.key] ?? null), column)
    }
    const result = column.formula
      ? column.formula(readInLine)
      : line.formula
        ? line.formula(readInColumn)
        : null
    if (result === null || !Number.isFinite(result)) return null
    return isMoney(column) ? fromCents(Math.round(result)) : result
  }
  const computeCell = (line: SheetLine, column: SheetColumn): CellValue => {
    if (line.kind === 'heading') return null
    if (!line.formula && !column.formula) return cells[line.key]?.[column.key] ?? null
    const name = `${line.key}\n${column.key}`
    const cached = valuesByCell.get(name)
    if (cached !== undefined) return cached
    if (cellsInProgress.has(name))
      throw new Error(`The formula of ${line.label}, ${column.label} needs itself.`)
    cellsInProgress.add(name)
    const value = column.kind === 'text' ? null : getFormula(line, column)
    cellsInProgress.delete(name)
    valuesByCell.set(name, value)
    return value
  }
  const addedLines = sheet.lines.filter(
    (line) => !line.formula && line.kind !== 'heading' && line.inTotal !== false,
  )
  const total = (column: SheetColumn): number | null => {
    if (!(column.total ?? isMoney(column)) || column.kind === 'text' || column.kind === 'percent') return null
    let sum = 0
    for (const line of addedLines) {
      const value = computeCell(line, column)
      if (typeof value === 'number') sum += isMoney(column) ? toCents(value) : value
    }
    return isMoney(column) ? fromCents(sum) : sum
  }
  return { at: computeCell, total }
}
