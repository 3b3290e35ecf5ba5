import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSheetReader } from '../model/sheetRows.ts'
import { getFaultLines, getFaultRows, readSheetFile } from './sheetFile.ts'

const amount = (label: string) => z.number().optional().meta({ label, kind: 'money' })
const sheet = createSheetReader(
  z.object({
    number: z.string().meta({ label: 'Number', kind: 'text' }),
    principalPaid: amount('Principal paid'),
    endingBalance: amount('Ending balance'),
  }),
  { 'MITAS number': 'number' },
)

const cells = [
  ['', ''],
  ['MITAS number', 'Principal paid', ''],
  ['4711', ' 57,000 ', ''],
  ['', '', ''],
  ['4712', 'much'],
]

test('the rows of a file have their headings and line numbers, and blank rows are left out', () => {
  expect(readSheetFile(cells, sheet)).toEqual({
    headings: ['MITAS number', 'Principal paid'],
    rows: [
      { line: 3, values: { 'MITAS number': '4711', 'Principal paid': '57,000' } },
      { line: 5, values: { 'MITAS number': '4712', 'Principal paid': 'much' } },
    ],
  })
  expect(readSheetFile([[' ']], sheet)).toBe('This file is empty.')
  expect(readSheetFile([['Number', 'Number']], sheet)).toBe('The column “Number” is there twice.')
  expect(readSheetFile([['Number', 'Town']], sheet)).toBe('Unknown columns: Town.')
  expect(readSheetFile([['Number']], sheet)).toBe('This file has headings and no rows.')
})

test('the file of faults has each faulty row once, unchanged, with all of its faults', () => {
  const file = readSheetFile(cells, sheet)
  if (typeof file === 'string') throw new Error(file)
  const faults = [
    { row: 2, field: 'principalPaid', message: 'Principal paid: Enter a number.' },
    { row: 2, field: 'endingBalance', message: 'Ending balance: *Field is required' },
  ]
  expect(getFaultLines(file, faults, sheet).map((faultLine) => [faultLine.line, faultLine.column])).toEqual([
    [5, 'Principal paid'],
    [5, 'Ending balance'],
  ])
  expect(getFaultRows(file, faults)).toEqual([
    {
      line: 5,
      values: { 'MITAS number': '4712', 'Principal paid': 'much' },
      wrong: 'Principal paid: Enter a number. Ending balance: *Field is required',
    },
  ])
})
