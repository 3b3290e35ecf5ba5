import { type RefObject, useEffect, useRef } from 'react'
import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'

type Drop = { month: string; whose?: number }
type Board = {
  lines: readonly BoardLine[]
  inspectors: readonly InspectorLine[]
  /** Plans a visit for a month, and assigns it to an inspector if it was dropped on one. */
  drop: (line: BoardLine, drop: Drop) => void
}

const getMonthCell = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-month]') : null

/**
 * Returns the number of visits in the inspector's month after the move, as in `3→4`, and whether that exceeds
 * the inspector's capacity.
 */
function getLoadAfterMove(inspectors: readonly InspectorLine[], id: number | null, month: string) {
  const load = inspectors.find((inspector) => inspector.complianceInspectorId === id)?.months[
    Number(month.slice(5, 7)) - 1
  ]
  return load
    ? { words: `${load.planned}→${load.planned + 1}`, over: load.planned >= load.capacity }
    : { words: '+', over: false }
}

/** Marks the cell over which a visit is dragged with the number of visits its month would then have. */
class DropMark {
  #cell: HTMLElement | null = null

  /** Checks whether the cell differs from the marked one. */
  isNew(cell: HTMLElement): boolean {
    return cell !== this.#cell
  }

  move(cell: HTMLElement | null, text = '', over = false): void {
    this.#cell?.removeAttribute('data-target')
    this.#cell?.removeAttribute('data-full')
    this.#cell = cell
    cell?.setAttribute('data-target', text)
    cell?.toggleAttribute('data-full', over)
  }
}

/** Listens for drags within an element. The returned function stops listening. */
function listenForDrags(element: HTMLElement, board: () => Board | null): () => void {
  let dragged: BoardLine | null = null
  const mark = new DropMark()
  const isDropTarget = (cell: HTMLElement | null): cell is HTMLElement =>
    cell !== null &&
    dragged !== null &&
    [undefined, String(dragged.propertyId)].includes(cell.dataset.property)
  const start = (event: DragEvent) => {
    const visit =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-visit]') : null
    dragged = board()?.lines.find((line) => String(line.propertyId) === visit?.dataset.visit) ?? null
    event.dataTransfer?.setData('text/plain', dragged?.propertyName ?? '')
  }
  const over = (event: DragEvent) => {
    const cell = getMonthCell(event)
    if (!isDropTarget(cell)) return mark.move(null)
    event.preventDefault()
    if (!mark.isNew(cell)) return
    const { month = '', whose: inspectorKey } = cell.dataset
    const id = inspectorKey === undefined ? (dragged?.complianceInspectorId ?? null) : Number(inspectorKey)
    const after = getLoadAfterMove(board()?.inspectors ?? [], id, month)
    mark.move(cell, after.words, after.over)
  }
  const drop = (event: DragEvent) => {
    const [cell, line] = [getMonthCell(event), dragged]
    mark.move(null)
    if (!isDropTarget(cell) || !line) return
    event.preventDefault()
    const { month = '', whose: inspectorKey } = cell.dataset
    dragged = null
    board()?.drop(line, inspectorKey === undefined ? { month } : { month, whose: Number(inspectorKey) })
  }
  const end = () => {
    dragged = null
    mark.move(null)
  }
  const stop = new AbortController()
  for (const [name, run] of Object.entries({ dragstart: start, dragover: over, drop, dragend: end }))
    element.addEventListener(name as 'drop', run, { signal: stop.signal })
  return () => stop.abort()
}

/**
 * Makes the visits within `box` draggable: from an element with `data-visit`, the property id, to one with
 * `data-month` in the row of that property or, with `data-whose`, in the table of inspectors. Keys offer the
 * same moves. `board` is null for users who may not plan.
 */
export function useBoardDrag(box: RefObject<HTMLElement | null>, board: Board | null): void {
  const latest = useRef(board)
  latest.current = board
  const mayPlan = board !== null
  useEffect(() => {
    if (box.current && mayPlan) return listenForDrags(box.current, () => latest.current)
  }, [box, mayPlan])
}
