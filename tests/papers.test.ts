import type { Content } from 'pdfmake/interfaces.js'
import { expect, test } from 'vitest'
import { buildLetterBlocks, buildLetterDefinition } from '#core/correspondence/letters/model/index.ts'
import {
  createCertificateDocument,
  getCertificateTexts,
} from '#features/companies/certification/model/certificate.ts'
import { buildTenantNotice } from '#features/rents/rentIncrease/model/tenantNotice.ts'
import { dotPicture, sampleLetter, sampleOptions } from './letterSample.ts'
import { makeAndReadPdf } from './pdf/makeAndReadPdf.ts'
import type { PdfElement } from './pdf/structure.ts'

/** The texts of the leaf elements of a structure tree in reading order, with alternative texts of images. */
const getSpokenTexts = (parts: readonly PdfElement[]): string[] =>
  parts.flatMap((part) => (part.parts.length > 0 ? getSpokenTexts(part.parts) : [part.alt ?? part.text]))

const getTags = (parts: readonly PdfElement[]): string[] =>
  parts.flatMap(({ tag, parts: below }) => [tag, ...getTags(below)])

/** The structure tree as nested arrays of tags with their texts, for comparing. */
const getOutline = (parts: readonly PdfElement[]): unknown[] =>
  parts.map(({ tag, parts: below, alt, text }) =>
    below.length > 0 ? [tag, ...getOutline(below)] : `${tag} ${alt ?? text}`,
  )

test.each(['A', 'B'] as const)(
  'LET-02 a screen reader reads a letter of layout %s in the order in which it is written',
  async (layout) => {
    const options = { ...sampleOptions, layout, banner: dotPicture }
    const pdf = await makeAndReadPdf(buildLetterDefinition(sampleLetter, options))
    expect(pdf.faults).toEqual([])
    const written = buildLetterBlocks(sampleLetter, options).flatMap((block) => {
      if (block.kind === 'letterhead') return [block.name]
      if (block.kind === 'table') return [...block.columns.map(({ label }) => label), ...block.rows.flat()]
      if (block.kind === 'signature')
        return [block.closing!, 'Signature of Zoë Ångström', ...block.lines, block.endLine!]
      if (block.kind === 'raw') return [(block.content as { text: string }).text]
      return 'text' in block
        ? [block.text]
        : 'lines' in block && Array.isArray(block.lines)
          ? [...block.lines]
          : []
    })
    expect(getSpokenTexts(pdf.structure)).toEqual(written)
    const [table] = pdf.structure[0]!.parts.filter(({ tag }) => tag === 'Table')
    expect(table?.parts.length).toBe(41)
    expect(table?.parts[0]?.parts.map(({ tag, scope }) => [tag, scope])).toEqual(
      Array(4).fill(['TH', 'Column']),
    )
    expect(pdf.structure[0]!.parts.filter(({ tag }) => tag === 'H1').map(({ text }) => text)).toEqual([
      'Re: Maple Manor 10-023',
    ])
  },
)

test('LET-02 page numbers, running heads, repeated headers, rules and blanks are marked as artifacts', async () => {
  const pdf = await makeAndReadPdf(buildLetterDefinition(sampleLetter, sampleOptions))
  const artifacts = pdf.pages.flatMap(({ painted }) => painted.filter(({ mark }) => mark === 'artifact'))
  const artifactText = artifacts.map(({ text }) => text).join('')
  for (const text of [
    'Page 1 of 2',
    'Page 2 of 2',
    'November 05, 2026',
    'DescriptionInvoiceRequestedApproved',
  ])
    expect(artifactText.replace(/\s/g, '')).toContain(text.replace(/\s/g, ''))
  expect(pdf.text.match(/Description Invoice/g)?.length).toBe(2)
})

test('LET-36 lists, columns, bold text and tables with and without a header are tagged in the structure tree', async () => {
  const body: Content[] = [
    { ul: ['first', { text: ['second ', { text: 'bold', bold: true }] }] },
    { ol: [['third', 'its second line']] },
    { columns: ['left', { stack: ['right', 'below'] }] },
    {
      table: {
        headerRows: 1,
        body: [
          ['Head', 'Other'],
          ['cell', ['two', 'lines']],
          ['', 'beside nothing'],
        ],
      },
    },
    { table: { body: [['merely', 'arranged']] } },
    { image: dotPicture, width: 5 },
    { canvas: [{ type: 'rect', x: 0, y: 0, w: 9, h: 9 }] },
    { text: '' },
  ]
  const pdf = await makeAndReadPdf({ info: { title: 'All kinds' }, content: body })
  expect(pdf.faults).toEqual([])
  expect(getOutline(pdf.structure)).toEqual([
    [
      'Document',
      ['L', ['LI', 'LBody first'], ['LI', 'LBody second bold']],
      ['L', ['LI', ['LBody', 'P third', 'P its second line']]],
      ...['P left', 'P right', 'P below'],
      [
        'Table',
        ['TR', 'TH Head', 'TH Other'],
        ['TR', 'TD cell', ['TD', 'P two', 'P lines']],
        ['TR', 'TD ', 'TD beside nothing'],
      ],
      ...['P merely', 'P arranged'],
    ],
  ])
})

test('a screen reader reads a certificate and a tenant notice in order, with their title as a heading', async () => {
  const signature = { Image: dotPicture, Name: 'Zoë Ångström', Title: 'Director' }
  const certificate = {
    kind: 'certificate' as const,
    number: 'C-7',
    companyName: 'Cornerstone',
    place: 'Joplin, MO',
    termMonths: 24,
    certifiedOn: '2026-01-05',
    startsOn: '2026-02-01',
    expiresOn: '2028-01-31',
    signature,
  }
  const {
    agency,
    title,
    opening,
    company,
    place,
    body,
    term,
    given: issuedText,
    signer,
  } = getCertificateTexts(certificate, 'Agency')
  const certificatePdf = await makeAndReadPdf(createCertificateDocument(certificate, 'Agency'))
  expect(certificatePdf.faults).toEqual([])
  const figure = 'Signature of Zoë Ångström'
  expect(getSpokenTexts(certificatePdf.structure)).toEqual([
    agency,
    title,
    opening,
    company,
    place,
    body,
    term,
    figure,
    ...signer,
    issuedText,
  ])
  expect(getTags(certificatePdf.structure).filter((tag) => tag !== 'P')).toEqual(['Document', 'H1', 'Figure'])

  const row = { label: 'One bedroom', current: 500, newRent: 525, allowance: 40 }
  const facts = {
    propertyName: 'Maple Manor',
    companyName: 'Cornerstone',
    agencyName: 'Agency',
    effectiveDate: null,
  }
  const notice = await makeAndReadPdf(
    buildTenantNotice({ ...facts, noticeDays: 30, rows: [row, { ...row, label: 'Two bedrooms' }] }),
  )
  expect(notice.faults).toEqual([])
  expect(getTags(notice.structure).filter((tag) => tag !== 'P')).toEqual([
    ...['Document', 'H1', 'Table', 'TR', 'TH', 'TH', 'TH', 'TH'],
    ...['TR', 'TD', 'TD', 'TD', 'TD', 'TR', 'TD', 'TD', 'TD', 'TD'],
  ])
})
