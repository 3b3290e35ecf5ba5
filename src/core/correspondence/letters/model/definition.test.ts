import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { dotPicture, sampleLetter, sampleOptions } from '#tests/letterSample.ts'
import { makeAndReadPdf } from '#tests/pdf/makeAndReadPdf.ts'
import type { PdfDocument, PdfLine } from '#tests/pdf.ts'
import { buildLetterDefinition } from './definition.ts'
import type { LetterData, LetterOptions } from './letter.ts'

const definition = (
  letter: Partial<LetterData>,
  options: Partial<LetterOptions> = {},
): TDocumentDefinitions =>
  buildLetterDefinition({ ...sampleLetter, ...letter }, { ...sampleOptions, ...options })

const pdf = async (
  letter: Partial<LetterData> = {},
  options: Partial<LetterOptions> = {},
): Promise<PdfDocument> => makeAndReadPdf(definition(letter, options))

const page = (document: PdfDocument, number = 1) => {
  const page = document.pages[number - 1]
  if (!page) throw new Error(`The PDF has no page ${number}`)
  return page
}

const line = (document: PdfDocument, text: string, number = 1): PdfLine => {
  const line = page(document, number).lines.find((candidate) => candidate.text.includes(text))
  if (!line) throw new Error(`Page ${number} has no line with ${text}:\n${document.text}`)
  return line
}

const linesWith = (document: PdfDocument, text: string): PdfLine[] =>
  document.pages.flatMap(({ lines }) => lines.filter((candidate) => candidate.text.includes(text)))

const sizes = ({ runs }: PdfLine): number[] => [...new Set(runs.map((run) => run.size))]
const colors = ({ runs }: PdfLine): string[] => [...new Set(runs.map((run) => run.color))]
const right = ({ runs }: PdfLine): number => Math.max(...runs.map((run) => run.x + run.width))
const near = (value: number): unknown => expect.closeTo(value, 1)

let sample: PdfDocument

beforeAll(async () => {
  sample = await pdf()
})

describe('page', () => {
  test('LET-02 the paper is US Letter in portrait', () => {
    expect(sample.pages.map(({ width, height }) => [width, height])).toEqual([
      [612, 792],
      [612, 792],
    ])
  })

  test('LET-03 margins are 40 left and right, 65 top, 60 bottom', async () => {
    expect(definition({}).pageMargins).toEqual([40, 65, 40, 60])
    const document = await pdf({ body: Array.from({ length: 60 }, () => 'words and more words '.repeat(20)) })
    for (const { lines } of document.pages) {
      const text = lines.filter(({ y }) => y > 60 && y < 735)
      expect(Math.min(...text.map(({ x }) => x))).toBeCloseTo(40, 1)
      expect(Math.max(...text.map(right))).toBeLessThanOrEqual(612 - 40 + 0.1)
      expect(Math.min(...text.map(({ y }) => y))).toBeGreaterThan(65)
      expect(Math.max(...text.map(({ y }) => y))).toBeLessThanOrEqual(792 - 60)
    }
  })

  test('LET-02 every page has its number at the foot, and later pages have the subject and date at the top', () => {
    expect(page(sample, 1).lines.at(-1)?.text).toBe('Page 1 of 2')
    expect(page(sample, 2).lines.at(-1)?.text).toBe('Page 2 of 2')
    expect(page(sample, 2).lines[0]?.text).toBe('Re: Maple Manor 10-023 November 05, 2026')
  })

  test('LET-02 the document has its title and language and is tagged', () => {
    expect(sample).toMatchObject({ language: 'en-US', displayTitle: true, tagged: true, faults: [] })
    expect(sample.info).toMatchObject({
      Title: 'Replacement reserve approval',
      Author: 'State Housing Agency',
    })
  })

  test('LET-02 the two fonts are embedded and accents are preserved', () => {
    expect(sample.fonts).toEqual([
      { name: 'Roboto-Medium', embedded: true },
      { name: 'Roboto-Regular', embedded: true },
    ])
    expect(sample.text).toContain('Dear José Núñez-Łukasiewicz:')
    expect(sample.text).toContain('Zoë Ångström')
  })
})

describe('letterhead', () => {
  const unsigned: Partial<LetterData> = { signatureBlock: null, body: [] }

  test('LET-04 LET-05 layout A: the banner is 525 by 45, centered, 15 below the top margin', async () => {
    const document = await pdf(unsigned, { banner: dotPicture })
    expect(page(document).images).toEqual([
      { x: near(43.5), y: near(80), width: near(525), height: near(45), visible: 1 },
    ])
    expect(line(document, 'November 05, 2026').y).toBeGreaterThan(65 + 15 + 45 + 15)
  })

  test('LET-04 LET-06 layout B: the banner is 525 by 34, centered, at the top margin', async () => {
    const document = await pdf(unsigned, { banner: dotPicture, layout: 'B' })
    expect(page(document).images).toEqual([
      { x: near(43.5), y: near(65), width: near(525), height: near(34), visible: 1 },
    ])
  })

  test('LET-10 LET-11 without a banner, layout A prints name and address in #1f3864, the name in size 11', () => {
    const name = line(sample, 'State Housing Agency')
    expect([sizes(name), colors(name)]).toEqual([[11], ['#1f3864']])
    expect((name.x + right(name)) / 2).toBeCloseTo(306, 0)
    expect(colors(line(sample, '920 Main Street'))).toEqual(['#1f3864'])
  })

  test('LET-12 without a banner, layout B is a table filled #0052a4 with white text, 34 high', async () => {
    const document = await pdf(unsigned, { layout: 'B' })
    const band = page(document).fills.filter(({ color }) => color === '#0052a4')
    expect(band.map(({ y, height }) => [y, height])).toEqual([
      [near(65), near(34)],
      [near(65), near(34)],
    ])
    expect(colors(line(document, 'State Housing Agency'))).toEqual(['#ffffff'])
    expect(colors(line(document, '(816) 555-0100'))).toEqual(['#ffffff'])
  })

  test('LET-10 the letterhead of an agency without an address shows its name', async () => {
    for (const layout of ['A', 'B'] as const) {
      const document = await pdf(unsigned, {
        layout,
        agency: { shortName: 'X', name: 'Agency', addressLines: [] },
      })
      expect(page(document).lines[0]?.text).toBe('Agency')
    }
  })
})

describe('sizes', () => {
  test('LET-07 the body has font size 9', () => {
    const texts = [
      'November 05',
      'Cornerstone',
      'Re: Maple',
      'Request Number',
      'Dear José',
      'Your request R-141',
    ]
    expect(texts.map((text) => sizes(line(sample, text)))).toEqual(texts.map(() => [9]))
  })

  test('LET-08 tables have font size 9', () => {
    expect(sizes(line(sample, 'Description Invoice'))).toEqual([9])
    expect(sizes(line(sample, 'INV-1000'))).toEqual([9])
  })

  test('LET-09 comments have font size 10', () => {
    expect(linesWith(sample, 'Approved amounts are paid').map(sizes)).toEqual([[10]])
  })
})

describe('tables', () => {
  const columns = [
    { label: 'Item', field: 'item' },
    { label: 'Comment', field: 'comment' },
    { label: 'Amount', field: 'amount', alignment: 'right' as const },
  ]

  test('LET-12 the header is white on #0052a4', () => {
    expect(colors(line(sample, 'Description Invoice'))).toEqual(['#ffffff'])
    const filled = page(sample).fills.filter(({ color }) => color === '#0052a4')
    expect(filled.length).toBeGreaterThanOrEqual(4)
  })

  test('LET-16 the first column takes the remaining width', () => {
    const content = definition({ body: [{ columns, rows: [{ item: 'x' }] }] }).content
    expect(content).toContainEqual(
      expect.objectContaining({ table: expect.objectContaining({ widths: ['*', 'auto', 'auto'] }) }),
    )
    expect(right(line(sample, 'INV-1000'))).toBeCloseTo(612 - 40 - 5, 0)
  })

  test('LET-34 columns have the alignment of their definition', () => {
    const header = line(sample, 'Description Invoice')
    const amounts = linesWith(sample, 'INV-')
    expect(amounts.map(right)).toEqual(amounts.map(() => near(right(header))))
  })

  test('LET-34 the header is on every page, and each of the 40 rows is printed once', () => {
    expect(linesWith(sample, 'Description Invoice').length).toBe(2)
    const numbers = linesWith(sample, 'INV-').map(({ text }) => /unit (\d+) /.exec(text)?.[1])
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => String(index + 1)))
  })

  test('LET-34 a row is not split between pages', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      item: ['first', 'second', 'third', 'last'].map((part) => `row ${index} ${part}`).join('\n'),
    }))
    const document = await pdf({ body: [{ columns, rows }], signatureBlock: null })
    expect(document.pages.length).toBeGreaterThan(2)
    for (const { lines } of document.pages) {
      const parts = lines.filter(({ text }) => text.startsWith('row '))
      expect(parts.length % 4).toBe(0)
    }
  })

  test('LET-34 a row longer than a page continues on the next page', async () => {
    const labels = Array.from({ length: 2500 }, (_, index) => `w${index}`)
    const rows = [{ item: labels.join(' '), comment: 'y', amount: '$1' }]
    const document = await pdf({ body: [{ columns, rows }], signatureBlock: null })
    expect(document.text.match(/\bw\d+\b/g)).toEqual(labels)
    const lowest = document.pages.flatMap(({ lines }) => lines.slice(0, -1).map(({ y }) => y))
    expect(Math.max(...lowest)).toBeLessThanOrEqual(792 - 60)
  })

  test.each([['x'.repeat(400)], [`see https://example.org/${'a/'.repeat(150)} there`]])(
    'LET-34 a long word does not run off the page: %j',
    async (text) => {
      const body = [text, { columns, rows: [{ item: text, comment: text, amount: '$1,250.50' }] }]
      const document = await pdf({ body, signatureBlock: null })
      const ends = document.pages.flatMap(({ lines }) => lines.map(right))
      expect(Math.max(...ends)).toBeLessThanOrEqual(612 - 40 + 0.5)
      expect(linesWith(document, '$1,250.50').length).toBe(1)
      expect(
        document.text.replace(/\s/g, '').split(text.replace(/\s/g, '').slice(0, 40)).length,
      ).toBeGreaterThan(2)
    },
  )
})

describe('signature', () => {
  const signatureTable = (signatureBlock: LetterData['signatureBlock']) =>
    definition({ body: [], signatureBlock }).content

  test('LET-13 the picture is 100 wide and below Sincerely', () => {
    const [picture] = page(sample, 2).images
    expect(picture).toMatchObject({ x: near(40), width: near(100), visible: expect.closeTo(0.1, 2) })
    expect(picture?.y).toBeGreaterThan(line(sample, 'Sincerely,', 2).y)
    expect(line(sample, 'Zoë Ångström', 2).y).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0))
  })

  test('LET-14 the signature table is 200 wide', async () => {
    const document = await pdf({ body: [], signatureBlock: { Title: 'word '.repeat(100) } })
    const title = linesWith(document, 'word word')
    expect(Math.max(...title.map(right))).toBeLessThanOrEqual(240)
    expect(Math.max(...title.map(right))).toBeGreaterThan(215)
  })

  test('LET-15 the row of the end line is 150 high, other rows are as high as their text', () => {
    expect(JSON.stringify(signatureTable({ Name: 'J. Doe', EndLine: 'cc: file' }))).toContain(
      '"heights":["auto",150]',
    )
    expect(JSON.stringify(signatureTable({ Name: 'J. Doe', Title: 'x' }))).toContain(
      '"heights":["auto","auto"]',
    )
  })

  test('LET-27 without a picture neither Sincerely nor a picture is printed', async () => {
    const document = await pdf({ body: [], signatureBlock: { Name: 'J. Doe' } })
    expect(document.text).not.toContain('Sincerely')
    expect(document.text).toContain('J. Doe')
    expect(page(document).images).toEqual([])
  })

  test('LET-28 LET-37 the lines of the signature are one below another in order', () => {
    const texts = [
      'Sincerely,',
      'Zoë Ångström',
      'Asset Manager',
      'Asset Management',
      '(573) 555-0100',
      'cc: file',
    ]
    const heights = texts.map((text) => line(sample, text, 2).y)
    expect(heights).toEqual(heights.toSorted((first, second) => first - second))
  })

  test('LET-29 without a signature block four blank lines end the letter', () => {
    const content = definition({ signatureBlock: null }).content
    expect(Array.isArray(content) && content.at(-1)).toEqual({ text: '\n\n\n\n' })
  })

  test('LET-27 closing and signature are on the same page', async () => {
    for (let lines = 30; lines < 60; lines += 3) {
      const document = await pdf({ body: Array.from({ length: lines }, (_, index) => `Line ${index}`) })
      const findPage = (text: string) =>
        document.pages.findIndex((page) => page.lines.some((other) => other.text === text))
      expect(findPage('cc: file')).toBe(findPage('Sincerely,'))
    }
  })
})

test('LET-36 a raw content object is printed unchanged', async () => {
  const content = { text: 'Centered', alignment: 'center' as const, color: '#ff0000', fontSize: 14 }
  const document = await pdf({ body: [{ ...content, conditionalDisplay: true }] })
  const pdfLine = line(document, 'Centered')
  expect([sizes(pdfLine), colors(pdfLine)]).toEqual([[14], ['#ff0000']])
  expect((pdfLine.x + right(pdfLine)) / 2).toBeCloseTo(306, 0)
})

test('LET-36 making the PDF twice from the same letter gives the same pages', async () => {
  const again = await pdf()
  expect(again.text).toBe(sample.text)
})
