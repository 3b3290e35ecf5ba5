import { expect, test } from 'vitest'
import { openFile } from './files.ts'

const book = {
  title: 'A book',
  property: 'Maple Grove',
  year: 2025,
  columns: [],
  chart: { accounts: [] },
  lists: [],
}
const openParts = (name: string, ...parts: BlobPart[]) => openFile(new File(parts, name), book as never)

test('a file is read by what it holds: a table as text, and what is neither is told in a sentence', async () => {
  expect(await openParts('books.csv', 'Account,Amount\n1120,500\n')).toMatchObject({
    tables: [
      {
        sheet: null,
        rows: [
          ['Account', 'Amount'],
          ['1120', '500'],
        ],
      },
    ],
  })
  for (const name of ['books.csv', 'books', 'books.xls', 'books.xlsx'])
    expect(await openParts(name, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 1])), name).toMatch(
      /older Excel, or one with a password/,
    )
})

test('point 4: a file of more rows than are read is refused at once and in words, nothing of it is left out', async () => {
  const lines = (count: number) => `Account,Amount\n${'1120,500\n'.repeat(count - 1)}`
  expect(await openParts('books.csv', lines(5000))).toMatchObject({ tables: [{ sheet: null }] })
  const began = performance.now()
  for (const count of [5001, 1_100_000])
    expect(await openParts('books.csv', lines(count))).toMatch(/more than 5000 rows/)
  expect(performance.now() - began).toBeLessThan(2000)
})
