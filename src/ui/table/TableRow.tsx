import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from './columns.tsx'
import styles from './table.module.css'

type Props<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  /** The place among the matching rows, from 0. */
  index: number
  /** What `aria-rowindex` says: the header is 1. */
  rowIndex: number
  /** Where the row leads, and which column carries the link a keyboard needs. */
  to?: string
  linkColumn: string | null
  selected?: boolean
  selectLabel?: string
  onSelect?: (row: Row, selected: boolean, reach: boolean) => void
  measure?: (element: Element | null) => void
}

/** A name of more letters is a sentence, which paper breaks into lines. */
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
    // A long name does not push the other columns out of the window; the full name is in the tooltip, on
    // cards and on paper.
    ...(clipped && { title: column.text(row), style: { maxWidth: column.width } }),
  }
  // The first cell names the row to a screen reader.
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

/** One row of a `DataTable`; rendered again only when something of its own changes. */
export const TableRow = memo(Row) as typeof Row
