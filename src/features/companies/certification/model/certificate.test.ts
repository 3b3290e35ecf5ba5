import { describe, expect, test } from 'vitest'
import {
  type Certificate,
  createCertificateDocument,
  getCertificateTexts,
  getDecisionDocument,
} from './certificate.ts'

const certificate: Certificate = {
  kind: 'certificate',
  number: 'MC-12',
  companyName: 'Maple Management LLC',
  place: 'Columbia, MO',
  termMonths: 24,
  certifiedOn: '2026-11-16',
  startsOn: '2026-11-17',
  expiresOn: '2028-11-16',
  signature: { Name: 'Agency Manager', Title: 'Director', Department: ' ' },
}

/** Returns all texts of a document, in order. */
const getTexts = (part: unknown): string[] => {
  if (Array.isArray(part)) return part.flatMap(getTexts)
  if (part === null || typeof part !== 'object') return []
  const { text, stack } = part as { text?: unknown; stack?: unknown }
  return [...(typeof text === 'string' ? [text] : []), ...getTexts(stack)]
}

describe('certificate', () => {
  test('the sentences name the company’s term, the agency, the signer and the day of issue', () => {
    const { term, signer, given, agency } = getCertificateTexts(certificate, 'Housing Agency')
    expect({ term, signer, given, agency }).toEqual({
      term: 'from November 17, 2026 through November 16, 2028 (24 months)',
      signer: ['Agency Manager', 'Director'],
      given: 'Given on November 16, 2026. Certificate MC-12.',
      agency: 'Housing Agency',
    })
  })

  test('the PDF contains every sentence of the preview, with or without a signature', () => {
    for (const signature of [certificate.signature, null]) {
      const variant = { ...certificate, signature }
      const { signer, ...sentences } = getCertificateTexts(variant, 'Housing Agency')
      const printed = getTexts(createCertificateDocument(variant, 'Housing Agency').content)
      expect(printed).toEqual(expect.arrayContaining([...Object.values(sentences), ...signer]))
    }
  })

  test('a company name of 200 letters is printed in 14 points', () => {
    const { content } = createCertificateDocument(
      { ...certificate, companyName: 'W'.repeat(200) },
      'Housing Agency',
    )
    const name = (content as { text?: string; fontSize?: number }[]).find((item) =>
      item.text?.startsWith('WW'),
    )
    expect(name?.fontSize).toBe(14)
  })
})

test.each([null, undefined, 'text', {}, { kind: 'other' }])(
  'getDecisionDocument returns null for %j',
  (value) => expect(getDecisionDocument(value)).toBeNull(),
)
