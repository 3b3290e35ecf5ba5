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
const getCheckedRows = (text: string) => checkTable(parseCsv(text), columns, check)

test('CSV-01 headings match in any case, spacing and order, and optional ones may be missing', () => {
  expect(getCheckedRows('CLAIMED_AMOUNT,vendor\r\n12, Ace \r\n')).toEqual([
    { line: 2, values: { Vendor: 'Ace', 'Claimed amount': '12', Note: '' }, faults: [], outcome: 'ready' },
  ])
})

test('CSV-01 the error lists all missing and unknown headings', () => {
  expect(() => getCheckedRows('Vendor,Price,Color\r\n')).toThrow(
    'Missing columns: Claimed amount. Unknown columns: Price, Color.',
  )
})

test('CSV-01 each row has its own faults and its line number in the file', () => {
  const rows = getCheckedRows('Vendor,Claimed amount,Note\n,5,\n"a\nb",6,\nCity,7,x,y\n')
  expect(rows.map(({ line, outcome, faults }) => [line, outcome, faults.length])).toEqual([
    [2, 'faulty', 1],
    [3, 'ready', 0],
    [5, 'faulty', 1],
  ])
})

test('a file with only headings has no rows', () => {
  expect(getCheckedRows('Vendor,Claimed amount\n')).toEqual([])
})
