import { fromCents, toCents } from '#kernel/model/money.ts'

/** The value of a cell: dollars, points of percent, a number or a text; null for an empty cell. */
export type CellValue = number | string | null

/** The values of a worksheet by line key and column key. Replaced, never changed. */
export type Cells = Readonly<Record<string, Readonly<Record<string, CellValue>>>>

/** Reads a value for a formula: money in cents, everything else as it is; nothing and text read 0. */
type Read = (key: string) => number

/**
 * A formula, declared in the model so that browser and server compute alike. Money is read and returned in
 * cents; null shows an empty cell (a percentage of zero, for instance).
 */
export type Formula = (read: Read) => number | null

/** A column of a worksheet. */
export interface SheetColumn {
  key: string
  label: string
  /** Money unless said otherwise. */
  kind?: 'money' | 'percent' | 'number' | 'text'
  /** The unit of its figures, shown once in the head; figures then omit it. */
  unit?: '$' | '%'
  /** A change: figures above zero have a plus sign. */
  signed?: boolean
  /** Computed from other columns of the same line. */
  formula?: Formula
  /** The column whose figure the formula requires: an account without an entry shows no change. */
  needs?: string
  readOnly?: boolean
  /** Adds the column up at the bottom: money columns do, unless said otherwise. */
  total?: boolean
  /** Width in pixels. */
  width?: number
  /** The number that its figure of a line has on paper, where a list explains the source of the figure. */
  reference?: (line: string) => number | undefined
}

/** A line of a worksheet. */
export interface SheetLine {
  key: string
  label: string
  /** The code of an account, which the label does not repeat; it has its own column. */
  code?: string
  /**
   * A heading holds no values; a computed line is computed from other lines; a read-only one cannot be typed
   * into.
   */
  kind?: 'input' | 'heading' | 'computed' | 'readOnly'
  /** Computed from other lines of the same column. */
  formula?: Formula
  /** A total of totals: it is emphasized. */
  grand?: boolean
  /** False: not part of the totals at the bottom. Headings and computed lines never are. */
  inTotal?: boolean
  /** Of a heading whose lines fold: whether they do, and what turns it. */
  fold?: { folded: boolean; toggle: () => void }
}

/** Everything about a worksheet but its values. */
export interface Sheet {
  columns: readonly SheetColumn[]
  lines: readonly SheetLine[]
  /** Whole dollars: amounts are rounded as they are entered. VAL-12. */
  rounding: boolean
  /** Nothing of it can be typed. */
  readOnly?: boolean
}

/** Returns the full name of a line for use on its own: `5120 Rent revenue`. */
export const nameOfLine = ({ code, label }: SheetLine): string => (code ? `${code} ${label}` : label)

/** Whether a cell can be typed into. */
export function isEditable(line: SheetLine | undefined, column: SheetColumn | undefined): boolean {
  if (!line || !column || line.formula || column.formula || column.readOnly) return false
  return line.kind === undefined || line.kind === 'input'
}

/** Returns whether the cursor can be on a line. */
export function isOpen(line: SheetLine | undefined): boolean {
  return line !== undefined && line.kind !== 'heading'
}

const isMoney = (column: SheetColumn) => (column.kind ?? 'money') === 'money'

/** The values of all cells, with formulas computed. */
export interface Reckoned {
  at: (line: SheetLine, column: SheetColumn) => CellValue
  /** The sum of a column over the lines that count, in dollars; null for columns without total. */
  total: (column: SheetColumn) => number | null
}

/**
 * Whether a line lacks the figure of a column; a computed one where nothing was entered in the column at all.
 */
function lacking(cells: Cells): (line: SheetLine, key: string) => boolean {
  const isEnteredByKey = new Map<string, boolean>()
  const isEntered = (key: string): boolean => {
    const isKnown =
      isEnteredByKey.get(key) ?? Object.values(cells).some((values) => (values[key] ?? null) !== null)
    isEnteredByKey.set(key, isKnown)
    return isKnown
  }
  return (line, key) => (line.formula ? !isEntered(key) : (cells[line.key]?.[key] ?? null) === null)
}

/**
 * Computes a worksheet. Where a computed line meets a computed column, the column's formula applies (a
 * percentage of sums, not a sum of percentages). Throws when a formula depends on itself.
 */
export function reckon(sheet: Sheet, cells: Cells): Reckoned {
  const valuesByCell = new Map<string, CellValue>()
  const underWay = new Set<string>()
  const lines = new Map(sheet.lines.map((line) => [line.key, line]))
  const columns = new Map(sheet.columns.map((column) => [column.key, column]))
  const lacks = lacking(cells)
  const getFormula = (line: SheetLine, column: SheetColumn): number | null => {
    if (column.needs !== undefined && lacks(line, column.needs)) return null
    const read = (other: CellValue, from: SheetColumn) => {
      if (typeof other !== 'number') return 0
      return isMoney(from) ? toCents(other) : other
    }
    const across = (key: string) => {
      const other = columns.get(key)
      return other ? read(computeCell(line, other), other) : 0
    }
    const down = (key: string) => {
      const other = lines.get(key)
      // A line that is folded away counts all the same.
      return read(other ? computeCell(other, column) : (cells[key]?.[column.key] ?? null), column)
    }
    const answer = column.formula ? column.formula(across) : line.formula ? line.formula(down) : null
    if (answer === null || !Number.isFinite(answer)) return null
    return isMoney(column) ? fromCents(Math.round(answer)) : answer
  }
  const computeCell = (line: SheetLine, column: SheetColumn): CellValue => {
    if (line.kind === 'heading') return null
    if (!line.formula && !column.formula) return cells[line.key]?.[column.key] ?? null
    const name = `${line.key}\n${column.key}`
    const cached = valuesByCell.get(name)
    if (cached !== undefined) return cached
    if (underWay.has(name)) throw new Error(`The formula of ${line.label}, ${column.label} needs itself.`)
    underWay.add(name)
    const value = column.kind === 'text' ? null : getFormula(line, column)
    underWay.delete(name)
    valuesByCell.set(name, value)
    return value
  }
  const counts = sheet.lines.filter(
    (line) => !line.formula && line.kind !== 'heading' && line.inTotal !== false,
  )
  const total = (column: SheetColumn): number | null => {
    if (!(column.total ?? isMoney(column)) || column.kind === 'text' || column.kind === 'percent') return null
    let sum = 0
    for (const line of counts) {
      const value = computeCell(line, column)
      if (typeof value === 'number') sum += isMoney(column) ? toCents(value) : value
    }
    return isMoney(column) ? fromCents(sum) : sum
  }
  return { at: computeCell, total }
}
