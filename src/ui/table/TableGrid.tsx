import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useNarrow } from '../frame/useNarrow.ts'
import type { Column } from './columns.tsx'
import { useFocusOnRow } from './returnToRow.ts'
import { TableCards } from './TableCards.tsx'
import { TableHead, TableTotals } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import styles from './table.module.css'
import { type TableState, widestTexts } from './tableState.ts'
import type { Selection } from './useSelection.ts'
import { type RowWindow, useFillHeight, usePrinting, useRowWindow, windowedFrom } from './useWindow.ts'

/** The props of the grid of a `DataTable`, which the table computes. */
export type TableGridProps<Row> = {
  caption: string
  /** All rows. Column widths are measured over them. */
  allRows: readonly Row[]
  /** The rows of all pages that pass the filters. */
  matching: readonly Row[]
  /** The rows of this page, and the number of rows on the pages before it. */
  pageRows: readonly Row[]
  offset: number
  columns: readonly Column<Row>[]
  /** The columns in print. The default is the columns of the screen. */
  printed?: readonly Column<Row>[]
  state: TableState
  onChange: (change: Partial<TableState>) => void
  rowKey: (row: Row) => string | number
  to?: (row: Row) => string
  selection?: Selection<Row>
  height: 'fill' | 'none' | number
  /** The key under which the scroll position is stored. Null stores none. */
  scrollKey: string | null
  /** The index of the row on this page to which the focus returns. */
  returnTo?: number
  /** Shown instead of the rows if there are none. */
  empty: ReactNode
}

/**
 * Returns the event handlers of the table's body. A click on a row follows its link, unless it is on another
 * control in the row or ends a text selection. On focus the row is remembered.
 */
function useRowEvents(body: RefObject<HTMLElement | null>, focused: RefObject<number>) {
  const navigate = useNavigate()
  useEffect(() => {
    const element = body.current
    const getRow = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const onClick = (event: MouseEvent) => {
      const to = getRow(event)?.dataset.to
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('a, button, input, select, textarea, label')
      )
        return
      if (window.getSelection()?.isCollapsed !== false) navigate(to)
    }
    const onFocus = (event: FocusEvent) => {
      focused.current = event.type === 'focusin' ? Number(getRow(event)?.dataset.index ?? -1) : -1
    }
    element?.addEventListener('click', onClick)
    element?.addEventListener('focusin', onFocus)
    element?.addEventListener('focusout', onFocus)
    return () => {
      element?.removeEventListener('click', onClick)
      element?.removeEventListener('focusin', onFocus)
      element?.removeEventListener('focusout', onFocus)
    }
  }, [body, focused, navigate])
}

/** Scrolls to the top when rows or order change, but not at the first rendering. */
function useStartAgain(box: RefObject<HTMLElement | null>, { hidden: _hidden, ...state }: TableState) {
  const setting = JSON.stringify(state)
  const last = useRef(setting)
  useEffect(() => {
    if (last.current === setting) return
    last.current = setting
    if (box.current) box.current.scrollTop = 0
  }, [box, setting])
}

/** Returns the column with the link of the row: the first text column, unless it is a link already. */
function getLinkColumn<Row>(columns: readonly Column<Row>[]): string | null {
  const first = columns.find((column) => column.kind !== 'node')
  return first && first.kind !== 'link' ? first.id : null
}

function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

type RowsProps<Row> = TableGridProps<Row> & {
  view: RowWindow
  rows: readonly Row[]
  span: number
  measured: boolean
}

function Rows<Row>({ view, rows, span, measured, ...props }: RowsProps<Row>) {
  const { columns, offset, rowKey, to, selection } = props
  const linkColumn = getLinkColumn(columns)
  return (
    <>
      {view.rows.map(({ index, gap }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <Fragment key={rowKey(row)}>
            <Gap height={gap} span={span} />
            <TableRow
              row={row}
              columns={columns}
              index={index}
              rowIndex={offset + index + 2}
              to={to?.(row)}
              linkColumn={linkColumn}
              selected={selection?.has(row)}
              selectLabel={selection?.label(row)}
              onSelect={selection?.set}
              measure={measured ? view.measure : undefined}
            />
          </Fragment>
        )
      })}
      <Gap height={view.rest} span={span} />
    </>
  )
}

function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const all = rows.length > 0 && rows.every(selection.has)
  const some = rows.some(selection.has)
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      checked={all}
      ref={(input) => {
        if (input) input.indeterminate = some && !all
      }}
      onChange={(event) => selection.setAll(rows, event.currentTarget.checked)}
    />
  )
}

/** Whether the table is printed in landscape format because of many columns, or also in small letters. */
const widthOnPaper = (columns: number): true | 'very' | undefined =>
  columns > 10 ? 'very' : columns > 7 ? true : undefined

/** Marks the box while it is scrolled horizontally, so that the pinned column has an edge. */
function useSideways(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current
    const mark = () => element?.toggleAttribute('data-sideways', element.scrollLeft > 0)
    element?.addEventListener('scroll', mark, { passive: true })
    return () => element?.removeEventListener('scroll', mark)
  }, [box])
}

/**
 * The table itself: a `<table>` in a box that scrolls, in which the head, the first column and the totals do
 * not move. On narrow screens it is a list of cards. Long tables render only the visible rows, but all rows
 * in print.
 */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { matching, state, height, returnTo = -1 } = props
  const printing = usePrinting()
  const cards = useNarrow() && !printing
  // The widths for a screen are too large for paper.
  const onPaper = useMemo(
    () => (props.printed ?? props.columns).map((column) => ({ ...column, width: undefined })),
    [props.printed, props.columns],
  )
  const columns = printing ? onPaper : props.columns
  const rows = printing ? matching : props.pageRows
  const all = printing || height === 'none' || rows.length < windowedFrom
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLElement>(null)
  const tallest = useFillHeight(box, height === 'none' ? 'fill' : height)
  const view = useRowWindow(box, {
    count: rows.length,
    height: tallest,
    key: props.scrollKey,
    all,
    cards,
    returnTo,
  })
  if (props.selection) props.selection.order.current = matching
  useRowEvents(body, view.focused)
  useStartAgain(box, state)
  useFocusOnRow(box, returnTo)
  useSideways(box)
  const gridProps = { ...props, columns, rows, view, body, offset: printing ? 0 : props.offset }
  return (
    <div
      ref={box}
      className={styles.scroller}
      data-cards={cards || undefined}
      style={all ? undefined : { maxHeight: tallest }}
    >
      {cards ? (
        <TableCards {...gridProps} />
      ) : (
        <Table {...gridProps} measured={!all && columns.some((column) => column.wrap)} />
      )}
    </div>
  )
}

function Table<Row>({
  body,
  ...props
}: Omit<RowsProps<Row>, 'span'> & { body: RefObject<HTMLElement | null> }) {
  const { allRows, matching, columns, state, selection, rows } = props
  const widest = useMemo(() => widestTexts(allRows, columns), [allRows, columns])
  const span = columns.length + Number(selection !== undefined)
  const totals = columns.some((column) => column.total)
  return (
    <table
      className={styles.table}
      aria-rowcount={matching.length + 1 + Number(totals)}
      data-wide={widthOnPaper(columns.length)}
    >
      <caption className="visually-hidden">{props.caption}</caption>
      <TableHead
        columns={columns}
        state={state}
        widest={widest}
        onChange={props.onChange}
        selectAll={selection && <SelectAll rows={matching} selection={selection} />}
      />
      <tbody ref={body as RefObject<HTMLTableSectionElement | null>}>
        <Rows {...props} span={span} />
        {rows.length === 0 && (
          <tr>
            <td colSpan={span}>{props.empty}</td>
          </tr>
        )}
      </tbody>
      {totals && <TableTotals columns={columns} rows={matching} selectable={selection !== undefined} />}
    </table>
  )
}
