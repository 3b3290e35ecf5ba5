import { useDeferredValue, useEffect, useMemo } from 'react'
import { parseDay } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { parseMoney } from '#kernel/model/money.ts'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { type DataTableProps, saveCsv, type TabContent, useColumns } from '#ui/table/DataTable.tsx'
import { ListToolbar } from '#ui/table/ListToolbar.tsx'
import { pageCount, toFetch } from '#ui/table/paging.ts'
import { TableGrid } from '#ui/table/TableGrid.tsx'
import { ClearFilters, NoMatch, Pager } from '#ui/table/TableToolbar.tsx'
import type { TableState } from '#ui/table/tableState.ts'
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

/** The columns that the call of the pages filters; a choice among values would need all of them, and the status is the tab. */
const filtered = ({ calls }: AnyReview, columns: Columns): Columns => {
  const known = calls.page.query?.shape ?? {}
  return columns.filter(({ served, filter: { kind } }) =>
    kind === 'choice' ? false : `${served}${kind === 'range' ? 'From' : ''}` in known,
  )
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
  return served && !(sortBy === first && descending) ? { sortBy: served, descending } : {}
}

type Asked = {
  review: AnyReview
  status?: number | undefined
  part?: string | undefined
  firstSort: string
  columns: Columns
  state: TableState
}

/** The page that the state asks for, its place among all, and the order it is in. */
function usePage({ review, status, part, columns, state, firstSort }: Asked) {
  // What was asked for before stays until the answer is there.
  const settled = useDeferredValue(state)
  const wanted = { status, part, ...wantedOf(columns, settled), ...orderOf(columns, settled, firstSort) }
  const rowsPerPage = settled.rowsPerPage || MOST
  const fetched = toFetch({ page: settled.page, rowsPerPage })
  const found = useCall(review.calls.page, { query: { ...wanted, ...fetched, sums: true } })
  return {
    ...found,
    rows: found.rows as AnyLine[],
    page: settled.page,
    pages: pageCount(found.total, rowsPerPage),
    offset: fetched.startRow,
    order: 'sortBy' in wanted ? settled : { ...settled, sortBy: null },
    all: async () => (await ask(review.calls.page, { query: wanted })).rows as AnyLine[],
  }
}

type Page = ReturnType<typeof usePage>

/** The columns as the server can sort them, with totals over all that is found. */
function usePagedColumns(columns: Columns, counts: Page['counts'], status: number | undefined): Columns {
  return useMemo(() => {
    // The figures of a status stand as one line of it, which the column then reads as it reads any other.
    const sums = counts
      .filter((one) => status === undefined || one.statusId === status)
      .map((one) => ({ statusId: one.statusId, ...one.sums }) as unknown as AnyLine)
    return columns.map((column) => ({
      ...column,
      sortable: column.served !== undefined,
      total: column.total && (() => column.total?.(sums) ?? ''),
    }))
  }, [columns, counts, status])
}

function Counted({ found, state, onChange }: Pick<TabContent, 'state' | 'onChange'> & { found: Page }) {
  const { rows, total, offset, order } = found
  const part = rows.length > 0 && rows.length < total
  return (
    <>
      <span role="status">
        {part && `${formatNumber(offset + 1)} to ${formatNumber(offset + rows.length)} of `}
        {plural(total, 'row', 'rows')}
        {part && order.sortBy === null && ', newest first'}
      </span>
      <ClearFilters state={state} onChange={onChange} />
    </>
  )
}

/**
 * The content of a tab whose records are not all sent at once: the server filters, sorts, adds up and cuts the page by
 * the same state as the other tabs; the export has all.
 */
export function Paged({
  state,
  onChange,
  views,
  tools,
  ...listed
}: Listed & TabContent & Omit<Asked, 'columns'> & Pick<DataTableProps<AnyLine>, 'tools'>) {
  const { columns, onShown } = listed
  const found = usePage({ ...listed, state })
  const { shown, printed } = useColumns(usePagedColumns(columns, found.counts, listed.status), state.hidden)
  useEffect(() => onShown?.(found.rows), [onShown, found.rows])
  const exportCsv = async () => saveCsv(listed.csvName, columns, await found.all())
  const change = { state, onChange }
  return (
    <div>
      <ListToolbar
        {...change}
        rows={found.rows}
        columns={filtered(listed.review, columns)}
        choosable={columns}
        filters={[{ label: ANALYST, values: [...found.analysts, UNASSIGNED], match: () => true }]}
        counted={<Counted {...change} found={found} />}
        letters={found.total}
        views={views}
        tools={tools}
        most={MOST}
        exportCsv={() => void exportCsv().catch(() => undefined)}
      />
      <TableGrid
        {...listed}
        allRows={found.rows}
        matching={found.rows}
        pageRows={found.rows}
        offset={found.offset}
        columns={shown}
        printed={printed}
        state={found.order}
        onChange={onChange}
        height="fill"
        scrollKey={null}
        empty={<NoMatch {...change} />}
      />
      <Pager page={found.page} pages={found.pages} onChange={onChange} />
    </div>
  )
}
