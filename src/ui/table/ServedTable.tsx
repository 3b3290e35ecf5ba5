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

/** The most rows of a page, and how many it has unless fewer are wanted. */
const MOST = 100

type Columns<Row extends object> = DataTableProps<Row>['columns']
type Listed<Row extends object> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown' | 'tools'
>
type Found<Row> = { rows: readonly Row[]; total: number }

/** A call that returns a page of rows and the total count; its query names the sorting and the filters. */
export type PageCall<Row, More> = Call<
  undefined,
  z.ZodObject,
  undefined,
  z.ZodType<{ rows: readonly Row[]; total: number } & More>
>

/** Where the rows of a list come from that are not sent at once. */
export type Source<Row extends object, More> = {
  call: PageCall<Row, More>
  /** Query parameters that are sent in every state of the list. */
  fixed: Readonly<Record<string, unknown>>
  /** Choices next to the search: the call's name for each, its values, and the value that means none. */
  choices: readonly {
    label: string
    served: string
    values: (nonNullable: More) => readonly string[]
    none?: string
  }[]
  /**
   * The column that the list is sorted by at first; until the user chooses another, the order of the call
   * applies.
   */
  firstSort: string
  /**
   * Which field of the rows a column reads, where the call calls it otherwise; left out where columns are
   * worked out by the browser alone, and with it files that are prepared in the background.
   */
  fields?: Readonly<Record<string, string>>
  /** The columns with totals over all that is found. */
  totalled?: (columns: Columns<Row>, nonNullable: More) => Columns<Row>
}

/**
 * Returns the query of the column filters for the server; a filter that the server does not know is left out.
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
 * The columns that the call of the pages filters; a choice among values would need all of them, and the
 * status is the tab.
 */
const filtered = <Row extends object>(queryShape: object, columns: Columns<Row>): Columns<Row> =>
  columns.filter(({ served, filter: { kind } }) =>
    kind === 'choice' ? false : `${served}${kind === 'range' ? 'From' : ''}` in queryShape,
  )

/** A list's state in the words of the call; order and page apart. */
function buildPageQuery<Row extends object, More>(
  { choices: offered }: Source<Row, More>,
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

/** The order in the words of the call. */
function getOrder<Row extends object>(
  columns: Columns<Row>,
  { sortBy, descending }: TableState,
  first: string,
) {
  const served = columns.find(({ id }) => id === sortBy)?.served
  return served && !(sortBy === first && descending) ? { sortBy: served, descending } : {}
}

/** The page that the state asks for, its place among all, and the order it is in. */
function usePage<Row extends object, More>(
  source: Source<Row, More>,
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

/** The columns as the call can sort them, with totals over all that is found. */
function useSorted<Row extends object, More>(
  source: Source<Row, More>,
  columns: Columns<Row>,
  nonNullable: More,
) {
  return useMemo(
    () =>
      (source.totalled?.(columns, nonNullable) ?? columns).map((column) => ({
        ...column,
        sortable: column.served !== undefined,
      })),
    [source, columns, nonNullable],
  )
}

const getFilters = <Row extends object, More>({ choices }: Source<Row, More>, nonNullable: More) =>
  choices.map(({ label, values, none }) => ({
    label,
    values: [...values(nonNullable), ...(none ? [none] : [])],
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
 * The list as a file of its own is made of it on the server; undefined where its columns are the browser's
 * alone.
 */
function getLongList<Row extends object, More>(
  { call, fields }: Source<Row, More>,
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
 * The content of a tab whose records are not all sent at once: the server filters, sorts, adds up and cuts
 * the page by the same state as the other tabs; the export has all.
 */
export function ServedTable<Row extends object, More>({
  state,
  onChange,
  views,
  tools,
  source,
  newestFirst = false,
  ...listed
}: Listed<Row> & TabContent & { source: Source<Row, More>; newestFirst?: boolean }) {
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
