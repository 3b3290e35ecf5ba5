import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from './columns.tsx'
import styles from './table.module.css'

type Props<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  /** The position among the matching rows, from 0. */
  index: number
  /** The value of `aria-rowindex`. The header is 1. */
  rowIndex: number
  /** The path that the row opens, and the column with the link for the keyboard. */
  to?: string
  linkColumn: string | null
  selected?: boolean
  selectLabel?: string
  onSelect?: (row: Row, selected: boolean, reach: boolean) => void
  measure?: (element: Element | null) => void
}

/** Longer names are broken into lines in print. */
const LONGEST_NAME = 48

function Cell<Row>({
  row,
  column,
  to,
  first,
}: {
  row: Row
  column: Column<Row>
  to?: string
  first: boolean
}) {
  const content: ReactNode = to ? <Link to={to}>{column.render(row)}</Link> : column.render(row)
  const clipped =
    column.width !== undefined && !column.wrap && (column.kind === 'text' || column.kind === 'link')
  const shape = {
    className: styles.cell,
    'data-align': column.align,
    'data-kind': column.kind,
    'data-wrap': column.wrap || undefined,
    'data-narrow': column.width === undefined ? undefined : true,
    // A long name is shortened, so that the other columns fit. The full name is in the tooltip, on cards and
    // in print.
    ...(clipped && { title: column.text(row), style: { maxWidth: column.width } }),
  }
  // The first cell is the name of the row for screen readers.
  if (first) {
    return (
      <th scope="row" data-long={column.text(row).length > LONGEST_NAME || undefined} {...shape}>
        {content}
      </th>
    )
  }
  return <td {...shape}>{content}</td>
}

function Row<Row>({
  row,
  columns,
  index,
  rowIndex,
  to,
  linkColumn,
  selected,
  selectLabel,
  onSelect,
  measure,
}: Props<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={rowIndex}
      className={styles.row}
      data-to={to}
      data-selected={selected || undefined}
    >
      {onSelect && (
        <td className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${selectLabel}`}
            checked={selected ?? false}
            onChange={({ currentTarget, nativeEvent }) =>
              onSelect(row, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          row={row}
          column={column}
          first={index === 0}
          to={column.id === linkColumn ? to : undefined}
        />
      ))}
    </tr>
  )
}

/** A row of a `DataTable`. It renders again only when its own props change. */
export const TableRow = memo(Row) as typeof Row
