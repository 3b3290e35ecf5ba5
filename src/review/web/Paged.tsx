import { useDeferredValue, useEffect, useMemo } from 'react'
import { parseDay } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { parseMoney } from '#kernel/model/money.ts'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { downloadText } from '#ui/frame/download.ts'
import { csvFileName, toCsv } from '#ui/table/csv.ts'
import type { DataTableProps, TabContent } from '#ui/table/DataTable.tsx'
import { ListToolbar } from '#ui/table/ListToolbar.tsx'
import { pageCount, toFetch } from '#ui/table/paging.ts'
import { TableGrid } from '#ui/table/TableGrid.tsx'
import { ClearFilters, NoMatch, Pager } from '#ui/table/TableToolbar.tsx'
import { type TableState, visibleColumns } from '#ui/table/tableState.ts'
import type { WantedPage } from '../model/calls.ts'
import type { AnyReview } from '../model/review.ts'
import type { AnyLine } from './pages.ts'

/** The most rows of a page, and how many it has unless fewer are wanted. */
const MOST = 100
export const ANALYST = 'Analyst'
export const UNASSIGNED = 'Not assigned'

type Columns = DataTableProps<AnyLine>['columns']
type Listed = Pick<DataTableProps<AnyLine>, 'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown'>

/** What the filters of columns ask the server for; of what it does not know, nothing. */
function columnFilters(columns: Columns, typed: TableState['columnFilters']): Record<string, unknown> {
  const filters = columns.flatMap(({ id, served, filter, kind }): [string, unknown][] => {
    const value = typed[id]
    if (!value || !served) return []
    if (filter.kind !== 'range') return [[served, value]]
    const [from, to] = value.split('..').map((bound) => (kind === 'date' ? parseDay(bound) : parseMoney(bound)))
    return [
      [`${served}From`, from],
      [`${served}To`, to],
    ]
  })
  return Object.fromEntries(filters.filter(([, value]) => value !== null && value !== undefined))
}

/** A list's state in the words of the call; order and page apart. */
function wantedOf(columns: Columns, { search, letter, choices, columnFilters: typed }: TableState) {
  const analyst = choices[ANALYST]
  return {
    search: search.trim() || undefined,
    letter: letter === VIEW_ALL ? undefined : letter,
    reviewer: analyst ? (analyst === UNASSIGNED ? '' : analyst) : undefined,
    ...columnFilters(columns, typed),
  }
}

/** The order in the words of the call; what the list is sorted by at first is of those in work, and here the newest come first. */
function orderOf(columns: Columns, { sortBy, descending }: TableState, first: string) {
  const served = columns.find(({ id }) => id === sortBy)?.served
  return served && !(sortBy === first && descending) ? { sortBy: served as WantedPage['sortBy'], descending } : {}
}

/**
 * The content of a tab whose records are not all sent at once: the server filters, sorts, adds up and cuts the page by
 * the same state as the other tabs; the export has all.
 */
export function Paged({
  review,
  status,
  state,
  onChange,
  views,
  tools,
  firstSort,
  ...listed
}: Listed &
  TabContent & {
    review: AnyReview
    status?: number | undefined
    firstSort: string
    tools?: DataTableProps<AnyLine>['tools']
  }) {
  const { columns, caption } = listed
  // What was asked for before stays until the answer is there.
  const settled = useDeferredValue(state)
  const wanted = { status, ...wantedOf(columns, settled), ...orderOf(columns, settled, firstSort) }
  const rowsPerPage = settled.rowsPerPage || MOST
  const fetched = toFetch({ page: settled.page, rowsPerPage })
  const found = useCall(review.calls.page, { query: { ...wanted, ...fetched, sums: true } })
  const rows = found.rows as AnyLine[]
  const { shown, printed } = useMemo(() => {
    // The figures of a status stand as one line of it, which the column then reads as it reads any other.
    const sums = found.counts
      .filter((one) => status === undefined || one.statusId === status)
      .map(({ statusId, sums }) => ({ statusId, ...sums }) as unknown as AnyLine)
    const all = columns.map((column) => ({
      ...column,
      sortable: column.served !== undefined,
      total: column.total && (() => column.total?.(sums) ?? ''),
    }))
    return { shown: visibleColumns(all, state.hidden), printed: visibleColumns(all, state.hidden, true) }
  }, [columns, state.hidden, found.counts, status])
  useEffect(() => listed.onShown?.(rows), [listed.onShown, rows])
  const exportCsv = async () => {
    const { rows: every } = await ask(review.calls.page, { query: wanted })
    const fields = columns.filter(({ sortable }) => sortable).map(({ label, csv }) => ({ label, value: csv }))
    downloadText(csvFileName(listed.csvName), toCsv(fields, every as AnyLine[]))
  }
  const values = [...found.analysts, UNASSIGNED]
  const order = 'sortBy' in wanted ? settled : { ...settled, sortBy: null }
  return (
    <div>
      <ListToolbar
        rows={rows}
        // A choice among values would need all of them; the status is the tab.
        columns={columns.filter(({ served, filter }) => served && filter.kind !== 'choice')}
        choosable={columns}
        filters={[{ label: ANALYST, values, match: () => true }]}
        state={state}
        onChange={onChange}
        counted={
          <>
            <span role="status">
              {wordsOf(fetched.startRow, rows.length, found.total)}
              {order.sortBy === null && found.total > rows.length && ', newest first'}
            </span>
            <ClearFilters state={state} onChange={onChange} />
          </>
        }
        letters={found.total}
        views={views}
        tools={tools}
        most={MOST}
        exportCsv={() => void exportCsv().catch(() => undefined)}
      />
      <TableGrid
        caption={caption}
        allRows={rows}
        matching={rows}
        pageRows={rows}
        offset={fetched.startRow}
        columns={shown}
        printed={printed}
        state={order}
        onChange={onChange}
        rowKey={listed.rowKey}
        to={listed.to}
        height="fill"
        scrollKey={null}
        empty={<NoMatch state={state} onChange={onChange} />}
      />
      <Pager page={settled.page} pages={pageCount(found.total, rowsPerPage)} onChange={onChange} />
    </div>
  )
}

const wordsOf = (start: number, here: number, total: number): string =>
  here > 0 && here < total
    ? `${formatNumber(start + 1)} to ${formatNumber(start + here)} of ${plural(total, 'row', 'rows')}`
    : plural(total, 'row', 'rows')
