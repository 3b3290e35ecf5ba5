import { addressQuery } from '../frame/address.ts'
import { initialTableState, type TableState } from './tableState.ts'
import type { ViewState } from './viewStore.ts'

/** How a list is named in addresses: its caption in small letters, with dashes. */
export const listName = (caption: string): string =>
  caption
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const single = ['list', 'show', 'find', 'letter', 'sort', 'page', 'rows']
const isOwn = (name: string) =>
  single.includes(name) || name.startsWith('where.') || name.startsWith('column.')

/**
 * Returns the address entries of the parts of a state that differ from the initial one; the visible columns
 * are left out, because each user has their own.
 */
function getEntries(state: TableState, initial: TableState): [string, string][] {
  const { tab, search, letter, sortBy, descending, page, rowsPerPage } = state
  const all: [string, string, string][] = [
    ['show', tab ?? '', initial.tab ?? ''],
    ['find', search, initial.search],
    ['letter', letter, initial.letter],
    [
      'sort',
      `${descending ? '-' : ''}${sortBy ?? ''}`,
      `${initial.descending ? '-' : ''}${initial.sortBy ?? ''}`,
    ],
    ['page', String(page), String(initial.page)],
    ['rows', String(rowsPerPage), String(initial.rowsPerPage)],
  ]
  const set = (prefix: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]): [string, string] => [`${prefix}.${name}`, value])
  return [
    ...all
      .filter(([, value, before]) => value !== before)
      .map(([name, value]): [string, string] => [name, value]),
    ...set('where', state.choices),
    ...set('column', state.columnFilters),
  ]
}

/**
 * Writes a list's state into a query, replacing its earlier entries; entries of other components are kept.
 */
export function writeList(
  query: URLSearchParams,
  list: string,
  state: TableState,
  initial: TableState,
): void {
  const entries = getEntries(state, initial)
  // Another list of the screen is in the address: it stays, as long as there is nothing to say of this one.
  if (entries.length === 0 && query.get('list') !== list) return
  for (const name of [...query.keys()]) if (isOwn(name)) query.delete(name)
  if (entries.length === 0) return
  query.set('list', list)
  for (const [name, value] of entries) query.set(name, value)
}

/**
 * Returns the state of a list from a query; null if the query has no entry for it. Missing parts have their
 * initial values.
 */
export function readList(query: URLSearchParams, list: string, initial: TableState): TableState | null {
  if (![...query.keys()].some(isOwn) || (query.get('list') ?? list) !== list) return null
  const count = (name: string, minimum: number, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise)
    return Number.isInteger(value) && value >= minimum ? value : otherwise
  }
  const sortText = query.get('sort')
  const descending = sortText?.startsWith('-') ?? initial.descending
  const below = (prefix: string) =>
    Object.fromEntries(
      [...query]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [name.slice(prefix.length), value]),
    )
  return {
    page: count('page', 1, initial.page),
    rowsPerPage: count('rows', 0, initial.rowsPerPage),
    sortBy: sortText === null ? initial.sortBy : (descending ? sortText.slice(1) : sortText) || null,
    descending,
    search: query.get('find') ?? initial.search,
    letter: query.get('letter') ?? initial.letter,
    tab: query.get('show') || initial.tab,
    choices: below('where.'),
    columnFilters: below('column.'),
    hidden: initial.hidden,
  }
}

/**
 * How a list is set at present, as a view keeps it: with it all that the screen itself is filtered by; the
 * first page.
 */
export function getTableView(list: string, hidden: TableState['hidden'], query = addressQuery()): ViewState {
  // The address has only the differences; the name of the list in it means that the rest is initial.
  if (query.get('list') !== list) for (const name of [...query.keys()]) if (isOwn(name)) query.delete(name)
  query.delete('page')
  query.set('list', list)
  return { query: query.toString(), hidden }
}

/**
 * The address of a screen with its list as it is to be found: for tiles and links that open "the list behind
 * it".
 */
export function listPath(path: string, caption: string, changes: Partial<TableState>): string {
  const query = new URLSearchParams()
  writeList(query, listName(caption), { ...initialTableState, ...changes }, initialTableState)
  return query.size === 0 ? path : `${path}?${query}`
}
