import type { KeyboardEvent } from 'react'

/** Returns the editable cells of the worksheet in the order of the page. */
const getCells = (table: HTMLElement): HTMLInputElement[] => [
  ...table.querySelectorAll<HTMLInputElement>('input[data-column]'),
]

/** Returns the next cell of the same column, below or above; undefined at the end. */
function getInColumn(table: HTMLElement, from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const column = getCells(table).filter((element) => element.dataset.column === from.dataset.column)
  return column[column.indexOf(from) + step]
}

function getNeighbor(table: HTMLElement, from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const cells = getCells(table)
  return cells[cells.indexOf(from) + step]
}

/**
 * Checks whether the caret is at an end of the text, or all of it is selected: an arrow key then leaves the
 * cell.
 */
const isCaretAtEnd = (
  { selectionStart: from, selectionEnd: to, value }: HTMLInputElement,
  step: 1 | -1,
): boolean => (from === 0 && to === value.length) || (step > 0 ? from === value.length : to === 0)

const rowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const columnSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Returns the cell to which a key moves from a cell; undefined for keys that do not move. */
function getTarget(event: KeyboardEvent<HTMLElement>, input: HTMLInputElement): HTMLInputElement | undefined {
  const { key, shiftKey, currentTarget: table } = event
  if (key === 'Enter') return getInColumn(table, input, shiftKey ? -1 : 1)
  if (rowSteps[key]) return getInColumn(table, input, rowSteps[key])
  const side = columnSteps[key]
  return side && isCaretAtEnd(input, side) ? getNeighbor(table, input, side) : undefined
}

/**
 * Moves the focus between editable cells as in a spreadsheet, for Enter and the arrow keys. Returns whether
 * the key was handled.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const input = event.target
  if (!(input instanceof HTMLInputElement) || input.dataset.column === undefined) return false
  const target = getTarget(event, input)
  if (!target) return event.key === 'Enter'
  target.focus()
  target.select()
  return true
}

/** Returns the element id of a cell, so that the focus can move to it. */
export const getCellId = (propertyId: number, room: number | null, column: string): string =>
  `cell-${propertyId}-${room ?? 'all'}-${column}`

/** Returns the element id of an explanation field. */
export const getFieldId = (propertyId: number, field: string): string => `cell-${propertyId}-${field}`

/** Scrolls to a cell or field, focuses it and selects its text. */
export function focusElement(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus()
  if (element instanceof HTMLInputElement) element.select()
}
