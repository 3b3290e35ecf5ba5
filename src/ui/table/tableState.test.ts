import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { columns } from './columns.tsx'
import {
  changeTableState,
  countFilters,
  filterRows,
  initialTableState,
  pageRows,
  readTableState,
  sortRows,
  type TableState,
  visibleColumns,
  widestTexts,
  withoutFilters,
} from './tableState.ts'

type Request = {
  id: number
  name: string | null
  amount: number | null
  day: string | null
  open: boolean
  status: string
}

const col = columns<Request>()
const all = [
  col.text('Id', (row) => row.id),
  col.text('Name', (row) => row.name),
  col.money('Amount', (row) => row.amount, { total: true }),
  col.date('Day', (row) => row.day),
  col.bool('Open', (row) => row.open),
  col.chip(
    'Status',
    (row) => row.status,
    () => 'blue',
  ),
  col.number('Twice', (row) => row.id * 2, { lesser: true }),
]

const rows: Request[] = [
  { id: 1, name: 'Unit 10', amount: 5, day: '2026-02-01', open: true, status: 'Approved' },
  { id: 2, name: 'unit 2', amount: 1250.5, day: '2025-12-31', open: false, status: 'Submitted' },
  { id: 3, name: null, amount: null, day: null, open: true, status: 'Approved' },
  { id: 4, name: '1st Street Apts', amount: -3, day: '2026-01-15', open: false, status: 'Denied' },
]

const state = (change: Partial<TableState>): TableState => ({ ...initialTableState, ...change })
const ids = (requests: readonly Request[]) => requests.map((row) => row.id)
const filterIds = (change: Partial<TableState>, rules = {}) =>
  ids(filterRows(rows, all, state(change), rules))
const sortIds = (sortBy: string, descending = false) => ids(sortRows(rows, all, { sortBy, descending }))

test('UI-05 a table initially shows all rows on one page without sorting', () => {
  const many = Array.from({ length: 137 }, (_, index) => index)
  expect(pageRows(many, initialTableState)).toEqual({ rows: many, page: 1, pages: 1 })
  expect(ids(sortRows(rows, all, initialTableState))).toEqual([1, 2, 3, 4])
})

test('UI-04 a page size cuts pages, and a page beyond the end is the last one', () => {
  const many = Array.from({ length: 12 }, (_, index) => index)
  expect(pageRows(many, state({ rowsPerPage: 5, page: 2 })).rows).toEqual([5, 6, 7, 8, 9])
  expect(pageRows(many, state({ rowsPerPage: 5, page: 9 }))).toEqual({ rows: [10, 11], page: 3, pages: 3 })
  expect(pageRows([], state({ rowsPerPage: 5, page: 2 }))).toEqual({ rows: [], page: 1, pages: 1 })
})

test('text sorts without case and with numbers in natural order, and rows without a value are always last', () => {
  expect(sortIds('Name')).toEqual([4, 2, 1, 3])
  expect(sortIds('Name', true)).toEqual([1, 2, 4, 3])
})

test('amounts and days sort by value', () => {
  expect(sortIds('Amount')).toEqual([4, 1, 2, 3])
  expect(sortIds('Amount', true)).toEqual([2, 1, 4, 3])
  expect(sortIds('Day')).toEqual([2, 4, 1, 3])
})

test('sorting is stable, loses no row, and ignores a missing column', () => {
  expect(sortIds('Status')).toEqual([1, 3, 4, 2])
  expect(sortIds('Gone')).toEqual([1, 2, 3, 4])
  fc.assert(
    fc.property(
      fc.array(fc.record({ amount: fc.option(fc.integer({ min: -3, max: 3 })) })),
      fc.boolean(),
      (some, descending) => {
        const amount = columns<{ amount: number | null }>().number('Amount', (row) => row.amount)
        const result = sortRows(some, [amount], { sortBy: 'Amount', descending })
        expect(new Set(result)).toEqual(new Set(some))
        for (let index = 1; index < result.length; index += 1) {
          const [before, after] = [result[index - 1]!, result[index]!]
          if (before.amount === null) expect(after.amount).toBeNull()
          else if (after.amount !== null && before.amount !== after.amount)
            expect(before.amount < after.amount).toBe(!descending)
          else if (before.amount === after.amount)
            expect(some.indexOf(before)).toBeLessThan(some.indexOf(after))
        }
      },
    ),
  )
})

test('the search requires every word in the displayed text of the row, without case', () => {
  expect(filterIds({ search: 'UNIT' })).toEqual([1, 2])
  expect(filterIds({ search: ' approved  unit ' })).toEqual([1])
  expect(filterIds({ search: '$1,250.50' })).toEqual([2])
  expect(filterIds({ search: '12/31/2025' })).toEqual([2])
  expect(filterIds({ search: 'nothing like it' })).toEqual([])
})

test('UI-09 the alphabet filter: # for digits, letters without case, View All for everything', () => {
  const rules = { alphabet: (row: Request) => row.name }
  expect(filterIds({ letter: '#' }, rules)).toEqual([4])
  expect(filterIds({ letter: 'U' }, rules)).toEqual([1, 2])
  expect(filterIds({ letter: VIEW_ALL }, rules)).toEqual([1, 2, 3, 4])
  expect(filterIds({ letter: 'U' })).toEqual([1, 2, 3, 4])
})

test('columns filter by contained text, by one of their values, and by a range', () => {
  expect(filterIds({ columnFilters: { Name: ' unit ' } })).toEqual([1, 2])
  expect(filterIds({ columnFilters: { Open: 'Yes' } })).toEqual([1, 3])
  expect(filterIds({ columnFilters: { Status: 'Approved', Open: 'Yes' } })).toEqual([1, 3])
  expect(filterIds({ columnFilters: { Amount: '5..' } })).toEqual([1, 2])
  expect(filterIds({ columnFilters: { Amount: '..$5.00' } })).toEqual([1, 4])
  expect(filterIds({ columnFilters: { Day: '01/01/2026..01/31/2026' } })).toEqual([4])
})

test('an unreadable bound of a range is ignored', () => {
  expect(filterIds({ columnFilters: { Day: '01/0..' } })).toEqual([1, 2, 3, 4])
  expect(filterIds({ columnFilters: { Amount: 'x..y' } })).toEqual([1, 2, 3, 4])
})

test('tabs and declared filters work, and the first tab is the default', () => {
  const tabs = [
    { label: 'Open', match: (row: Request) => row.open },
    { label: 'All', match: () => true },
  ]
  const filters = [
    { label: 'Status', values: ['Approved'], match: (row: Request, value: string) => row.status === value },
  ]
  expect(filterIds({}, { tabs })).toEqual([1, 3])
  expect(filterIds({ tab: 'All' }, { tabs })).toEqual([1, 2, 3, 4])
  expect(filterIds({ tab: 'Gone' }, { tabs })).toEqual([1, 3])
  expect(filterIds({ choices: { Status: 'Denied' } }, { filters })).toEqual([4])
  expect(filterIds({ choices: { Status: '' } }, { filters })).toEqual([1, 2, 3, 4])
})

test('a change of the rows leads to the first page, but hiding a column does not', () => {
  const third = state({ page: 3 })
  expect(changeTableState(third, { search: 'a' }).page).toBe(1)
  expect(changeTableState(third, { rowsPerPage: 10 }).page).toBe(1)
  expect(changeTableState(third, { hidden: ['Id'] }).page).toBe(3)
  expect(changeTableState(third, { page: 2 }).page).toBe(2)
})

test('filters are counted and cleared, while tab, order and columns remain', () => {
  const set = state({
    search: 'a',
    letter: 'B',
    tab: 'All',
    sortBy: 'Id',
    hidden: ['Day'],
    choices: { Status: 'Denied', Other: '' },
    columnFilters: { Name: 'x' },
  })
  expect(countFilters(set)).toBe(4)
  const cleared = withoutFilters(set)
  expect(countFilters(cleared)).toBe(0)
  expect(cleared).toMatchObject({ tab: 'All', sortBy: 'Id', hidden: ['Day'] })
})

test('columns are hidden by their own setting until the user chooses, but never all of them', () => {
  const labels = (hidden: TableState['hidden']) => visibleColumns(all, hidden).map(({ label }) => label)
  expect(labels(null)).toEqual(['Id', 'Name', 'Amount', 'Day', 'Open', 'Status'])
  expect(labels(['Id'])).toContain('Twice')
  const plain = all.map((column) =>
    column.label === 'Amount' ? { ...column, lesser: 'inQueues' as const } : column,
  )
  const getLabels = (isPlain: boolean) =>
    visibleColumns(plain, null, { plain: isPlain }).map(({ label }) => label)
  expect([getLabels(false), getLabels(true)]).toEqual([labels(['Amount', 'Twice']), labels(['Twice'])])
  const printed = (hidden: TableState['hidden']) =>
    visibleColumns(all, hidden, { printed: true }).map(({ label }) => label)
  expect(printed(null)).toEqual(all.map(({ label }) => label))
  expect(printed(['Id', 'Twice'])).toEqual(labels(['Id', 'Twice']))
  expect(labels(all.map(({ id }) => id))).toHaveLength(all.length)
})

test('UI-08 a state is restored from its stored text', () => {
  const text = fc.string()
  const texts = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.string(),
    { noNullPrototype: true },
  )
  const states = fc.record<TableState>({
    page: fc.integer({ min: 1, max: 99 }),
    rowsPerPage: fc.nat(100),
    sortBy: fc.option(text),
    descending: fc.boolean(),
    search: text,
    letter: text,
    tab: fc.option(text),
    choices: texts,
    columnFilters: texts,
    hidden: fc.option(fc.array(text)),
  })
  fc.assert(
    fc.property(states, (state) => {
      expect(readTableState(JSON.stringify(state))).toEqual(state)
    }),
  )
})

test('UI-08 any invalid stored text results in the initial state', () => {
  for (const storedText of [
    null,
    '',
    'no json',
    'null',
    '[]',
    '7',
    '{"page":0,"rowsPerPage":-1,"hidden":"x","choices":[1]}',
  ]) {
    expect(readTableState(storedText)).toEqual(initialTableState)
  }
  fc.assert(
    fc.property(fc.json(), (storedText) => {
      expect(readTableState(storedText)).toMatchObject({ page: expect.any(Number) })
    }),
  )
})

test('a column is measured by its widest texts, unless it has its own width or line breaks', () => {
  const column = columns<string>()
  const shapes = [
    column.text('A', (text) => text),
    column.text('B', (text) => text, { width: 80 }),
    column.text('C', (text) => text, { wrap: true }),
  ]
  const [first, ...otherRows] = widestTexts(['iiiiiiii', 'WWWWWW', 'a', 'a'], shapes)
  expect(first?.split('\n')[0]).toBe('WWWWWW')
  expect(otherRows).toEqual(['', ''])
  expect(widestTexts([], shapes)).toEqual(['', '', ''])
})
