import { expect, test } from 'vitest'
import { parseCsv } from '#ui/table/csv.ts'
import { checkTable } from './csvCheck.ts'

const columns = [
  { name: 'Vendor', required: true },
  { name: 'Claimed amount', required: true },
  { name: 'Note' },
]
const check = (row: Readonly<Record<string, string>>) =>
  row.Vendor === '' ? ['Vendor: *Field is required'] : []
const checked = (text: string) => checkTable(parseCsv(text), columns, check)

test('CSV-01 headings are found without regard to case, spaces and order; optional ones may be missing', () => {
  expect(checked('CLAIMED_AMOUNT,vendor\r\n12, Ace \r\n')).toEqual([
    { line: 2, values: { Vendor: 'Ace', 'Claimed amount': '12', Note: '' }, faults: [], outcome: 'ready' },
  ])
})

test('CSV-01 missing and unknown headings are named, all at once', () => {
  expect(() => checked('Vendor,Price,Color\r\n')).toThrow(
    'Missing columns: Claimed amount. Unknown columns: Price, Color.',
  )
})

test('CSV-01 each row carries its own faults, with the line of the file', () => {
  const rows = checked('Vendor,Claimed amount,Note\n,5,\n"a\nb",6,\nCity,7,x,y\n')
  expect(rows.map(({ line, outcome, faults }) => [line, outcome, faults.length])).toEqual([
    [2, 'faulty', 1],
    [3, 'ready', 0],
    [5, 'faulty', 1],
  ])
})

test('a file of headings alone has no rows', () => {
  expect(checked('Vendor,Claimed amount\n')).toEqual([])
})
