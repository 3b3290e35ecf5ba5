import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPdf } from './pdf.ts'

/** Writes a PDF from the text of its objects, numbered from 1; object 1 is the catalog. */
function buildPdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1')
}

function buildStream(content: string, { compressed = false } = {}): string {
  const data = compressed ? deflateSync(Buffer.from(content, 'latin1')).toString('latin1') : content
  return `<< /Length ${data.length}${compressed ? ' /Filter /FlateDecode' : ''} >>\nstream\n${data}\nendstream`
}

const buildPage = (content: string, options?: { compressed: boolean }): Buffer =>
  buildPdf([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] /Resources << /Font << /F1 5 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    buildStream(content, options),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])

describe('reading a PDF', () => {
  test('a page inherits its size and fonts from its parent node', () => {
    const pdf = readPdf(buildPage('BT /F1 10 Tf 20 80 Td (Hello) Tj ET'))
    expect(pdf.pages[0]).toMatchObject({ width: 200, height: 100, lines: [{ text: 'Hello', x: 20, y: 20 }] })
    expect(pdf).toMatchObject({
      language: 'en-US',
      tagged: false,
      fonts: [{ name: 'Helvetica', embedded: false }],
    })
  })

  test('readPdf decompresses compressed content', () => {
    expect(readPdf(buildPage('BT /F1 10 Tf 20 80 Td (Hello) Tj ET', { compressed: true })).text).toBe('Hello')
  })

  test('readPdf reads strings with escapes, octal numbers, parentheses and hexadecimal digits', () => {
    const content = String.raw`BT /F1 10 Tf 10 80 Td (a\(b\)\101 (c)) Tj 0 -20 Td <48 69> Tj ET`
    expect(readPdf(buildPage(content)).text).toBe('a(b)A (c)\nHi')
  })

  test('positions follow the current transformation and return to the saved one after Q', () => {
    const content =
      'q 1 0 0 -1 0 100 cm 1 0 0 rg 10 20 30 40 re f BT /F1 10 Tf 5 90 Td (low) Tj ET Q BT /F1 10 Tf 5 90 Td (high) Tj ET'
    const pdf = readPdf(buildPage(content))
    expect(pdf.pages[0]?.fills).toEqual([{ x: 10, y: 20, width: 30, height: 40, color: '#ff0000' }])
    expect(pdf.pages[0]?.lines.map(({ text, y }) => [text, y])).toEqual([
      ['high', 10],
      ['low', 90],
    ])
  })

  test('a wide gap between letters is read as a space and kerning is not', () => {
    const content = 'BT /F1 10 Tf 10 80 Td [(ke) 20 (rn) -600 (ed)] TJ 1 0 0 1 120 80 Tm (far) Tj ET'
    expect(readPdf(buildPage(content)).text).toBe('kern ed far')
  })

  test.each([
    ['something else', 'hello', /Not a PDF/],
    ['a file that was cut off', buildPage('BT ET').subarray(0, 300), /cut off/],
  ])('readPdf refuses %s', (_, bytes, message) => {
    expect(() => readPdf(Buffer.from(bytes))).toThrow(message)
  })
})
