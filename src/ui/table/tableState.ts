import type { ReactNode } from 'react'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { cutPage, defaultPagination, type Pagination, pageCount } from '#ui/table/paging.ts'
import type { Column } from './columns.tsx'

/**
 * The user's settings of a table. They are stored per route in session storage (UI-08), and some of them also
 * in saved views.
 */
export type TableState = Pagination & {
  search: string
  /** A choice of the alphabet filter (UI-09). */
  letter: string
  /** The label of the chosen tab; null means the first. */
  tab: string | null
  /** Values of the declared filters, by label. */
  choices: Readonly<Record<string, string>>
  /** Typed or chosen filters of columns, by column id; ranges are written `from..to`. */
  columnFilters: Readonly<Record<string, string>>
  /** Ids of hidden columns. Null means the default of each column. */
  hidden: readonly string[] | null
}

/**
 * A tab over a table: its rows and their number (counted by default). `content` replaces the rows, for tabs
 * whose rows are not all loaded.
 */
export type TableTab<Row> = {
  label: string
  match: (row: Row) => boolean
  count?: number
  content?: (list: TabContent) => ReactNode
}

/**
 * The props of a tab's content: the state of the list, the function that changes it, and how its views are
 * stored.
 */
export type TabContent = {
  state: TableState
  onChange: (change: Partial<TableState>) => void
  views: { list: string; name: string }
}

/** A declared filter: a select of `values` next to the search box. */
export type TableFilter<Row> = {
  label: string
  values: readonly (string | { value: string; label: string })[]
  match: (row: Row, value: string) => boolean
}

/** The filters of a table other than its columns. */
export type TableRules<Row> = {
  alphabet?: (row: Row) => string | null | undefined
  tabs?: readonly TableTab<Row>[]
  filters?: readonly TableFilter<Row>[]
}

/** The initial state of a table: all rows in their given order (UI-05). */
export const initialTableState: TableState = {
  ...defaultPagination,
  search: '',
  letter: VIEW_ALL,
  tab: null,
  choices: {},
  columnFilters: {},
  hidden: null,
}

/** Returns the changed state. Any change of the rows leads back to the first page. */
export function changeTableState(state: TableState, change: Partial<TableState>): TableState {
  const page = 'page' in change || Object.keys(change).every((key) => key === 'hidden') ? state.page : 1
  return { ...state, page, ...change }
}

/**
 * Clears all filters. Order, page size, columns and the tab remain.
 */
export function withoutFilters(state: TableState): TableState {
  return changeTableState(state, { search: '', letter: VIEW_ALL, choices: {}, columnFilters: {} })
}

/** Returns the number of active filters, not including the tab. */
export function countFilters(state: TableState): number {
  const set = (values: Readonly<Record<string, string>>) =>
    Object.values(values).filter((value) => value !== '').length
  return (
    Number(state.search.trim() !== '') +
    Number(state.letter !== VIEW_ALL) +
    set(state.choices) +
    set(state.columnFilters)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

function textValues(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])),
  )
}

/**
 * Reads a stored state. Parts that are missing, broken or from another version have their initial values.
 */
export function readTableState(
  storedText: string | null,
  initial: TableState = initialTableState,
): TableState {
  let read: Partial<Record<keyof TableState, unknown>>
  try {
    read = JSON.parse(storedText ?? '{}') ?? {}
  } catch {
    return initial
  }
  const count = (value: unknown, minimum: number, otherwise: number) =>
    Number.isInteger(value) && Number(value) >= minimum ? Number(value) : otherwise
  return {
    page: count(read.page, 1, initial.page),
    rowsPerPage: count(read.rowsPerPage, 0, initial.rowsPerPage),
    sortBy: isText(read.sortBy) ? read.sortBy : initial.sortBy,
    descending: typeof read.descending === 'boolean' ? read.descending : initial.descending,
    search: isText(read.search) ? read.search : initial.search,
    letter: isText(read.letter) ? read.letter : initial.letter,
    tab: isText(read.tab) ? read.tab : initial.tab,
    choices: textValues(read.choices),
    columnFilters: textValues(read.columnFilters),
    hidden: Array.isArray(read.hidden) ? read.hidden.filter(isText) : initial.hidden,
  }
}

/**
 * Returns the visible columns. In print (`printed`) this includes the less important ones unless the user
 * chose. In a table without toolbar (`plain`) only the columns that are always hidden are left out. If none
 * would remain, all are visible.
 */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: TableState['hidden'],
  { printed = false, plain = false } = {},
): readonly Column<Row>[] {
  const visibleColumns = columns.filter((column) =>
    hidden ? !hidden.includes(column.id) : printed || !(plain ? column.lesser === true : column.lesser),
  )
  return visibleColumns.length > 0 ? visibleColumns : columns
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

type Key = string | number | null

function compareKeys(item: Key, other: Key): number {
  if (typeof item === 'number' && typeof other === 'number') return item - other
  return collator.compare(String(item), String(other))
}

/**
 * Returns the rows in the order of the state. Text sorts naturally (without case, 2 before 10), rows without
 * a value are last in both directions, and equal rows remain in their order. Returns the same array if it is
 * unsorted.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: Pick<TableState, 'sortBy' | 'descending'>,
): readonly Row[] {
  const column = columns.find(({ id }) => id === state.sortBy)
  if (!column) return rows
  const sign = state.descending ? -1 : 1
  const keyed = rows.map((row): [Key, Row] => [column.sortKey(row), row])
  keyed.sort(([one], [other]) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * compareKeys(one, other)
  })
  return keyed.map(([, row]) => row)
}

/** Returns a function that checks the filter of a column. An unreadable bound is ignored. */
function cellMatcher<Row>(column: Column<Row>, input: string): (row: Row) => boolean {
  const { filter } = column
  if (filter.kind === 'choice') return (row) => column.text(row) === input
  if (filter.kind === 'contains') {
    const needle = input.trim().toLowerCase()
    return (row) => column.text(row).toLowerCase().includes(needle)
  }
  const [from, to] = input.split('..').map((bound) => filter.read(bound))
  return (row) => {
    const value = filter.value(row)
    if (value === null) return (from ?? null) === null && (to ?? null) === null
    return (
      (from === null || from === undefined || value >= from) &&
      (to === null || to === undefined || value <= to)
    )
  }
}

/**
 * Returns a function that provides the lower-case text of all columns of a row. The text is cached, so that a
 * search of {@link filterRows} needs only one lookup per row.
 */
export function searchIndex<Row extends object>(columns: readonly Column<Row>[]): (row: Row) => string {
  const texts = new WeakMap<Row, string>()
  return (row) => {
    let text = texts.get(row)
    if (text === undefined) {
      text = columns
        .map((column) => column.text(row))
        .join('\n')
        .toLowerCase()
      texts.set(row, text)
    }
    return text
  }
}

/** Returns the open tab: the chosen one or else the first one. Undefined without tabs. */
export function getChosenTab<Row>(tabs: readonly TableTab<Row>[] | undefined, selected: string | null) {
  return tabs?.find(({ label }) => label === selected) ?? tabs?.[0]
}

/**
 * Returns the rows that pass every filter: tab, letter, declared filters, columns, and each word of the
 * search.
 */
export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: TableState,
  rules: TableRules<Row> = {},
  getText: (row: Row) => string = searchIndex(columns),
): readonly Row[] {
  const tests: ((row: Row) => boolean)[] = []
  const tab = getChosenTab(rules.tabs, state.tab)
  if (tab) tests.push(tab.match)
  const { alphabet } = rules
  if (alphabet && state.letter !== VIEW_ALL) tests.push((row) => matchesLetter(alphabet(row), state.letter))
  for (const filter of rules.filters ?? []) {
    const value = state.choices[filter.label]
    if (value) tests.push((row) => filter.match(row, value))
  }
  for (const column of columns) {
    const columnFilter = state.columnFilters[column.id]
    if (columnFilter) tests.push(cellMatcher(column, columnFilter))
  }
  const labels = state.search.toLowerCase().split(/\s+/).filter(Boolean)
  if (labels.length > 0) tests.push((row) => labels.every((word) => getText(row).includes(word)))
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

/**
 * Returns the rows of the state's page, or of the last page if there are fewer, with the page number and page
 * count.
 */
export function pageRows<Row>(
  rows: readonly Row[],
  state: Pagination,
): { rows: readonly Row[]; page: number; pages: number } {
  const pages = pageCount(rows.length, state.rowsPerPage)
  const page = Math.min(state.page, pages)
  return { rows: cutPage(rows, { page, rowsPerPage: state.rowsPerPage }), page, pages }
}

/** Estimates the width of a text, in letters of average width. */
function estimateWidth(text: string): number {
  let width = 0
  for (const letter of text) width += narrow.has(letter) ? 0.5 : wide.has(letter) ? 1.4 : 1
  return width
}

const narrow = new Set(" .,:;'|!()[]-/fijlrtI")
const wide = new Set('mwMWABCDEGHKNOQRSUVXY@%&')

/**
 * The number of texts that represent a column. The estimate is not exact, so the widest text is among a few.
 */
const samples = 5

/**
 * Returns the widest texts of each column, one per line. They determine the column widths, so that these do
 * not depend on the visible rows. Columns with line breaks or their own width need none.
 */
export function widestTexts<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly string[] {
  return columns.map((column) => {
    if (column.width !== undefined || column.wrap) return ''
    const texts = [...new Set(rows.map(column.text))].map((text): [string, number] => [
      text,
      estimateWidth(text),
    ])
    texts.sort(([, one], [, other]) => other - one)
    return texts
      .slice(0, samples)
      .map(([text]) => text)
      .join('\n')
  })
}

/**
 * Whether a name matches a choice of the alphabet filter. Names that begin with another character match only
 * View All. UI-09.
 */
export function matchesLetter(name: string | null | undefined, choice: string): boolean {
  if (choice === VIEW_ALL) return true
  const first = (name ?? '').charAt(0)
  return choice === '#' ? /^\d$/.test(first) : first !== '' && first.toUpperCase() === choice.toUpperCase()
}
