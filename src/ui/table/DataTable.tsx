import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { csvFileName, DEFAULT_EXPORT_NAME, toCsv } from '#ui/table/csv.ts'
import { downloadText } from '../frame/download.ts'
import { useKeys } from '../frame/keys.ts'
import { EmptyState } from '../frame/Screen.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import type { CsvImportOptions } from './CsvImport.tsx'
import type { Column } from './columns.tsx'
import { saveExcel } from './excel.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { listName } from './listAddress.ts'
import { useReturn } from './returnToRow.ts'
import { SelectionBar, type TableSelect } from './SelectionBar.tsx'
import { TableGrid } from './TableGrid.tsx'
import { NoMatch, Pager, RowCount } from './TableToolbar.tsx'
import {
  filterRows,
  getChosenTab,
  pageRows,
  searchIndex,
  sortRows,
  type TableRules,
  type TableState,
  type TableTab,
  visibleColumns,
} from './tableState.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useSelection } from './useSelection.ts'
import { useTableState } from './useTableState.ts'
import { useFirstView } from './ViewPanel.tsx'

export type { Column } from './columns.tsx'
export { columns } from './columns.tsx'
export type { TabContent } from './tableState.ts'

/** The props of a `DataTable`. Only the first four are needed. */
export type DataTableProps<Row extends object> = TableRules<Row> & {
  /** The name of the table for screen readers. It is also part of the key under which the state is stored. */
  caption: string
  rows: readonly Row[]
  /** Must be created outside of the component or memoized, because a new array measures all rows again. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** Returns the path that a click on a row opens. The first column has the link for the keyboard. */
  to?: (row: Row) => string
  /** The name of the CSV file (CSV-03). */
  csvName?: string
  /** Shows the button "Import CSV". See `CsvImport`. */
  importCsv?: CsvImportOptions
  /** Further buttons at the right of the toolbar. */
  tools?: ReactNode
  /** Shown instead of a table without rows: a sentence, or an `EmptyState` with an action. */
  empty?: ReactNode
  initialSort?: { sortBy: string; descending?: boolean }
  /** Distinguishes two tables with the same caption on one screen. */
  stateKey?: string
  /**
   * The remaining viewport (`fill`, the default), the height of the rows (`none`, the default of a plain
   * table), or pixels.
   */
  height?: 'fill' | 'none' | number
  /** Whether toolbar and tabs are left out, for the few rows of a record. */
  plain?: boolean
  /** Actions on many rows at once. */
  select?: TableSelect<Row>
  /** Called with the displayed rows of all pages, in their order. */
  onShown?: (rows: readonly Row[]) => void
}

/**
 * A list: an HTML table with search, tabs, filters, alphabet, sorting, pages, choice of columns, saved views,
 * totals and CSV. The user's settings are remembered per route (UI-08). Rows outside of the visible part are
 * not rendered, but they are printed.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { pathname } = useLocation()
  const memory = `table ${pathname} ${props.stateKey ?? props.caption}`
  const name = listName(props.stateKey ?? props.caption)
  // All records of a screen share their saved views: `/BudgetList/5` and `/BudgetList/6` have the same.
  const views = { name, list: `${pathname.toLowerCase().replaceAll(/\/\d+/g, '/#')} ${name}` }
  return <RememberedTable key={memory} memory={memory} views={views} {...props} />
}

/**
 * Sorts the rows, then filters them, so that a key stroke does not sort again, and then cuts the page. `all`
 * is the number of rows of the tab.
 */
function useRows<Row extends object>(props: DataTableProps<Row>, state: TableState) {
  const { rows, columns, alphabet, tabs, filters } = props
  const { sortBy, descending } = state
  const sorted = useMemo(
    () => sortRows(rows, columns, { sortBy, descending }),
    [rows, columns, sortBy, descending],
  )
  const getText = useMemo(() => searchIndex(columns), [columns])
  const matching = useMemo(
    () => filterRows(sorted, columns, state, { alphabet, tabs, filters }, getText),
    [sorted, columns, state, alphabet, tabs, filters, getText],
  )
  const tab = getChosenTab(tabs, state.tab)
  const all = useMemo(() => (tab ? rows.filter(tab.match).length : rows.length), [rows, tab])
  return { matching, all, ...pageRows(matching, state) }
}

/** Reports the displayed rows when they change, but not when only the listener changes. */
function useShownRows<Row>(onShown: ((rows: readonly Row[]) => void) | undefined, rows: readonly Row[]) {
  const latest = useRef(onShown)
  latest.current = onShown
  const listens = onShown !== undefined
  useEffect(() => {
    if (listens) latest.current?.(rows)
  }, [rows, listens])
}

type StateStorage = { memory: string; views: { list: string; name: string } }

/** Provides the state of a table, the matching rows, the selection, and the keys for the rows. */
function useTable<Row extends object>(props: DataTableProps<Row>, { memory, views }: StateStorage) {
  const { columns, rowKey, select, plain = false, tabs } = props
  const place = { memory, list: plain ? null : views.name }
  const [state, onChange, untouched] = useTableState(place, props.initialSort ?? {})
  useFirstView(views.list, untouched && !plain, onChange)
  // The inputs update at once, and the rows follow with lower priority.
  const settled = useDeferredValue(state)
  const rows = useRows(props, settled)
  const columnSets = useColumns(columns, state.hidden, plain)
  const selection = useSelection(rowKey, select?.label)
  const content = getChosenTab(tabs, state.tab)?.content
  const returnTo = useReturnToRow(props, rows, settled, onChange)
  const keys = useTableKeys(props, content !== undefined)
  useShownRows(content ? undefined : props.onShown, rows.matching)
  return { state, onChange, settled, found: rows, ...columnSets, selection, content, returnTo, ...keys }
}

function RememberedTable<Row extends object>({
  memory,
  views,
  ...props
}: DataTableProps<Row> & StateStorage) {
  const { rows, select, plain = false, alphabet, tabs } = props
  const table = useTable(props, { memory, views })
  const {
    state,
    onChange,
    settled,
    found: tableRows,
    shown: columns,
    printed,
    selection,
    content,
    returnTo,
    box,
    rowKeys,
  } = table
  if (rows.length === 0 && !tabs?.some(({ count }) => count)) return <Empty empty={props.empty} />
  const exportCsv = () => saveCsv(props.csvName, columns, tableRows.matching)
  const exportExcel = () => saveExcel(props.csvName ?? props.caption, columns, tableRows.matching)
  const element = (
    <RowCount shown={tableRows.matching.length} all={tableRows.all} state={state} onChange={onChange} />
  )
  const bar = {
    ...props,
    views,
    state,
    onChange,
    counted: element,
    exportCsv,
    exportExcel,
    letters: alphabet && rows.length,
  }
  const grid = (
    <div ref={box}>
      {!plain && <ListToolbar {...bar} />}
      {select?.actions && <SelectionBar rows={rows} select={select} selection={selection} />}
      <TableGrid
        {...props}
        allRows={rows}
        matching={tableRows.matching}
        pageRows={tableRows.rows}
        offset={(tableRows.page - 1) * settled.rowsPerPage}
        columns={columns}
        printed={printed}
        state={settled}
        onChange={onChange}
        selection={select && selection}
        height={props.height ?? (plain ? 'none' : 'fill')}
        scrollKey={`${memory} scroll`}
        returnTo={returnTo}
        empty={<NoMatch state={state} onChange={onChange} />}
      />
      <Pager page={tableRows.page} pages={tableRows.pages} onChange={onChange} />
      {select?.bar?.({
        chosen: tableRows.matching.filter(selection.has),
        clear: () => selection.setAll(rows, false),
        rowKeys,
      })}
    </div>
  )
  return tabs && !plain ? (
    <TableTabs rows={rows} tabs={tabs} caption={props.caption} chosen={state.tab} onChange={onChange}>
      {content ? content({ state, onChange, views }) : grid}
    </TableTabs>
  ) : (
    grid
  )
}

/**
 * Provides the keys for the rows of a table. It declares them unless the selection bar or the content of a
 * tab does.
 */
function useTableKeys<Row extends object>({ to, select }: DataTableProps<Row>, hasContent: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const rowKeys = useRowKeys(box)
  const isOwn = to && !hasContent && !select?.bar
  useKeys('This list', isOwn ? rowKeys.keys.filter(({ key }) => key !== 'x') : [])
  return { box, rowKeys }
}

/** Returns the index of the row to which the focus returns, and changes to the page of this row. */
function useReturnToRow<Row extends object>(
  { to, plain = false }: DataTableProps<Row>,
  { matching, page }: ReturnType<typeof useRows<Row>>,
  { rowsPerPage }: TableState,
  onChange: (change: Partial<TableState>) => void,
): number {
  const index = useReturn(() => (to ? matching.map((row) => to(row)) : []), !plain)
  const standsOn = index < 0 || rowsPerPage === 0 ? 1 : Math.floor(index / rowsPerPage) + 1
  const turned = useRef(index < 0)
  useEffect(() => {
    if (!turned.current && standsOn !== page) onChange({ page: standsOn })
    turned.current = true
  }, [standsOn, page, onChange])
  return standsOn === page ? index - (page - 1) * rowsPerPage : -1
}

/** Returns the columns on the screen and in print. */
export function useColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: TableState['hidden'],
  plain = false,
) {
  return useMemo(
    () => ({
      shown: visibleColumns(columns, hidden, { plain }),
      printed: visibleColumns(columns, hidden, { printed: true }),
    }),
    [columns, hidden, plain],
  )
}

/** Saves rows as a CSV file. Columns of buttons are left out (CSV-03). */
export function saveCsv<Row>(
  name = DEFAULT_EXPORT_NAME,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
) {
  const fields = columns.filter(({ sortable }) => sortable).map(({ label, csv }) => ({ label, value: csv }))
  downloadText(csvFileName(name), toCsv(fields, rows))
}

function Empty({ empty = 'Nothing here yet' }: { empty?: ReactNode }) {
  return typeof empty === 'string' ? <EmptyState title={empty} /> : empty
}

function TableTabs<Row>({
  rows,
  tabs,
  caption,
  chosen,
  onChange,
  children,
}: {
  rows: readonly Row[]
  tabs: readonly TableTab<Row>[]
  caption: string
  chosen: string | null
  onChange: (change: Partial<TableState>) => void
  children: ReactNode
}) {
  const tabCounts = useMemo(
    () => tabs.map(({ label, match, count }) => ({ label, count: count ?? rows.filter(match).length })),
    [rows, tabs],
  )
  return (
    <Tabs
      label={`${caption} by group`}
      tabs={tabCounts}
      value={getChosenTab(tabs, chosen)?.label ?? ''}
      onChange={(tab) => onChange({ tab })}
    >
      {children}
    </Tabs>
  )
}
