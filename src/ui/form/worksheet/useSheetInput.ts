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
import { toTsv } from './clipboard.ts'
import { editText } from './format.ts'
import { actionForKey, commitForKey, type Press } from './keys.ts'
import { type Place, type SheetState, selection } from './state.ts'
import type { SheetAtWork } from './useSheet.ts'

const CHANGING = new Set(['edit', 'clear', 'fillDown', 'undo', 'redo'])

/** The place of the cell an event came from; null when it came from elsewhere. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell ? { line: Number(cell.dataset.line), column: Number(cell.dataset.column) } : null
}

const isEditor = (target: EventTarget) => target instanceof HTMLInputElement

/** The values of the selection as a spreadsheet takes them. */
function selectedTsv(state: SheetState, rows: SheetAtWork['rows']): string {
  const { from, to } = selection(state)
  return toTsv(rows.slice(from.line, to.line + 1).map((row) => row.slice(from.column, to.column + 1)))
}

/** Keyboard, mouse and clipboard of a worksheet. */
export function useSheetInput({
  state,
  act,
  rows,
  readOnly,
}: Pick<SheetAtWork, 'state' | 'act' | 'rows'> & { readOnly: boolean }) {
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef(false)
  // Nothing is shown as selected before somebody came here.
  const [visited, setVisited] = useState(false)
  const { active, editing } = state
  useEffect(() => {
    if (!focused.current || editing !== null) return
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-line="${active.line}"][data-column="${active.column}"]`,
    )
    if (cell && cell !== document.activeElement) cell.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active.line, active.column, editing])

  const onEditKey = useCallback(
    (press: Press, text: string): boolean => {
      const what = commitForKey(press)
      if (what === null) return false
      act(what === 'cancel' ? { type: 'cancel' } : { type: 'commit', text, ...what })
      return true
    },
    [act],
  )
  const onEditBlur = useCallback(
    (text: string) => {
      const after = act({ type: 'commit', text, lines: 0, columns: 0 })
      if (after.editing !== null) act({ type: 'cancel' })
    },
    [act],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey }
    const action = actionForKey(press, editText(rows[active.line]?.[active.column] ?? null))
    if (!action) return
    event.preventDefault()
    if (!readOnly || !CHANGING.has(action.type)) act(action)
  }
  const onPointerDown = (event: PointerEvent) => {
    const to = placeOf(event.target)
    if (!to || isEditor(event.target) || event.button !== 0) return
    const editor = table.current?.querySelector('input')
    if (editor && act({ type: 'commit', text: editor.value, lines: 0, columns: 0 }).editing !== null) {
      event.preventDefault()
      return
    }
    focused.current = true
    act({ type: 'go', to, extend: event.shiftKey })
  }
  const onPointerOver = (event: PointerEvent) => {
    const to = placeOf(event.target)
    if (to && event.buttons === 1 && event.pointerType === 'mouse' && editing === null)
      act({ type: 'go', to, extend: true })
  }
  const onDoubleClick = (event: MouseEvent) => {
    if (placeOf(event.target) && !isEditor(event.target) && !readOnly) {
      act({ type: 'edit', text: editText(rows[active.line]?.[active.column] ?? null) })
    }
  }
  const onFocus = (event: FocusEvent) => {
    focused.current = true
    setVisited(true)
    const to = placeOf(event.target)
    // Reached from outside, by a link of the error summary for instance.
    if (to && !isEditor(event.target) && (to.line !== active.line || to.column !== active.column))
      act({ type: 'go', to })
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !table.current?.contains(event.relatedTarget)) focused.current = false
  }
  const onCopy = (event: ClipboardEvent) => {
    if (isEditor(event.target)) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', selectedTsv(state, rows))
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
  const handlers = { onKeyDown, onPointerDown, onPointerOver, onDoubleClick, onFocus, onBlur, onCopy, onCut, onPaste }
  return { table, visited, handlers, onEditKey, onEditBlur }
}
