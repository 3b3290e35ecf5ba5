import { useCallback, useState } from 'react'

/** Rows chosen for a deed on many at once. */
export type Selection<Row> = {
  /** What a screen reader calls a row's box. */
  label: (row: Row) => string
  has: (row: Row) => boolean
  set: (row: Row, selected: boolean) => void
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
  const set = useCallback((row: Row, selected: boolean) => setAll([row], selected), [setAll])
  return { label, has: (row) => keys.has(rowKey(row)), set, setAll }
}
