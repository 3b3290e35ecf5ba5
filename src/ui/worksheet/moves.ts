import { isEditable, isOpen, type Sheet, type SheetColumn, type SheetLine } from './sheet.ts'

/** A place in the grid, by position of line and column. */
export interface Place {
  line: number
  column: number
}

/** The position of the cursor, and the other corner of the selection. */
export interface Standing {
  active: Place
  anchor: Place
}

/** A way of the cursor, drawing the selection out with it where it extends. */
export type Move = { extend?: boolean } & (
  | { type: 'go'; to: Place }
  /**
   * To the next cells that can be typed into; to any with `every`. At the end of a line on to the next with
   * `wraps`.
   */
  | { type: 'step'; lines: number; columns: number; every?: boolean; wraps?: boolean }
  | { type: 'edge'; lines: -1 | 0 | 1; columns: -1 | 0 | 1 }
  | { type: 'all' }
)

/** The selection as corners in reading order. */
export function selection({ active, anchor }: Standing): { from: Place; to: Place } {
  return {
    from: { line: Math.min(active.line, anchor.line), column: Math.min(active.column, anchor.column) },
    to: { line: Math.max(active.line, anchor.line), column: Math.max(active.column, anchor.column) },
  }
}

/** A position brought within `count` of them. */
export const within = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0))

/**
 * Returns the nearest line at or beyond `line` in the direction on which the cursor can be; `from` if there
 * is none.
 */
export function openLine(sheet: Sheet, line: number, direction: number, from: number): number {
  for (let index = line; index >= 0 && index < sheet.lines.length; index += direction)
    if (isOpen(sheet.lines[index])) return index
  return from
}

const typable = (sheet: Sheet, line: SheetLine | undefined, column: SheetColumn | undefined) =>
  !sheet.readOnly && isEditable(line, column)

/** Where the cursor begins: the first cell that can be typed into, else the first line that is no heading. */
export function firstPlace(sheet: Sheet): Place {
  for (const [line, sheetLine] of sheet.lines.entries()) {
    const column = sheet.columns.findIndex((column) => typable(sheet, sheetLine, column))
    if (column >= 0) return { line, column }
  }
  return { line: Math.max(0, sheet.lines.findIndex(isOpen)), column: 0 }
}

/** Moves a place to a line on which the cursor can be, continuing in the direction it came from. */
function landed(sheet: Sheet, from: Place, to: Place): Place {
  const line = within(to.line, sheet.lines.length)
  const direction = line >= from.line ? 1 : -1
  const open = openLine(sheet, line, direction, openLine(sheet, line, -direction, from.line))
  return { line: open, column: within(to.column, sheet.columns.length) }
}

/** The position `by` cells on among those that `counts`; the last one there is, or `from`. */
function walk(from: number, steps: number, count: number, counts: (index: number) => boolean): number {
  const direction = Math.sign(steps)
  let [position, remaining] = [from, Math.abs(steps)]
  for (let index = from + direction; remaining > 0 && index >= 0 && index < count; index += direction) {
    if (!counts(index)) continue
    position = index
    remaining -= 1
  }
  return position
}

/** Down or up a column: over cells that are typed, in a column that has none over every line. */
function down(sheet: Sheet, { line, column }: Place, steps: number): Place {
  const sheetColumn = sheet.columns[column]
  const isTyped = sheet.lines.some((line) => typable(sheet, line, sheetColumn))
  const counts = (index: number) =>
    isTyped ? typable(sheet, sheet.lines[index], sheetColumn) : isOpen(sheet.lines[index])
  return { line: walk(line, steps, sheet.lines.length, counts), column }
}

const typedColumns = (sheet: Sheet, line: number): number[] =>
  sheet.columns.flatMap((column, index) => (typable(sheet, sheet.lines[line], column) ? [index] : []))

/** Along a line: over cells that are typed, in a line that has none over every cell. */
function across(sheet: Sheet, from: Place, steps: number, wraps: boolean): Place {
  const draft = typedColumns(sheet, from.line)
  const counts = (index: number) => draft.length === 0 || draft.includes(index)
  const column = walk(from.column, steps, sheet.columns.length, counts)
  if (column !== from.column || !wraps) return { ...from, column }
  const line = walk(
    from.line,
    Math.sign(steps),
    sheet.lines.length,
    (index) => typedColumns(sheet, index).length > 0,
  )
  const next = typedColumns(sheet, line)
  return line === from.line ? from : { line, column: (steps > 0 ? next[0] : next.at(-1)) ?? from.column }
}

const edge = (index: number, direction: number, last: number) =>
  direction === 0 ? index : direction < 0 ? 0 : last

function getEdge(sheet: Sheet, { line, column }: Place, move: Extract<Move, { type: 'edge' }>): Place {
  const last = { line: sheet.lines.length - 1, column: sheet.columns.length - 1 }
  const to = landed(sheet, { line, column }, { ...last, line: edge(line, move.lines, last.line) })
  const draft = move.extend ? [] : typedColumns(sheet, to.line)
  const ends = draft.length === 0 ? [0, last.column] : [draft[0]!, draft.at(-1)!]
  return { line: to.line, column: move.columns === 0 ? column : ends[move.columns < 0 ? 0 : 1]! }
}

/**
 * Returns the place that a move leads to. Extending the selection and moving cell by cell stop at computed
 * cells, too.
 */
export function placeAfter(sheet: Sheet, { active }: Standing, move: Exclude<Move, { type: 'all' }>): Place {
  if (move.type === 'go') return landed(sheet, active, move.to)
  if (move.type === 'edge') return getEdge(sheet, active, move)
  const { lines, columns, every, extend, wraps = false } = move
  if (every || extend)
    return landed(sheet, active, { line: active.line + lines, column: active.column + columns })
  return lines === 0 ? across(sheet, active, columns, wraps) : down(sheet, active, lines)
}

/**
 * The problem after the cursor in reading order, from the first one on after the last; null where there is
 * none.
 */
export function nextProblem(problems: readonly Place[], { line, column }: Place): Place | null {
  const after = problems.find(
    (problem) => problem.line > line || (problem.line === line && problem.column > column),
  )
  return after ?? problems[0] ?? null
}
