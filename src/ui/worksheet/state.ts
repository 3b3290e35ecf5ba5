import { plural } from '#kernel/model/formats.ts'
import { fromTsv } from './clipboard.ts'
import {
  firstPlace,
  type Move,
  openLine,
  type Place,
  placeAfter,
  type Standing,
  selection,
  within,
} from './moves.ts'
import { type Reading, readCell } from './reading.ts'
import { type Cells, type CellValue, isEditable, isOpen, nameOfLine, type Sheet } from './sheet.ts'

/** The status of the worksheet. Replaced, never changed. */
export interface SheetState extends Standing {
  cells: Cells
  /** Text the open cell began with; null when no cell is open. */
  editing: string | null
  /** Why the open cell does not close; empty otherwise. */
  refusal: string
  undo: readonly Cells[]
  redo: readonly Cells[]
  /** The message about the last action, for screen readers. */
  said: string
  /** The column of the cell that was just entered, whose total is announced; null after any other action. */
  entered: number | null
}

/** What can be done with a worksheet. */
export type SheetAction =
  | Move
  /** Opens the cell; `text` replaces its content. */
  | { type: 'edit'; text: string }
  | { type: 'commit'; text: string; lines: number; columns: number }
  | { type: 'cancel' }
  | { type: 'clear' }
  | { type: 'paste'; text: string }
  | { type: 'fillDown' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'load'; cells: Cells }

/** Most actions that can be taken back. */
const MOST_UNDO = 100

/** The state a worksheet begins with: the cursor on the first cell that can be typed into. */
export function begin(sheet: Sheet, cells: Cells): SheetState {
  const first = firstPlace(sheet)
  return {
    cells,
    active: first,
    anchor: first,
    editing: null,
    refusal: '',
    undo: [],
    redo: [],
    said: '',
    entered: null,
  }
}

/** One value to put into one cell. */
interface Entry extends Place {
  value: CellValue
}

/**
 * Enters values, except in cells that cannot be typed into or already have the same value; one action for
 * undo.
 */
function enter(
  sheet: Sheet,
  state: SheetState,
  entries: readonly Entry[],
  describeCount: (count: number) => string,
): SheetState {
  const changed: Record<string, Readonly<Record<string, CellValue>>> = {}
  let count = 0
  for (const { line: lineAt, column: columnAt, value } of entries) {
    const [line, column] = [sheet.lines[lineAt], sheet.columns[columnAt]]
    if (!line || !column || !isEditable(line, column)) continue
    const before = changed[line.key] ?? state.cells[line.key] ?? {}
    if ((before[column.key] ?? null) === value) continue
    changed[line.key] = { ...before, [column.key]: value }
    count += 1
  }
  if (count === 0) return { ...state, said: describeCount(0), entered: null }
  const undo = [...state.undo, state.cells].slice(-MOST_UNDO)
  return {
    ...state,
    cells: { ...state.cells, ...changed },
    undo,
    redo: [],
    said: describeCount(count),
    entered: null,
  }
}

/** All places of the selection. */
function places(state: SheetState): Place[] {
  const { from, to } = selection(state)
  const places: Place[] = []
  for (let line = from.line; line <= to.line; line += 1)
    for (let column = from.column; column <= to.column; column += 1) places.push({ line, column })
  return places
}

/** Most cells that are named one by one when they could not be read. */
const MOST_NAMED = 5

/** What of a pasted block could not be read, cell by cell. */
function unreadWords(unread: readonly string[]): string {
  if (unread.length === 0) return ''
  const more = unread.length - MOST_NAMED
  const details = [...unread.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])]
  return ` Not read, and left as before: ${details.join('; ')}.`
}

const cellsWord = (count: number) => plural(count, 'cell', 'cells')

/**
 * Describes the rounding of the cells that were read: `2 cells rounded to whole dollars.` All rounding is
 * reported.
 */
function roundedWords(readings: readonly Reading[]): string {
  const units = readings.flatMap((reading) =>
    'rounded' in reading && reading.rounded ? [reading.rounded] : [],
  )
  return [...Map.groupBy(units, (unit) => unit)]
    .map(([unit, all]) => ` ${cellsWord(all.length)} rounded to ${unit}.`)
    .join('')
}

function commit(sheet: Sheet, state: SheetState, text: string): SheetState {
  const column = sheet.columns[state.active.column]
  const reading = column ? readCell(text, column, sheet.rounding) : { fault: 'Cannot be changed.' }
  if ('fault' in reading) return { ...state, refusal: reading.fault, said: reading.fault }
  const { value } = reading
  const sheetState = enter(sheet, state, [{ ...state.active, value }], () => roundedWords([reading]).trim())
  return { ...sheetState, editing: null, refusal: '' }
}

/** The code that the label of a line begins with, as accounts have one. */
const CODE = /^[A-Z]?\d{3,6}[A-Z]?$/

/**
 * Returns whether the first of several pasted columns has the codes of lines: as figures they would be wrong
 * in any column.
 */
function namesLines({ lines }: Sheet, block: readonly (readonly string[])[]): boolean {
  const codes = new Set(
    lines.map((line) => line.code ?? line.label.split(' ')[0] ?? '').filter((code) => CODE.test(code)),
  )
  const first = block.filter((row) => row.length > 1).map((row) => (row[0] ?? '').trim())
  const codeCells = first.filter((cell) => codes.has(cell.split(' ')[0] ?? ''))
  return codeCells.length > 0 && codeCells.length * 2 > first.filter((cell) => /\d/.test(cell)).length
}

function paste(sheet: Sheet, state: SheetState, text: string): SheetState {
  const block = fromTsv(text)
  if (namesLines(sheet, block))
    return {
      ...state,
      said: 'Nothing was pasted: the first column holds codes. Copy the columns of figures alone.',
    }
  const { from, to } = selection(state)
  const height = block.length
  const width = Math.max(0, ...block.map((row) => row.length))
  const isSingleCell = height === 1 && width === 1
  const end = isSingleCell ? to : { line: from.line + height - 1, column: from.column + width - 1 }
  const entries: Entry[] = []
  const unread: string[] = []
  const readings: Reading[] = []
  for (let line = from.line; line <= end.line; line += 1) {
    for (let index = from.column; index <= end.column; index += 1) {
      const column = sheet.columns[index]
      const copied = block[isSingleCell ? 0 : line - from.line]?.[isSingleCell ? 0 : index - from.column]
      if (!column || copied === undefined || !isEditable(sheet.lines[line], column)) continue
      const reading = readCell(copied, column, sheet.rounding)
      readings.push(reading)
      if ('value' in reading) entries.push({ line, column: index, value: reading.value })
      else unread.push(`${nameOfLine(sheet.lines[line]!)}, ${column.label} “${copied.trim()}”`)
    }
  }
  const sheetState = enter(
    sheet,
    state,
    entries,
    () => `Pasted ${cellsWord(entries.length)}.${roundedWords(readings)}${unreadWords(unread)}`,
  )
  const corner = {
    line: within(end.line, sheet.lines.length),
    column: within(end.column, sheet.columns.length),
  }
  return {
    ...sheetState,
    anchor: from,
    active: isOpen(sheet.lines[corner.line]) ? corner : from,
    editing: null,
  }
}

function fillDown(sheet: Sheet, state: SheetState): SheetState {
  const { from, to } = selection(state)
  // A single cell takes the value from the cell above it, as in a spreadsheet.
  const source = from.line === to.line ? openLine(sheet, from.line - 1, -1, from.line) : from.line
  const entries = places(state)
    .filter(({ line }) => line !== source)
    .map((place) => {
      const [line, column] = [sheet.lines[source], sheet.columns[place.column]]
      return { ...place, value: (line && column && state.cells[line.key]?.[column.key]) ?? null }
    })
  return enter(sheet, state, entries, (count) => `Filled ${cellsWord(count)}.`)
}

function takeBack(state: SheetState, from: 'undo' | 'redo'): SheetState {
  const cells = state[from].at(-1)
  if (!cells) return { ...state, said: from === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.' }
  const to = from === 'undo' ? 'redo' : 'undo'
  const notice = from === 'undo' ? 'Undone.' : 'Done again.'
  return {
    ...state,
    cells,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.cells],
    editing: null,
    said: notice,
    entered: null,
  }
}

/** Moves the cursor; an open cell closes without its typed text. */
function move(sheet: Sheet, state: SheetState, action: Move): SheetState {
  const last = { line: sheet.lines.length - 1, column: sheet.columns.length - 1 }
  const all = action.type === 'all'
  const active = placeAfter(sheet, state, all ? { type: 'go', to: last } : action)
  const anchor = all ? { line: openLine(sheet, 0, 1, 0), column: 0 } : action.extend ? state.anchor : active
  return { ...state, active, anchor, editing: null, refusal: '', said: '', entered: null }
}

function edit(sheet: Sheet, state: SheetState, text: string): SheetState {
  const { active } = state
  const open = isEditable(sheet.lines[active.line], sheet.columns[active.column])
  return open
    ? { ...state, anchor: active, editing: text, refusal: '' }
    : { ...state, said: 'Cannot be changed.' }
}

function commitAndGo(
  sheet: Sheet,
  state: SheetState,
  action: Extract<SheetAction, { type: 'commit' }>,
): SheetState {
  // Leaving the box and pressing a key may both enter the same text.
  if (state.editing === null) return state
  const sheetState = commit(sheet, state, action.text)
  if (sheetState.refusal !== '') return sheetState
  const { lines, columns } = action
  const moved = move(sheet, sheetState, { type: 'step', lines, columns, wraps: true })
  return {
    ...moved,
    said: sheetState.said,
    entered: sheetState.cells === state.cells ? null : state.active.column,
  }
}

function clear(sheet: Sheet, state: SheetState): SheetState {
  const entries = places(state).map((place) => ({ ...place, value: null }))
  return enter(sheet, state, entries, (count) => `Cleared ${cellsWord(count)}.`)
}

/** What becomes of a worksheet by one action. Pure; the sheet itself never changes. */
export function reduceSheet(sheet: Sheet, state: SheetState, action: SheetAction): SheetState {
  switch (action.type) {
    case 'go':
    case 'step':
    case 'edge':
    case 'all':
      return move(sheet, state, action)
    case 'edit':
      return edit(sheet, state, action.text)
    case 'commit':
      return commitAndGo(sheet, state, action)
    case 'cancel':
      return { ...state, editing: null, refusal: '' }
    case 'clear':
      return clear(sheet, state)
    case 'paste':
      return paste(sheet, state, action.text)
    case 'fillDown':
      return fillDown(sheet, state)
    case 'undo':
    case 'redo':
      return takeBack(state, action.type)
    case 'load':
      return { ...state, cells: action.cells, undo: [], redo: [], editing: null, refusal: '' }
  }
}
