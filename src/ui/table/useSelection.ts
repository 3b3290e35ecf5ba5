import { type RefObject, useCallback, useRef, useState } from 'react'

/** Rows chosen for an action on many at once. */
export type Selection<Row> = {
  /** Returns the label of a row's checkbox for screen readers. */
  label: (row: Row) => string
  has: (row: Row) => boolean
  /** Chooses a row or not; with `reach` all rows from the one chosen last to this one. */
  set: (row: Row, selected: boolean, reach?: boolean) => void
  /** The rows in their displayed order; the table maintains it. */
  order: RefObject<readonly Row[]>
  setAll: (rows: readonly Row[], selected: boolean) => void
}

/** Keeps the chosen rows by key, so that a choice outlives filtering, sorting and fresh data. */
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
      const [from, to] = [last.current, row].map((nonNullable) =>
        nonNullable === null ? -1 : order.current.findIndex((other) => rowKey(other) === rowKey(nonNullable)),
      ) as [number, number]
      const reached = reach && from >= 0 && to >= 0
      setAll(reached ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], selected)
      last.current = row
    },
    [setAll, rowKey],
  )
  return { label, has: (row) => keys.has(rowKey(row)), set, setAll, order }
}
