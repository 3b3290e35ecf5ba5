import { useDeferredValue, useEffect, useMemo } from 'react'
import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { parseDay } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { parseMoney } from '#kernel/model/money.ts'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { type DataTableProps, saveCsv, type TabContent, useColumns } from './DataTable.tsx'
import { saveExcel } from './excel.ts'
import { fileColumns, type LongList } from './exportStore.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { pageCount, toFetch } from './paging.ts'
import { useReturn } from './returnToRow.ts'
import { TableGrid } from './TableGrid.tsx'
import { ClearFilters, NoMatch, Pager } from './TableToolbar.tsx'
import type { TableState } from './tableState.ts'

/** The maximal and default number of rows per page. */
const MOST = 100

type Columns<Row extends object> = DataTableProps<Row>['columns']
type Listed<Row extends object> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown' | 'tools'
>
type Found<Row> = { rows: readonly Row[]; total: number }

/** A call that returns a page of rows and the total count. Its query contains the sorting and the filters. */
export type PageCall<Row, More> = Call<
  undefined,
  z.ZodObject,
  undefined,
  z.ZodType<{ rows: readonly Row[]; total: number } & More>
>

/** The call that returns the rows of a list page by page, and the names that it uses. */
export type PageSource<Row extends object, More> = {
  call: PageCall<Row, More>
  /** Query parameters that are always sent. */
  fixed: Readonly<Record<string, unknown>>
  /**
   * The filters next to the search: their names in the call, their values, and the value without a filter.
   */
  choices: readonly {
    label: string
    served: string
    values: (more: More) => readonly string[]
    none?: string
  }[]
  /**
   * The column by which the list is sorted at first. Until the user chooses another, the order of the call
   * applies.
   */
  firstSort: string
  /**
   * The row fields of columns for which the call uses another name. Undefined if the browser computes columns
   * itself, and then no files are prepared in the background.
   */
  fields?: Readonly<Record<string, string>>
  /** Adds totals over all matching rows to the columns. */
  totalled?: (columns: Columns<Row>, more: More) => Columns<Row>
}

/**
 * Returns the query of the column filters. A filter that the server does not support is left out.
 */
function columnFilters<Row extends object>(
  columns: Columns<Row>,
  draft: TableState['columnFilters'],
): Record<string, unknown> {
  const filters = columns.flatMap(({ id, served, filter, kind }): [string, unknown][] => {
    const value = draft[id]
    if (!value || !served) return []
    if (filter.kind !== 'range') return [[served, value]]
    const [from, to] = value
      .split('..')
      .map((bound) => (kind === 'date' ? parseDay(bound) : parseMoney(bound)))
    return [
      [`${served}From`, from],
      [`${served}To`, to],
    ]
  })
  return Object.fromEntries(filters.filter(([, value]) => value !== null && value !== undefined))
}

/**
 * Returns the columns that the call can filter. A choice of values would require all rows, and the status is
 * the tab.
 */
const filtered = <Row extends object>(queryShape: object, columns: Columns<Row>): Columns<Row> =>
  columns.filter(({ served, filter: { kind } }) =>
    kind === 'choice' ? false : `${served}${kind === 'range' ? 'From' : ''}` in queryShape,
  )

/** Converts the state of a list to the query of the call, without order and page. */
function buildPageQuery<Row extends object, More>(
  { choices: offered }: PageSource<Row, More>,
  columns: Columns<Row>,
  { search, letter, choices, columnFilters: typed }: TableState,
) {
  const selected = offered.flatMap(({ label, served, none }) => {
    const value = choices[label]
    return value ? [[served, value === none ? '' : value]] : []
  })
  return {
    search: search.trim() || undefined,
    letter: letter === VIEW_ALL ? undefined : letter,
    ...Object.fromEntries(selected),
    ...columnFilters(columns, typed),
  }
}

/** Converts the order of a list to the query of the call. */
function getOrder<Row extends object>(
  columns: Columns<Row>,
  { sortBy, descending }: TableState,
  first: string,
) {
  const served = columns.find(({ id }) => id === sortBy)?.served
  return served && !(sortBy === first && descending) ? { sortBy: served, descending } : {}
}

/** Loads the page of the current state, and returns it with its position and order. */
function usePage<Row extends object, More>(
  source: PageSource<Row, More>,
  columns: Columns<Row>,
  state: TableState,
) {
  const { call, fixed, firstSort } = source
  // The previous rows remain until the new answer arrives.
  const settled = useDeferredValue(state)
  const filterQuery = {
    ...fixed,
    ...buildPageQuery(source, columns, settled),
    ...getOrder(columns, settled, firstSort),
  }
  const rowsPerPage = settled.rowsPerPage || MOST
  const fetched = toFetch({ page: settled.page, rowsPerPage })
  const answer = useCall(call, { query: { ...filterQuery, ...fetched } } as never) as Found<Row> & More
  return {
    found: answer,
    page: settled.page,
    pages: pageCount(answer.total, rowsPerPage),
    offset: fetched.startRow,
    order: 'sortBy' in filterQuery ? settled : { ...settled, sortBy: null },
    wanted: filterQuery,
    all: async () => ((await ask(call, { query: filterQuery })) as Found<Row>).rows,
  }
}

/** Returns the columns that the call can sort, with totals over all matching rows. */
function useSorted<Row extends object, More>(
  source: PageSource<Row, More>,
  columns: Columns<Row>,
  more: More,
) {
  return useMemo(
    () =>
      (source.totalled?.(columns, more) ?? columns).map((column) => ({
        ...column,
        sortable: column.served !== undefined,
      })),
    [source, columns, more],
  )
}

const getFilters = <Row extends object, More>({ choices }: PageSource<Row, More>, more: More) =>
  choices.map(({ label, values, none }) => ({
    label,
    values: [...values(more), ...(none ? [none] : [])],
    match: () => true,
  }))

type Counts = { shown: number; total: number; offset: number; newestFirst: boolean }

function Counted({
  shown,
  total,
  offset,
  newestFirst,
  state,
  onChange,
}: Pick<TabContent, 'state' | 'onChange'> & Counts) {
  const part = shown > 0 && shown < total
  return (
    <>
      <span role="status">
        {part && `${formatNumber(offset + 1)} to ${formatNumber(offset + shown)} of `}
        {plural(total, 'row', 'rows')}
        {part && newestFirst && ', newest first'}
      </span>
      <ClearFilters state={state} onChange={onChange} />
    </>
  )
}

/**
 * Returns the description from which the server prepares the file of a list. Undefined if the browser
 * computes columns itself.
 */
function getLongList<Row extends object, More>(
  { call, fields }: PageSource<Row, More>,
  { caption, columns }: Pick<Listed<Row>, 'caption' | 'columns'>,
  pageQuery: object,
  total: number,
): LongList | undefined {
  if (!fields) return undefined
  const query = Object.fromEntries(
    Object.entries(pageQuery).filter(([, value]) => value !== undefined && value !== null),
  )
  return { title: caption, callPath: call.path, asked: query, columns: fileColumns(columns, fields), total }
}

/**
 * The content of a tab whose records are not loaded at once. The server filters, sorts, adds up and cuts the
 * pages by the same state as in the other tabs. The export contains all rows.
 */
export function ServedTable<Row extends object, More>({
  state,
  onChange,
  views,
  tools,
  source,
  newestFirst = false,
  ...listed
}: Listed<Row> & TabContent & { source: PageSource<Row, More>; newestFirst?: boolean }) {
  const { columns, onShown } = listed
  const current = usePage(source, columns, state)
  const { found: answer, page, pages, offset, order, all } = current
  const { rows, total } = answer
  const shape = source.call.query?.shape ?? {}
  const sorted = useSorted(source, columns, answer)
  const { shown: visible, printed } = useColumns(sorted, state.hidden)
  useEffect(() => onShown?.(rows), [onShown, rows])
  const exportCsv = async () => saveCsv(listed.csvName, columns, await all())
  const exportExcel = async () => saveExcel(listed.csvName ?? listed.caption, columns, await all())
  const change = { state, onChange }
  const returnTo = useReturn(() => rows.map((row) => listed.to?.(row)), true)
  const counts = { shown: rows.length, total, offset, newestFirst: newestFirst && order.sortBy === null }
  return (
    <div>
      <ListToolbar
        {...change}
        rows={rows}
        columns={filtered(shape, columns)}
        choosable={columns}
        filters={getFilters(source, answer)}
        counted={<Counted {...change} {...counts} />}
        letters={'letter' in shape ? total : undefined}
        views={views}
        tools={tools}
        most={MOST}
        exportCsv={exportCsv}
        exportExcel={exportExcel}
        long={getLongList(source, listed, current.wanted, total)}
      />
      <TableGrid
        {...listed}
        allRows={rows}
        matching={rows}
        pageRows={rows}
        offset={offset}
        columns={visible}
        printed={printed}
        state={order}
        onChange={onChange}
        height="fill"
        scrollKey={null}
        returnTo={returnTo}
        empty={<NoMatch {...change} />}
      />
      <Pager page={page} pages={pages} onChange={onChange} />
    </div>
  )
}
