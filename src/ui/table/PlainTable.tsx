import { useMemo, useState } from 'react'
import type { Column } from './columns.tsx'
import { TableGrid } from './TableGrid.tsx'
import { changeTableState, initialTableState, sortRows } from './tableState.ts'

/** A table that only sorts and does not store its state, for temporary rows. */
export function PlainTable<Row>({
  caption,
  rows,
  columns,
  rowKey,
  height,
}: {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  height: 'fill' | 'none' | number
}) {
  const [state, setState] = useState(initialTableState)
  const sorted = useMemo(() => sortRows(rows, columns, state), [rows, columns, state])
  return (
    <TableGrid
      caption={caption}
      allRows={rows}
      matching={sorted}
      pageRows={sorted}
      offset={0}
      columns={columns}
      state={state}
      onChange={(change) => setState((current) => changeTableState(current, change))}
      rowKey={rowKey}
      height={height}
      scrollKey={null}
      empty="No rows."
    />
  )
}
