import { type RefObject, useEffect, useRef } from 'react'
import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'

type Drop = { month: string; whose?: number }
type Board = {
  lines: readonly BoardLine[]
  inspectors: readonly InspectorLine[]
  /** Puts a visit into a month, and makes it an inspector’s where it was put down on one. */
  drop: (line: BoardLine, drop: Drop) => void
}

const cellAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-month]') : null

/**
 * Returns the number of visits in the inspector's month after the move, as in `3→4`, and whether that exceeds
 * the inspector's capacity.
 */
function loadAfter(inspectors: readonly InspectorLine[], id: number | null, month: string) {
  const load = inspectors.find((inspector) => inspector.complianceInspectorId === id)?.months[
    Number(month.slice(5, 7)) - 1
  ]
  return load
    ? { words: `${load.planned}→${load.planned + 1}`, over: load.planned >= load.capacity }
    : { words: '+', over: false }
}

/** Marks the one cell over which a visit is dragged, with what its month would hold. */
class Mark {
  #cell: HTMLElement | null = null

  /** Answers whether it is another cell than before. */
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

/** Listens for drags within an element until the returned function is called. */
function hear(element: HTMLElement, board: () => Board | null): () => void {
  let dragged: BoardLine | null = null
  const mark = new Mark()
  const fits = (cell: HTMLElement | null): cell is HTMLElement =>
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
    const cell = cellAt(event)
    if (!fits(cell)) return mark.move(null)
    event.preventDefault()
    if (!mark.isNew(cell)) return
    const { month = '', whose: inspectorKey } = cell.dataset
    const id = inspectorKey === undefined ? (dragged?.complianceInspectorId ?? null) : Number(inspectorKey)
    const after = loadAfter(board()?.inspectors ?? [], id, month)
    mark.move(cell, after.words, after.over)
  }
  const drop = (event: DragEvent) => {
    const [cell, line] = [cellAt(event), dragged]
    mark.move(null)
    if (!fits(cell) || !line) return
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
 * Lets visits within `box` be dragged: from an element with `data-visit`, the property, to one with
 * `data-month`, in the row of that property or, with `data-whose`, in the table of inspectors. Keys do the
 * same: arrows, and digits for inspectors. Null for who plans nothing.
 */
export function useBoardDrag(box: RefObject<HTMLElement | null>, board: Board | null): void {
  const latest = useRef(board)
  latest.current = board
  const plans = board !== null
  useEffect(() => {
    if (box.current && plans) return hear(box.current, () => latest.current)
  }, [box, plans])
}
