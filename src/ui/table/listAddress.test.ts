import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getTableView, listName, listPath, readList, writeList } from './listAddress.ts'
import { initialTableState, type TableState } from './tableState.ts'

const initial: TableState = { ...initialTableState, sortBy: 'Age in days', descending: true }
const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '')
const arbitrary = fc.dictionary(
  text.filter((key) => key !== '__proto__'),
  text,
  { noNullPrototype: true },
)
const states = fc.record<TableState>({
  page: fc.integer({ min: 1, max: 99 }),
  rowsPerPage: fc.constantFrom(0, 5, 100),
  sortBy: fc.option(fc.constantFrom('Age in days', 'Units', 'A & B = 100 %')),
  descending: fc.boolean(),
  search: fc.string(),
  letter: fc.constantFrom('View All', '#', 'Z'),
  tab: fc.option(text),
  choices: arbitrary,
  columnFilters: arbitrary,
  hidden: fc.constant(null),
})

test('the address restores the state of a list, and entries of other components remain', () => {
  fc.assert(
    fc.property(states, (state) => {
      // Without a column there is no direction.
      const expected = { ...state, descending: state.sortBy !== null && state.descending }
      const query = new URLSearchParams('vendor=7&view=Completions&list=other&find=old')
      writeList(query, 'requests', expected, initial)
      expect(query.get('vendor')).toBe('7')
      const read = readList(new URLSearchParams(query.toString()), 'requests', initial)
      expect(read ?? initial).toEqual(expected)
      expect(readList(query, 'third', initial)).toBeNull()
    }),
  )
})

test('a list in its initial state has no entries in the address', () => {
  const query = new URLSearchParams()
  writeList(query, 'requests', { ...initial, search: 'oak' }, initial)
  expect(query.toString()).toBe('list=requests&find=oak')
  writeList(query, 'other', initial, initial)
  expect(query.toString()).toBe('list=requests&find=oak')
  writeList(query, 'requests', initial, initial)
  expect(query.toString()).toBe('')
})

test('a link opens a list by its caption, and an invalid address opens its initial state', () => {
  const path = listPath('/Queue', 'Replacement reserve requests', {
    tab: 'To do',
    choices: { Analyst: 'Not assigned' },
    sortBy: 'Submitted',
  })
  expect(path).toBe(
    '/Queue?list=replacement-reserve-requests&show=To+do&sort=Submitted&where.Analyst=Not+assigned',
  )
  const read = readList(
    new URLSearchParams(path.split('?')[1]),
    listName('Replacement reserve requests'),
    initial,
  )
  expect(read).toMatchObject({ tab: 'To do', sortBy: 'Submitted', descending: false, page: 1 })
  expect(readList(new URLSearchParams('page=-2&rows=many&list=x'), 'x', initial)).toEqual(initial)
  expect(listPath('/Queue', 'Requests', {})).toBe('/Queue')
})

test('a view contains all filters of the screen, but neither the page nor entries of another list', () => {
  const query = new URLSearchParams('type=3&list=properties&find=oak&page=4&where.County=Boone')
  const view = getTableView('properties', ['City'], new URLSearchParams(query))
  expect(view).toEqual({ query: 'type=3&list=properties&find=oak&where.County=Boone', hidden: ['City'] })
  const other = getTableView('users', null, new URLSearchParams(query))
  expect(other).toEqual({ query: 'type=3&list=users', hidden: null })
  // The name of the list in the address resets the settings from before the view was opened.
  expect(readList(new URLSearchParams(other.query), 'users', initial)).toEqual(initial)
})
