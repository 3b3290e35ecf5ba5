import type { KeyboardEvent } from 'react'

/** The cells of the worksheet in the order of the page. */
const cellsIn = (table: HTMLElement): HTMLInputElement[] => [
  ...table.querySelectorAll<HTMLInputElement>('input[data-column]'),
]

/** The next cell of the same column, below or above; the last one stays. */
function along(table: HTMLElement, from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const column = cellsIn(table).filter((element) => element.dataset.column === from.dataset.column)
  return column[column.indexOf(from) + step]
}

function neighbor(table: HTMLElement, from: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const cells = cellsIn(table)
  return cells[cells.indexOf(from) + step]
}

/**
 * Checks whether the caret is at an end of the text, or all of it is selected: an arrow key then leaves the
 * cell.
 */
const atEnd = ({ selectionStart: from, selectionEnd: to, value }: HTMLInputElement, step: 1 | -1): boolean =>
  (from === 0 && to === value.length) || (step > 0 ? from === value.length : to === 0)

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const sides: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Where a key leads from a cell; undefined for keys that are none of moving. */
function getTarget(event: KeyboardEvent<HTMLElement>, input: HTMLInputElement): HTMLInputElement | undefined {
  const { key, shiftKey, currentTarget: table } = event
  if (key === 'Enter') return along(table, input, shiftKey ? -1 : 1)
  if (steps[key]) return along(table, input, steps[key])
  const side = sides[key]
  return side && atEnd(input, side) ? neighbor(table, input, side) : undefined
}

/**
 * Moves as in a spreadsheet: Enter and the arrows go over the cells that are typed into. Answers whether it
 * did.
 */
export function moved(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const input = event.target
  if (!(input instanceof HTMLInputElement) || input.dataset.column === undefined) return false
  const target = getTarget(event, input)
  if (!target) return event.key === 'Enter'
  target.focus()
  target.select()
  return true
}

/** The id of a cell, so that a problem can lead to it. */
export const cellId = (propertyId: number, room: number | null, column: string): string =>
  `cell-${propertyId}-${room ?? 'all'}-${column}`

/** The id of a field of an explanation. */
export const fieldId = (propertyId: number, field: string): string => `cell-${propertyId}-${field}`

/** Brings a cell or field under the cursor. */
export function goTo(id: string): void {
  const elementById = document.getElementById(id)
  elementById?.scrollIntoView({ block: 'nearest' })
  elementById?.focus()
  if (elementById instanceof HTMLInputElement) elementById.select()
}
