import { plural } from '#kernel/model/formats.ts'
import { fromTsv } from './clipboard.ts'
import {
  type CursorState,
  clampIndex,
  firstPlace,
  type Move,
  openLine,
  type Place,
  placeAfter,
  selection,
} from './moves.ts'
import { type Reading, readCell } from './readCell.ts'
import { type Cells, type CellValue, isEditable, isOpen, nameOfLine, type Sheet } from './sheet.ts'

/** The state of the worksheet. The object is replaced and never mutated. */
export interface SheetState extends CursorState {
  cells: Cells
  /** The initial text of the open cell. Null if no cell is open. */
  editing: string | null
  /** The reason why the last typed text is refused, or an empty text. */
  refusal: string
  undo: readonly Cells[]
  redo: readonly Cells[]
  /** The message about the last action, for screen readers. */
  said: string
  /** The column of the value that was just entered, whose total is announced. Null after any other action. */
  entered: number | null
}

/** An action on a worksheet. */
export type SheetAction =
  | Move
  /** Opens the cell; `text` replaces its content. */
  | { type: 'edit'; text: string }
  | { type: 'commit'; text: string; lines: number; columns: number }
  | { type: 'cancel' }
  /** Says why a text is not entered. The cell keeps its value, and closes if it was open. */
  | { type: 'refuse'; text: string }
  | { type: 'clear' }
  | { type: 'paste'; text: string }
  | { type: 'fillDown' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'load'; cells: Cells }

/** The maximal number of undo steps. */
const MAX_UNDO_STEPS = 100

/** Returns the initial state of a worksheet, with the cursor on the first editable cell. */
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

/** A value for a cell. */
interface Entry extends Place {
  value: CellValue
}

/**
 * Enters values, except in cells that are not editable or already have the same value. It is one undo step.
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
  const undo = [...state.undo, state.cells].slice(-MAX_UNDO_STEPS)
  return {
    ...state,
    cells: { ...state.cells, ...changed },
    undo,
    redo: [],
    said: describeCount(count),
    entered: null,
  }
}

/** Returns all places of the selection. */
function getSelectedPlaces(state: SheetState): Place[] {
  const { from, to } = selection(state)
  const places: Place[] = []
  for (let line = from.line; line <= to.line; line += 1)
    for (let column = from.column; column <= to.column; column += 1) places.push({ line, column })
  return places
}

/** The maximal number of unreadable cells that a message lists. */
const MAX_LISTED_CELLS = 5

/** Lists the cells of a pasted block that could not be read. */
function describeUnread(unread: readonly string[]): string {
  if (unread.length === 0) return ''
  const more = unread.length - MAX_LISTED_CELLS
  const details = [...unread.slice(0, MAX_LISTED_CELLS), ...(more > 0 ? [`and ${more} more`] : [])]
  return ` Not read, and left as before: ${details.join('; ')}.`
}

const countCells = (count: number) => plural(count, 'cell', 'cells')

/**
 * Describes the rounding of the cells: `2 cells rounded to whole dollars.`
 */
function describeRounding(readings: readonly Reading[]): string {
  const units = readings.flatMap((reading) =>
    'rounded' in reading && reading.rounded ? [reading.rounded] : [],
  )
  return [...Map.groupBy(units, (unit) => unit)]
    .map(([unit, all]) => ` ${countCells(all.length)} rounded to ${unit}.`)
    .join('')
}

function commit(sheet: Sheet, state: SheetState, text: string): SheetState {
  const column = sheet.columns[state.active.column]
  const reading = column ? readCell(text, column, sheet.rounding) : { fault: 'Cannot be changed.' }
  if ('fault' in reading) return { ...state, refusal: reading.fault, said: reading.fault }
  const { value } = reading
  const sheetState = enter(sheet, state, [{ ...state.active, value }], () =>
    describeRounding([reading]).trim(),
  )
  return { ...sheetState, editing: null, refusal: '' }
}

/** The code of an account, with which the label of a line may begin. */
const CODE = /^[A-Z]?\d{3,6}[A-Z]?$/

/**
 * Whether the first of several pasted columns contains the codes of lines, which must not be read as figures.
 */
function hasLineCodes({ lines }: Sheet, block: readonly (readonly string[])[]): boolean {
  const codes = new Set(
    lines.map((line) => line.code ?? line.label.split(' ')[0] ?? '').filter((code) => CODE.test(code)),
  )
  const first = block.filter((row) => row.length > 1).map((row) => (row[0] ?? '').trim())
  const codeCells = first.filter((cell) => codes.has(cell.split(' ')[0] ?? ''))
  return codeCells.length > 0 && codeCells.length * 2 > first.filter((cell) => /\d/.test(cell)).length
}

function paste(sheet: Sheet, state: SheetState, text: string): SheetState {
  const block = fromTsv(text)
  if (hasLineCodes(sheet, block))
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
    () => `Pasted ${countCells(entries.length)}.${describeRounding(readings)}${describeUnread(unread)}`,
  )
  const corner = {
    line: clampIndex(end.line, sheet.lines.length),
    column: clampIndex(end.column, sheet.columns.length),
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
  const entries = getSelectedPlaces(state)
    .filter(({ line }) => line !== source)
    .map((place) => {
      const [line, column] = [sheet.lines[source], sheet.columns[place.column]]
      return { ...place, value: (line && column && state.cells[line.key]?.[column.key]) ?? null }
    })
  return enter(sheet, state, entries, (count) => `Filled ${countCells(count)}.`)
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

/** Moves the cursor. An open cell closes without its typed text. */
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

function refuse(sheet: Sheet, state: SheetState, text: string): SheetState {
  const { active } = state
  const column = sheet.columns[active.column]
  if (!column || !isEditable(sheet.lines[active.line], column))
    return { ...state, said: 'Cannot be changed.' }
  const reading = readCell(text, column, sheet.rounding)
  const fault = 'fault' in reading ? reading.fault : ''
  return {
    ...state,
    editing: null,
    refusal: `“${text.trim().slice(0, 40)}” was not entered. ${fault}`.trim(),
  }
}

function commitAndGo(
  sheet: Sheet,
  state: SheetState,
  action: Extract<SheetAction, { type: 'commit' }>,
): SheetState {
  // A key and the following blur of the input can both enter the same text.
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
  const entries = getSelectedPlaces(state).map((place) => ({ ...place, value: null }))
  return enter(sheet, state, entries, (count) => `Cleared ${countCells(count)}.`)
}

/** Returns the state of a worksheet after an action. This is a pure function. */
export function reduceSheet(sheet: Sheet, before: SheetState, action: SheetAction): SheetState {
  // A refusal that no open cell shows stays until the next action.
  const state = before.editing === null && before.refusal !== '' ? { ...before, refusal: '' } : before
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
    case 'refuse':
      return refuse(sheet, state, action.text)
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
