import { addressQuery } from '../frame/address.ts'
import { initialTableState, type TableState } from './tableState.ts'
import type { ViewState } from './viewStore.ts'

/** Returns the name of a list in addresses: its caption in lower case with dashes. */
export const listName = (caption: string): string =>
  caption
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const ownNames = ['list', 'show', 'find', 'letter', 'sort', 'page', 'rows']
const isOwn = (name: string) =>
  ownNames.includes(name) || name.startsWith('where.') || name.startsWith('column.')

/**
 * Returns the address entries for the parts of a state that differ from the initial one. The visible columns
 * are not included, because each user has their own.
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
 * Writes the state of a list into a query and replaces its earlier entries. Entries of other components
 * remain.
 */
export function writeList(
  query: URLSearchParams,
  list: string,
  state: TableState,
  initial: TableState,
): void {
  const entries = getEntries(state, initial)
  // The address belongs to another list of the screen, which remains until this list has entries.
  if (entries.length === 0 && query.get('list') !== list) return
  for (const name of [...query.keys()]) if (isOwn(name)) query.delete(name)
  if (entries.length === 0) return
  query.set('list', list)
  for (const [name, value] of entries) query.set(name, value)
}

/**
 * Reads the state of a list from a query. Returns null if the query has no entry for the list. Missing parts
 * have their initial values.
 */
export function readList(query: URLSearchParams, list: string, initial: TableState): TableState | null {
  if (![...query.keys()].some(isOwn) || (query.get('list') ?? list) !== list) return null
  const count = (name: string, minimum: number, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise)
    return Number.isInteger(value) && value >= minimum ? value : otherwise
  }
  const sortText = query.get('sort')
  const descending = sortText?.startsWith('-') ?? initial.descending
  const getValuesByName = (prefix: string) =>
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
    choices: getValuesByName('where.'),
    columnFilters: getValuesByName('column.'),
    hidden: initial.hidden,
  }
}

/**
 * Returns the current state of a list for a saved view. It includes the filters of the screen itself, but not
 * the page number.
 */
export function getTableView(list: string, hidden: TableState['hidden'], query = addressQuery()): ViewState {
  // The address has only the differences from the initial state. The name of the list marks it as complete.
  if (query.get('list') !== list) for (const name of [...query.keys()]) if (isOwn(name)) query.delete(name)
  query.delete('page')
  query.set('list', list)
  return { query: query.toString(), hidden }
}

/**
 * Returns the address of a screen with the specified state of its list, for tiles and links that open a
 * filtered list.
 */
export function listPath(path: string, caption: string, changes: Partial<TableState>): string {
  const query = new URLSearchParams()
  writeList(query, listName(caption), { ...initialTableState, ...changes }, initialTableState)
  return query.size === 0 ? path : `${path}?${query}`
}
