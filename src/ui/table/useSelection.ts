import { type RefObject, useCallback, useRef, useState } from 'react'

/** The rows that are chosen for an action on many rows. */
export type Selection<Row> = {
  /** Returns the label of a row's checkbox for screen readers. */
  label: (row: Row) => string
  has: (row: Row) => boolean
  /** Selects or deselects a row; with `reach` all rows from the last changed one to this one. */
  set: (row: Row, selected: boolean, reach?: boolean) => void
  /** The rows in their displayed order, which the table updates. */
  order: RefObject<readonly Row[]>
  setAll: (rows: readonly Row[], selected: boolean) => void
}

/** Stores the selection by key, so that it remains after filtering, sorting and reloading. */
export function useSelection<Row>(
  rowKey: (row: Row) => string | number,
  label: (row: Row) => string = (row) => String(rowKey(row)),
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const setAll = useCallback(
    (rows: readonly Row[], selected: boolean) =>
      setKeys((current) => {
        const next = new Set(current)
        for (const row of rows) {
          if (selected) next.add(rowKey(row))
          else next.delete(rowKey(row))
        }
        return next
      }),
    [rowKey],
  )
  const order = useRef<readonly Row[]>([])
  const last = useRef<Row | null>(null)
  const set = useCallback(
    (row: Row, selected: boolean, reach = false) => {
      const [from, to] = [last.current, row].map((endRow) =>
        endRow === null ? -1 : order.current.findIndex((other) => rowKey(other) === rowKey(endRow)),
      ) as [number, number]
      const reached = reach && from >= 0 && to >= 0
      setAll(reached ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], selected)
      last.current = row
    },
    [setAll, rowKey],
  )
  return { label, has: (row) => keys.has(rowKey(row)), set, setAll, order }
}
