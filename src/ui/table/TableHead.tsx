import type { CSSProperties, ReactNode } from 'react'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../frame/icons.ts'
import type { Column } from './columns.tsx'
import styles from './table.module.css'
import type { TableState } from './tableState.ts'

function SortIcon({ sort }: { sort: 'ascending' | 'descending' | 'none' }) {
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[sort]
  return <Icon size={11} aria-hidden />
}

function HeadCell<Row>({
  column,
  state,
  onChange,
}: {
  column: Column<Row>
  state: TableState
  onChange: (change: Partial<TableState>) => void
}) {
  // A column of buttons needs no heading, and an empty one would be confusing in a screen reader.
  if (column.label === '') return <td className={styles.head} />
  const sorted = state.sortBy === column.id
  const direction = sorted ? (state.descending ? 'descending' : 'ascending') : 'none'
  const onSort = () => onChange({ sortBy: column.id, descending: sorted && !state.descending })
  return (
    <th
      scope="col"
      className={styles.head}
      data-align={column.align}
      data-narrow={column.width === undefined ? undefined : true}
      aria-sort={column.sortable ? direction : undefined}
      style={column.width === undefined ? undefined : ({ '--width': `${column.width}px` } as CSSProperties)}
    >
      {column.sortable ? (
        <button type="button" onClick={onSort} data-sorted={sorted}>
          {column.label}
          <SortIcon sort={direction} />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

/**
 * The head of a `DataTable`: a sort button per column, and an invisible row below it. This row contains the
 * widest text of each column, so that the column widths do not change while scrolling.
 */
export function TableHead<Row>({
  columns,
  state,
  widest,
  onChange,
  selectAll,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  widest: readonly string[]
  onChange: (change: Partial<TableState>) => void
  selectAll?: ReactNode
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectAll && <th className={styles.select}>{selectAll}</th>}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} state={state} onChange={onChange} />
        ))}
      </tr>
      <tr className={styles.sizer} aria-hidden>
        {selectAll && <td />}
        {columns.map((column, index) => (
          <td key={column.id} className={styles.cell} data-kind={column.kind} data-text={widest[index]} />
        ))}
      </tr>
    </thead>
  )
}

/** The row of totals over all matching rows. */
export function TableTotals<Row>({
  columns,
  rows,
  selectable,
}: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  selectable: boolean
}) {
  return (
    <tfoot>
      <tr aria-rowindex={rows.length + 2}>
        {selectable && <td className={styles.select} />}
        {columns.map((column, index) => {
          const shape = {
            className: styles.cell,
            'data-narrow': column.width === undefined ? undefined : true,
          }
          return index === 0 && !column.total ? (
            <th key={column.id} scope="row" {...shape}>
              Total
            </th>
          ) : (
            <td key={column.id} {...shape} data-align={column.align}>
              {column.total?.(rows)}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}
