import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from '#ui/table/csv.ts'
import { cardPlan, getCardFacts } from './cards.ts'
import { columns } from './columns.tsx'

type Row = {
  name: string
  amount: number | null
  day: string | null
  at: string | null
  done: boolean | null
  count: number
}

const col = columns<Row>()
const row: Row = {
  name: 'Oak',
  amount: 1250.5,
  day: '2026-03-05',
  at: '2026-03-05T21:04:00Z',
  done: false,
  count: 1200,
}
const none: Row = { name: '', amount: null, day: null, at: null, done: null, count: 0 }

test('FMT-01 FMT-03 FMT-05 columns format dates, moments, numbers and money', () => {
  expect(col.money('Amount', (r) => r.amount).text(row)).toBe('$1,250.50')
  expect(col.number('Count', (r) => r.count).text(row)).toBe('1,200')
  expect(col.date('Day', (r) => r.day).text(row)).toBe('03/05/2026')
  expect(col.moment('At', (r) => r.at).text(row)).toBe('03/05/2026 3:04 PM')
  expect(col.bool('Done', (r) => r.done).text(row)).toBe('No')
})

test('record numbers have a prefix, and months are shown by name and sorted by time', () => {
  const [number, month] = [col.text('No', (r) => r.count, { prefix: 'IC' }), col.month('Month', (r) => r.day)]
  expect([number.text({ ...row, count: 12 }), number.csv({ ...row, count: 12 })]).toEqual(['IC-12', 'IC-12'])
  expect(
    col
      .link(
        'No',
        (r) => r.amount,
        () => null,
        { prefix: 'R' },
      )
      .text(none),
  ).toBe('')
  expect([month.text(row), month.text(none)]).toEqual(['March 2026', ''])
  const [march, november] = [month.sortKey(row)!, month.sortKey({ ...row, day: '2025-11-01' })!]
  expect(march > november).toBe(true)
})

test('a missing value has an empty text and no sort key', () => {
  const some = [
    col.text('Name', (r) => r.name),
    col.money('Amount', (r) => r.amount),
    col.date('Day', (r) => r.day),
    col.moment('At', (r) => r.at),
    col.bool('Done', (r) => r.done),
  ]
  expect(some.map((column) => column.text(none))).toEqual(['', '', '', '', ''])
  expect(some.map((column) => column.sortKey(none))).toEqual([null, null, null, null, null])
})

test('UI-06 a boolean column is 75 px wide by default', () => {
  expect(col.bool('Done', (r) => r.done).width).toBe(75)
  expect(col.bool('Done', (r) => r.done, { width: 90 }).width).toBe(90)
  expect(col.text('Name', (r) => r.name).width).toBeUndefined()
})

test('days and moments sort by time', () => {
  const day = col.date('Day', (r) => r.day)
  expect(day.sortKey({ ...row, day: '2025-12-31' })).toBeLessThan(Number(day.sortKey(row)))
  const column = col.moment('At', (r) => r.at)
  expect(column.sortKey({ ...row, at: '2026-03-05T16:04:00-06:00' })).toBeGreaterThan(
    Number(column.sortKey(row)),
  )
})

test('a column of money has an exact total, but only on request', () => {
  const column = col.money('Amount', (r) => r.amount, { total: true })
  const tenths = Array.from({ length: 10 }, () => ({ ...row, amount: 0.1 }))
  expect(column.total?.([...tenths, none])).toBe('$1.00')
  expect(col.money('Amount', (r) => r.amount).total).toBeUndefined()
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (cents) => {
      const total = column.total?.(cents.map((amount) => ({ ...row, amount: amount / 100 })))
      const expected = cents.reduce((sum, amount) => sum + amount, 0)
      expect(total).toBe(col.money('Amount', () => expected / 100).text(row))
    }),
  )
})

test('a total is blank if no row has a figure, and 0 if the figures add up to 0', () => {
  const column = col.money('Amount', (r) => r.amount, { total: true })
  expect(column.total?.([none, none])).toBe(column.text(none))
  expect(column.total?.([none, { ...row, amount: 0 }])).toBe('$0.00')
})

test('CSV-02 exports numbers and amounts without format, and other values as displayed', () => {
  const some = [
    col.text('Name', (r) => r.name),
    col.money('Amount', (r) => r.amount),
    col.number('Count', (r) => r.count),
    col.date('Day', (r) => r.day),
    col.bool('Done', (r) => r.done),
  ]
  const csv = toCsv(
    some.map(({ label, csv: value }) => ({ label, value })),
    [row, none],
  )
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    'Name,Amount,Count,Day,Done',
    'Oak,1250.5,1200,03/05/2026,No',
    ',,0,,',
  ])
})

test('two columns with the same label have different ids', () => {
  expect(col.text('Name', (r) => r.name).id).toBe('Name')
  expect(col.text('Name', (r) => r.name, { id: 'second' }).id).toBe('second')
})

test('the kind of a column determines its place on a card, unless the column chooses another', () => {
  const all = [
    col.text('Number', () => 'R-1'),
    col.text('Remark', () => '', { card: 'none' }),
    col.link(
      'Property',
      () => 'Oak Court',
      () => '/1',
    ),
    col.number('Items', () => 3),
    col.text('Type', () => 'Advance'),
    col.date('Submitted', () => '2026-03-01'),
    col.date('Paid', () => null),
    col.money('Claimed', () => 5),
    col.money('Approved', () => 4),
    col.chip(
      'Status',
      () => 'Open',
      () => 'blue',
    ),
    col.node('Take back', () => null),
  ]
  const getLabels = (columns: readonly { label: string }[]) => columns.map(({ label }) => label)
  const plan = cardPlan(all)
  const places = [plan.title, plan.second, plan.amount, plan.state].map((column) => column?.label)
  expect(places).toEqual(['Number', 'Property', 'Claimed', 'Status'])
  // Days come first, empty facts are left out, and there are at most two.
  expect(getLabels(getCardFacts(plan, row))).toEqual(['Submitted', 'Items'])
  expect(getLabels(plan.controls)).toEqual(['Take back'])
  const customPlan = cardPlan(
    all.map((column) => (column.label === 'Type' ? { ...column, card: 'second' as const } : column)),
  )
  expect(customPlan.second?.label).toBe('Type')
  expect(getLabels(getCardFacts(customPlan, row))).toEqual(['Submitted', 'Property'])
})
