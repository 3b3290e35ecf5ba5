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

test('a file is read by its content: a table as text, and a file that is neither a table nor a workbook gives a sentence', async () => {
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

test('point 4: a file with more rows than the limit is refused at once with a sentence, and none of its rows is skipped', async () => {
  const lines = (count: number) => `Account,Amount\n${'1120,500\n'.repeat(count - 1)}`
  expect(await openParts('books.csv', lines(5000))).toMatchObject({ tables: [{ sheet: null }] })
  const start = performance.now()
  for (const count of [5001, 1_100_000])
    expect(await openParts('books.csv', lines(count))).toMatch(/more than 5000 rows/)
  expect(performance.now() - start).toBeLessThan(2000)
})
