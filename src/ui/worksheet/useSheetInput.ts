import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { declaredKeys, useSingleKeys } from '../frame/keys.ts'
import { toTsv } from './clipboard.ts'
import { editText } from './format.ts'
import { actionForKey, commitForKey, type Press } from './keys.ts'
import { type CursorState, nextProblem, type Place, selection } from './moves.ts'
import type { SheetAtWork } from './useSheet.ts'

const CHANGING = new Set(['edit', 'refuse', 'clear', 'fillDown', 'undo', 'redo'])

/** Returns the place of the cell of an event. Null if it is not from a cell. */
function getPlace(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell ? { line: Number(cell.dataset.line), column: Number(cell.dataset.column) } : null
}

const findCell = (table: HTMLTableElement | null, line: number, column: number) =>
  table?.querySelector<HTMLElement>(`[data-line="${line}"][data-column="${column}"]`)

const isEditor = (target: EventTarget) => target instanceof HTMLInputElement

/** Returns the values of the selection in the format of a spreadsheet. */
function getSelectionAsTsv(state: CursorState, rows: SheetAtWork['rows']): string {
  const { from, to } = selection(state)
  return toTsv(rows.slice(from.line, to.line + 1).map((row) => row.slice(from.column, to.column + 1)))
}

type Work = Pick<SheetAtWork, 'state' | 'act' | 'rows'> & {
  readOnly: boolean
  /** Explains a figure. Called by Alt+Enter on any cell and by a click on a computed one. */
  onAsk?: ((place: Place) => void) | undefined
  /** Whether a cell accepts text. */
  words: (place: Place) => boolean
  /** The cells with a problem, in reading order. */
  problems: () => readonly Place[]
  onNoProblem?: (() => void) | undefined
}

/** Goes to the next cell with a problem. If this worksheet has none, it continues with problems elsewhere. */
function goToProblem({ state, act, problems, onNoProblem }: Work): void {
  const to = nextProblem(problems(), state.active)
  if (to) act({ type: 'go', to })
  else onNoProblem?.()
}

/** Provides the handlers for keyboard, mouse and clipboard of a worksheet. */
export function useSheetInput(work: Work) {
  const { state, act, rows, readOnly, onAsk } = work
  const { table, visited, focusHandlers, lead: focusCell } = useGridFocus(work)
  const singleKeys = useSingleKeys()
  const isScreenKey = (key: string) =>
    singleKeys && declaredKeys().some(([, keys]) => keys.some((screenKey) => screenKey.key === key))
  const getActiveText = () => editText(rows[state.active.line]?.[state.active.column] ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const press = {
      key: event.key,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    }
    if (press.alt && press.key === 'Enter' && onAsk && state.editing === null) {
      event.preventDefault()
      return onAsk(state.active)
    }
    if (press.alt && press.key === 'ArrowDown') {
      event.preventDefault()
      return goToProblem(work)
    }
    const action = actionForKey(press, getActiveText(), work.words(state.active), isScreenKey)
    if (!action || (readOnly && CHANGING.has(action.type))) return
    event.preventDefault()
    act(action)
  }
  const onClick = (event: MouseEvent) => {
    const to = getPlace(event.target)
    if (to && !event.shiftKey && (event.target as Element).closest('[data-computed]')) onAsk?.(to)
  }
  const onDoubleClick = (event: MouseEvent) => {
    if (getPlace(event.target) && !isEditor(event.target) && !readOnly)
      act({ type: 'edit', text: getActiveText() })
  }
  const onPointerDown = (event: PointerEvent) => {
    const to = getPlace(event.target)
    if (!to || isEditor(event.target) || event.button !== 0) return
    const editor = table.current?.querySelector('input')
    if (editor && act({ type: 'commit', text: editor.value, lines: 0, columns: 0 }).editing !== null)
      event.preventDefault()
    else act({ type: 'go', to, extend: event.shiftKey })
  }
  const onPointerOver = (event: PointerEvent) => {
    const to = getPlace(event.target)
    const drags = event.buttons === 1 && event.pointerType === 'mouse' && state.editing === null
    if (to && drags) act({ type: 'go', to, extend: true })
  }
  const handlers = {
    ...focusHandlers,
    ...clipboardHandlers(work),
    onKeyDown,
    ...(onAsk && { onClick }),
    onDoubleClick,
    onPointerDown,
    onPointerOver,
  }
  return { table, visited, handlers, ...useEditorKeys(act, focusCell) }
}

/**
 * Moves the focus to the cursor while it is in the grid, and the cursor to the focus when it comes from
 * outside.
 */
function useGridFocus({ state: { active, editing }, act }: Work) {
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef(false)
  const leading = useRef(false)
  // No cell is shown as selected until the user has entered the worksheet.
  const [visited, setVisited] = useState(false)
  useEffect(() => {
    if (!focused.current || editing !== null) return
    const cell = findCell(table.current, active.line, active.column)
    if (cell && cell !== document.activeElement) cell.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active.line, active.column, editing])
  // After an open cell closes, the focus moves at once, because removing a focused input causes a second
  // layout.
  const focusCell = useCallback((to: Place) => {
    leading.current = true
    findCell(table.current, to.line, to.column)?.focus({ preventScroll: true })
    leading.current = false
  }, [])
  const onFocus = (event: FocusEvent) => {
    if (leading.current) return
    focused.current = true
    setVisited(true)
    const to = getPlace(event.target)
    // The focus can come from a link of the error summary, for example.
    if (to && !isEditor(event.target) && (to.line !== active.line || to.column !== active.column))
      act({ type: 'go', to })
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !table.current?.contains(event.relatedTarget)) focused.current = false
  }
  return { table, visited, lead: focusCell, focusHandlers: { onFocus, onBlur } }
}

/** Returns the key and blur handlers of the open cell. They are stable, so that lines do not render again. */
function useEditorKeys(act: SheetAtWork['act'], focusCell: (to: Place) => void) {
  const onEditKey = useCallback(
    (press: Press, text: string): boolean => {
      const editEnd = commitForKey(press)
      if (editEnd === null) return false
      const after = act(editEnd === 'cancel' ? { type: 'cancel' } : { type: 'commit', text, ...editEnd })
      if (after.editing === null) focusCell(after.active)
      return true
    },
    [act, focusCell],
  )
  const onEditBlur = useCallback(
    (text: string) => {
      const after = act({ type: 'commit', text, lines: 0, columns: 0 })
      if (after.editing !== null) act({ type: 'refuse', text })
    },
    [act],
  )
  return { onEditKey, onEditBlur }
}

/** Returns the handlers for copy, cut and paste. An open cell handles these events itself. */
function clipboardHandlers({ state, act, rows, readOnly }: Work) {
  const onCopy = (event: ClipboardEvent) => {
    if (isEditor(event.target)) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', getSelectionAsTsv(state, rows))
  }
  const onCut = (event: ClipboardEvent) => {
    onCopy(event)
    if (!isEditor(event.target) && !readOnly) act({ type: 'clear' })
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isEditor(event.target) || readOnly) return
    event.preventDefault()
    act({ type: 'paste', text: event.clipboardData.getData('text/plain') })
  }
  return { onCopy, onCut, onPaste }
}
