import { isEditable, isOpen, type Sheet, type SheetColumn, type SheetLine } from './sheet.ts'

/** A place in the grid: the indexes of its line and column. */
export interface Place {
  line: number
  column: number
}

/** The position of the cursor, and the other corner of the selection. */
export interface CursorState {
  active: Place
  anchor: Place
}

/** A move of the cursor, which can extend the selection. */
export type Move = { extend?: boolean } & (
  | { type: 'go'; to: Place }
  /**
   * To the next editable cells, or to any cells with `every`. With `wraps` it continues from the end of a
   * line in the next line.
   */
  | { type: 'step'; lines: number; columns: number; every?: boolean; wraps?: boolean }
  | { type: 'edge'; lines: -1 | 0 | 1; columns: -1 | 0 | 1 }
  | { type: 'all' }
)

/** Returns the corners of the selection in reading order. */
export function selection({ active, anchor }: CursorState): { from: Place; to: Place } {
  return {
    from: { line: Math.min(active.line, anchor.line), column: Math.min(active.column, anchor.column) },
    to: { line: Math.max(active.line, anchor.line), column: Math.max(active.column, anchor.column) },
  }
}

/** Limits an index to the range from 0 to `count` - 1. */
export const clampIndex = (value: number, count: number) =>
  Math.min(Math.max(value, 0), Math.max(count - 1, 0))

/**
 * Returns the first line from `line` on, in a direction, on which the cursor can be. Returns `from` if there
 * is none.
 */
export function openLine(sheet: Sheet, line: number, direction: number, from: number): number {
  for (let index = line; index >= 0 && index < sheet.lines.length; index += direction)
    if (isOpen(sheet.lines[index])) return index
  return from
}

const canType = (sheet: Sheet, line: SheetLine | undefined, column: SheetColumn | undefined) =>
  !sheet.readOnly && isEditable(line, column)

/**
 * Returns the initial place of the cursor: the first editable cell, or else the first line that is no
 * heading.
 */
export function firstPlace(sheet: Sheet): Place {
  for (const [line, sheetLine] of sheet.lines.entries()) {
    const column = sheet.columns.findIndex((column) => canType(sheet, sheetLine, column))
    if (column >= 0) return { line, column }
  }
  return { line: Math.max(0, sheet.lines.findIndex(isOpen)), column: 0 }
}

/** Moves a place to a line on which the cursor can be, continuing in the direction it came from. */
function moveToOpenLine(sheet: Sheet, from: Place, to: Place): Place {
  const line = clampIndex(to.line, sheet.lines.length)
  const direction = line >= from.line ? 1 : -1
  const open = openLine(sheet, line, direction, openLine(sheet, line, -direction, from.line))
  return { line: open, column: clampIndex(to.column, sheet.columns.length) }
}

/** Moves from an index by `steps` among those that match, and stops at the last matching one. */
function moveBySteps(
  from: number,
  steps: number,
  count: number,
  matches: (index: number) => boolean,
): number {
  const direction = Math.sign(steps)
  let [position, remaining] = [from, Math.abs(steps)]
  for (let index = from + direction; remaining > 0 && index >= 0 && index < count; index += direction) {
    if (!matches(index)) continue
    position = index
    remaining -= 1
  }
  return position
}

/** Moves along a column: over its editable cells, or over every line if it has none. */
function moveVertically(sheet: Sheet, { line, column }: Place, steps: number): Place {
  const sheetColumn = sheet.columns[column]
  const hasEditableCells = sheet.lines.some((line) => canType(sheet, line, sheetColumn))
  const counts = (index: number) =>
    hasEditableCells ? canType(sheet, sheet.lines[index], sheetColumn) : isOpen(sheet.lines[index])
  return { line: moveBySteps(line, steps, sheet.lines.length, counts), column }
}

const getEditableColumns = (sheet: Sheet, line: number): number[] =>
  sheet.columns.flatMap((column, index) => (canType(sheet, sheet.lines[line], column) ? [index] : []))

/** Moves along a line: over its editable cells, or over every cell if it has none. */
function moveHorizontally(sheet: Sheet, from: Place, steps: number, wraps: boolean): Place {
  const editableColumns = getEditableColumns(sheet, from.line)
  const counts = (index: number) => editableColumns.length === 0 || editableColumns.includes(index)
  const column = moveBySteps(from.column, steps, sheet.columns.length, counts)
  if (column !== from.column || !wraps) return { ...from, column }
  const line = moveBySteps(
    from.line,
    Math.sign(steps),
    sheet.lines.length,
    (index) => getEditableColumns(sheet, index).length > 0,
  )
  const next = getEditableColumns(sheet, line)
  return line === from.line ? from : { line, column: (steps > 0 ? next[0] : next.at(-1)) ?? from.column }
}

const edge = (index: number, direction: number, last: number) =>
  direction === 0 ? index : direction < 0 ? 0 : last

function getEdge(sheet: Sheet, { line, column }: Place, move: Extract<Move, { type: 'edge' }>): Place {
  const last = { line: sheet.lines.length - 1, column: sheet.columns.length - 1 }
  const to = moveToOpenLine(sheet, { line, column }, { ...last, line: edge(line, move.lines, last.line) })
  const editableColumns = move.extend ? [] : getEditableColumns(sheet, to.line)
  const ends =
    editableColumns.length === 0 ? [0, last.column] : [editableColumns[0]!, editableColumns.at(-1)!]
  return { line: to.line, column: move.columns === 0 ? column : ends[move.columns < 0 ? 0 : 1]! }
}

/**
 * Returns the place after a move. Moves that extend the selection or use every cell also stop at computed
 * cells.
 */
export function placeAfter(
  sheet: Sheet,
  { active }: CursorState,
  move: Exclude<Move, { type: 'all' }>,
): Place {
  if (move.type === 'go') return moveToOpenLine(sheet, active, move.to)
  if (move.type === 'edge') return getEdge(sheet, active, move)
  const { lines, columns, every, extend, wraps = false } = move
  if (every || extend)
    return moveToOpenLine(sheet, active, { line: active.line + lines, column: active.column + columns })
  return lines === 0 ? moveHorizontally(sheet, active, columns, wraps) : moveVertically(sheet, active, lines)
}

/**
 * Returns the next problem after the cursor in reading order, and the first one after the last. Null if there
 * is none.
 */
export function nextProblem(problems: readonly Place[], { line, column }: Place): Place | null {
  const after = problems.find(
    (problem) => problem.line > line || (problem.line === line && problem.column > column),
  )
  return after ?? problems[0] ?? null
}
