import type { SheetAction } from './state.ts'

/** A key press with its modifiers. */
export interface Press {
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
}

const PAGE = 10

const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The first character of an amount or a sum. */
const FIGURE = /^[\d.,$(=+\-\u2212]$/

/** A letter or a digit, also of another script or width. */
const LETTER = /^[\p{L}\p{N}]$/u

/**
 * Returns the action of a key while no cell is open. It is null for keys of the browser and the screen, such
 * as Tab, which leaves the grid. A letter opens only a cell that accepts text, and is refused in others.
 */
export function actionForKey(
  { key, ctrl, shift, alt }: Press,
  cellText: string,
  acceptsText = false,
  isScreenKey: (key: string) => boolean = () => true,
): SheetAction | null {
  if (alt) return null
  const arrow = ARROWS[key]
  if (arrow) {
    const [lines, columns] = arrow
    if (ctrl && shift) return { type: 'edge', lines, columns, extend: true }
    return { type: 'step', lines, columns, extend: shift, every: ctrl }
  }
  if (key === 'Home') return { type: 'edge', lines: ctrl ? -1 : 0, columns: -1, extend: shift }
  if (key === 'End') return { type: 'edge', lines: ctrl ? 1 : 0, columns: 1, extend: shift }
  if (key === 'PageUp') return { type: 'step', lines: -PAGE, columns: 0, extend: shift }
  if (key === 'PageDown') return { type: 'step', lines: PAGE, columns: 0, extend: shift }
  if (ctrl) return actionForCtrl(key.toLowerCase(), shift)
  if (key === 'Enter') return { type: 'step', lines: shift ? -1 : 1, columns: 0 }
  if (key === 'F2') return { type: 'edit', text: cellText }
  if (key === 'Delete' || key === 'Backspace') return { type: 'clear' }
  if (key.length === 1 && (acceptsText || FIGURE.test(key))) return { type: 'edit', text: key }
  return LETTER.test(key) && !isScreenKey(key) ? { type: 'refuse', text: key } : null
}

function actionForCtrl(key: string, shift: boolean): SheetAction | null {
  if (key === 'a') return { type: 'all' }
  if (key === 'd') return { type: 'fillDown' }
  if (key === 'y' || (key === 'z' && shift)) return { type: 'redo' }
  return key === 'z' ? { type: 'undo' } : null
}

/**
 * Returns the action of a key in an open cell: the move after its text is entered, cancel, or null to
 * continue typing.
 */
export function commitForKey({ key, shift }: Press): { lines: number; columns: number } | 'cancel' | null {
  if (key === 'Escape') return 'cancel'
  if (key === 'Enter') return { lines: shift ? -1 : 1, columns: 0 }
  if (key === 'Tab') return { lines: 0, columns: shift ? -1 : 1 }
  return null
}
