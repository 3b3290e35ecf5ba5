import { expect, test } from 'vitest'
import { columns } from './columns.tsx'
import { listSheet } from './excel.ts'

type Row = { name: string; amount: number | null; day: string }
const col = columns<Row>()
const rowColumns = [
  col.text('Name', (row) => row.name),
  col.money('Amount', (row) => row.amount),
  col.date('Day', (row) => row.day),
  col.node('Do', () => 'a button'),
]

test('a list becomes a sheet with headings, amounts as numbers, empty cells and without buttons', () => {
  const sheet = listSheet('Requests [open] / all of them, and a long name', rowColumns, [
    { name: 'Maple Grove', amount: 12.5, day: '2026-11-24' },
    { name: '=1+1', amount: null, day: '2026-01-02' },
  ])
  expect(sheet.name).toBe('Requests  open    all of them, ')
  expect(sheet.rows.map((row) => row.map(({ value }) => value))).toEqual([
    ['Name', 'Amount', 'Day'],
    ['Maple Grove', 12.5, '11/24/2026'],
    ['=1+1', null, '01/02/2026'],
  ])
  expect(sheet.rows[1]![1]).toEqual({ value: 12.5, look: 'money' })
  expect(sheet.widths).toEqual([13, 8, 12])
})
