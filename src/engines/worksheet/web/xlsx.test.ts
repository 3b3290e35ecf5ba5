import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_VALUE } from '../model/sheetXml.ts'
import { WorkbookError } from '../model/workbook.ts'
import { readBookSheets, readSheets } from './xlsx.ts'

/**
 * Builds a zip file as spreadsheets write it; its checksums are 0, because the library does not check them.
 */
function zip(files: Readonly<Record<string, string | Buffer>>, compressed = true): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const data = compressed ? deflateRawSync(content) : content
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(compressed ? 8 : 0, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(header, Buffer.from(name), data)
    contents.push(entry, Buffer.from(name))
    offset += header.length + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...contents, end]))
}

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Builds a workbook from the XML of its sheets by name. */
const workbook = (sheets: Readonly<Record<string, string | Buffer>>, remaining = {}, compressed = true) => {
  const names = Object.keys(sheets)
  const kind = `${REL}/worksheet`
  return zip(
    {
      'xl/workbook.xml': `<workbook xmlns:r="${REL}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${kind}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ...Object.fromEntries(
        names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheets[name]!]),
      ),
      'xl/sharedStrings.xml': '<sst/>',
      ...remaining,
    },
    compressed,
  )
}
const loadFirst = async (bytes: Uint8Array) => (await readSheets(bytes))[0]!.rows
const sheet = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
const figures = sheet(
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Budget</t></is></c></row>' +
    '<row r="3" spans="1:3"><c r="A3"><v>5120</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" s="4"><f>SUM(1,2)</f><v>0.30000000000000004</v></c><c r="D3"/></row>',
)
const strings = {
  'xl/sharedStrings.xml':
    '<sst><si><t>Account</t></si><si><r><t>R&amp;D </t></r><r><t xml:space="preserve">costs</t></r></si></sst>',
}

test.each([true, false])(
  'texts, numbers and results of formulas are read at their places (compressed %s)',
  async (compressed) => {
    expect(await loadFirst(workbook({ Sheet1: figures, Sheet2: sheet('') }, strings, compressed))).toEqual([
      ['Account', '', 'Budget'],
      ['', '', ''],
      ['5120', 'R&D costs', '0.3'],
    ])
  },
)

test('a formula error, a yes or no, and a rounding remainder near zero are read as a spreadsheet shows them', async () => {
  const cells =
    '<c r="A1" t="e"><v>#REF!</v></c><c r="B1" t="b"><v>1</v></c><c r="C1"><v>-4.5474735088646412E-13</v></c><c r="D1" t="b"><v>0</v></c>'
  expect(await loadFirst(workbook({ One: sheet(`<row r="1">${cells}</row>`) }))).toEqual([
    ['#REF!', 'TRUE', '0', 'FALSE'],
  ])
})

test('a small file that unpacks into a huge one is refused', async () => {
  const bomb = workbook({ One: Buffer.alloc(30_000_000, 32) })
  expect(bomb.byteLength).toBeLessThan(100_000)
  await expect(loadFirst(bomb)).rejects.toThrow('too large')
})

test('an empty row far below and a column beyond the limit do not enlarge the sheet', async () => {
  const far = sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row><row r="9999999"><c r="A9999999" s="1"/></row>')
  expect(await loadFirst(workbook({ One: far }))).toEqual([])
})

test('point 4: a figure below the row limit is refused with a sentence instead of being left out', async () => {
  const far = sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="5001"><c r="A5001"><v>1</v></c></row>')
  await expect(loadFirst(workbook({ One: far }))).rejects.toThrow('more than 5000 rows')
})

test('a file that is not a workbook or is broken is refused with a sentence', async () => {
  await expect(loadFirst(zip({ 'word/document.xml': '<w/>' }))).rejects.toThrow(WorkbookError)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(200), async (noise, index) => {
      const brokenWorkbook = workbook({ One: figures }, strings)
      brokenWorkbook.set(noise.slice(0, Math.max(0, brokenWorkbook.length - index)), index)
      const outcome = await loadFirst(brokenWorkbook).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof WorkbookError).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('prefixed tag names, and cells and rows without a reference, are read', async () => {
  const prefixed =
    '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row r="2"><x:c r="B2"><x:v>7</x:v></x:c><x:c><x:v>8</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>last</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
  expect(await loadFirst(workbook({ One: prefixed }))).toEqual([
    ['', '', ''],
    ['', '7', '8'],
    ['last', '', ''],
  ])
})

test('a formula without a stored value is read as a notice, not as an empty cell', async () => {
  const cells = '<c r="A1"><f>SUM(B1:B9)</f></c><c r="B1" t="str"><f>A2</f><v></v></c>'
  expect(await loadFirst(workbook({ One: sheet(`<row r="1">${cells}</row>`) }))).toEqual([[NO_VALUE]])
})

test('a number that is formatted as a date is read as that date', async () => {
  const styles = {
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId91" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  }
  const cells = '<c r="A1" s="1"><v>46300</v></c><c r="B1" s="0"><v>46300</v></c>'
  expect(await loadFirst(workbook({ One: sheet(`<row r="1">${cells}</row>`) }, styles))).toEqual([
    ['2026-10-05', '46300'],
  ])
})

test('the requested sheets are read, or the first one without a match, and the names of all sheets are returned', async () => {
  const bytes = workbook({ Notes: sheet(''), Budget: figures }, strings)
  const bookSheets = await readBookSheets(bytes, ['Budget', 'Rents'])
  expect(bookSheets.names).toEqual(['Notes', 'Budget'])
  expect(bookSheets.sheets.map(({ name }) => name)).toEqual(['Budget'])
})

test('a file with many unclosed tags is processed quickly', async () => {
  const torn = workbook({ One: '<row><c r="A1"><v>'.repeat(60_000) })
  const cpuUsage = process.cpuUsage()
  await loadFirst(torn).catch(() => undefined)
  expect(process.cpuUsage(cpuUsage).user).toBeLessThan(5_000_000)
})
