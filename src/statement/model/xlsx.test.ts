import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWorkbook, WorkbookError } from './xlsx.ts'

/** A zip as spreadsheets write it; sums are not checked by readers that only read. */
function zip(files: Readonly<Record<string, string | Buffer>>, compressed = true): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const data = compressed ? deflateRawSync(plain) : plain
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(compressed ? 8 : 0, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(header, Buffer.from(name), data)
    contents.push(entry, Buffer.from(name))
    offset += header.length + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...contents, end]))
}

const sheet = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
const book = {
  'xl/sharedStrings.xml':
    '<sst><si><t>Account</t></si><si><r><t>R&amp;D </t></r><r><t xml:space="preserve">costs</t></r></si></sst>',
  'xl/worksheets/sheet2.xml': sheet(''),
  'xl/worksheets/sheet1.xml': sheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Budget</t></is></c></row>' +
      '<row r="3" spans="1:3"><c r="A3"><v>5120</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" s="4"><f>SUM(1,2)</f><v>0.30000000000000004</v></c><c r="D3"/></row>',
  ),
}

test.each([true, false])(
  'reads texts, numbers and results of formulas where they stand (compressed %s)',
  async (compressed) => {
    expect(await readWorkbook(zip(book, compressed))).toEqual([
      ['Account', '', 'Budget'],
      [],
      ['5120', 'R&D costs', '0.3', ''],
    ])
  },
)

test('a fault of a formula, a yes or no, and what is left of a sum that comes to nothing read as a spreadsheet shows them', async () => {
  const cells =
    '<c r="A1" t="e"><v>#REF!</v></c><c r="B1" t="b"><v>1</v></c><c r="C1"><v>-4.5474735088646412E-13</v></c><c r="D1" t="b"><v>0</v></c>'
  const path = 'xl/worksheets/sheet1.xml'
  expect(await readWorkbook(zip({ [path]: sheet(`<row r="1">${cells}</row>`) }))).toEqual([
    ['#REF!', 'TRUE', '0', 'FALSE'],
  ])
})

test('a file that unpacks into a huge one is refused, however small it is', async () => {
  const bomb = zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(30_000_000, 32) })
  expect(bomb.byteLength).toBeLessThan(100_000)
  await expect(readWorkbook(bomb)).rejects.toThrow('too large')
})

test('a sheet that names a row far away, or columns without end, makes no room for them', async () => {
  const far = sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row><row r="9999999"><c r="A9999999" s="1"/></row>')
  expect(await readWorkbook(zip({ 'xl/worksheets/sheet1.xml': far }))).toEqual([[]])
})

test('point 4: a figure below the last row that is read is refused in words, not left out', async () => {
  const far = sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="5001"><c r="A5001"><v>1</v></c></row>')
  await expect(readWorkbook(zip({ 'xl/worksheets/sheet1.xml': far }))).rejects.toThrow('more than 5000 rows')
})

test('whatever is no workbook is refused in a sentence, a broken one, too', async () => {
  await expect(readWorkbook(zip({ 'word/document.xml': '<w/>' }))).rejects.toThrow(WorkbookError)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(200), async (noise, at) => {
      const broken = zip(book)
      broken.set(noise.slice(0, Math.max(0, broken.length - at)), at)
      const outcome = await readWorkbook(broken).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof WorkbookError).toBe(true)
    }),
    { numRuns: 60 },
  )
})
