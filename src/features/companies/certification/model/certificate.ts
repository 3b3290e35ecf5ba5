import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { z } from 'zod'
import type { LetterData, LetterSignatureBlock } from '#core/correspondence/letters/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'

/** The data of a certificate as it was issued, stored so that it always prints the same. */
export type Certificate = {
  kind: 'certificate'
  number: string
  companyName: string
  place: string
  termMonths: number
  certifiedOn: string
  startsOn: string
  expiresOn: string
  signature: LetterSignatureBlock | null
}

/** The document of a decision: the certificate, or the letter about a rejection. */
export type DecisionDocument = Certificate | { kind: 'letter'; letter: LetterData }

const kinds = z.looseObject({ kind: z.enum(['certificate', 'letter']) })

/** Returns the stored document of a decision; null if there is none. */
export const getDecisionDocument = (value: unknown): DecisionDocument | null =>
  kinds.safeParse(value).success ? (value as DecisionDocument) : null

const BLUE = '#1f3864'
const GREY = '#4a5568'
/** The page size in points: US Letter, landscape. */
const PAGE = { width: 792, height: 612 } as const
const FRAMES = [
  { inset: 24, lineWidth: 2.5 },
  { inset: 31, lineWidth: 0.75 },
] as const

const formatLongDay = (day: string): string => formatDate(day, 'MMMM DD, YYYY')

/** Returns the sentences of a certificate, in order. Its PDF and its preview are made from them. */
export function getCertificateTexts(certificate: Certificate, agencyName: string) {
  const { companyName, place, termMonths, startsOn, expiresOn, certifiedOn, number, signature } = certificate
  return {
    agency: agencyName,
    title: 'Certified Property Management Agent',
    opening: 'This is to certify that',
    company: companyName,
    place,
    body: 'has met the agency’s requirements for companies that manage affordable rental housing and is certified as a managing agent',
    term: `from ${formatLongDay(startsOn)} through ${formatLongDay(expiresOn)} (${termMonths} months)`,
    given: `Given on ${formatLongDay(certifiedOn)}. Certificate ${number}.`,
    signer: [signature?.Name, signature?.Title, signature?.Department].filter(
      (line): line is string => !!line?.trim(),
    ),
  }
}

/**
 * Returns the font size of a company name in points. A long name is smaller, so that the certificate fits on
 * one page.
 */
const getNameSize = ({ length }: string): number => (length <= 50 ? 25 : length <= 110 ? 18 : 14)

function getSignature(signature: LetterSignatureBlock | null, lines: readonly string[]): Content {
  const image: Content[] = signature?.Image
    ? [
        {
          image: signature.Image,
          alt: `Signature of ${lines[0] ?? 'the agency'}`,
          fit: [160, 44],
          alignment: 'center',
          margin: [0, 0, 0, 2],
        },
      ]
    : [{ text: ' ', margin: [0, 0, 0, 34] }]
  return {
    stack: [
      ...image,
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 240, y2: 0, lineWidth: 0.75, lineColor: GREY }],
        alignment: 'center',
      },
      ...lines.map(
        (text, index): Content => ({ text, bold: index === 0, alignment: 'center', margin: [0, 3, 0, 0] }),
      ),
    ],
  }
}

/**
 * Returns the pdfmake document of a certificate: one landscape page in a double frame. Each call returns a
 * new document.
 */
export function createCertificateDocument(
  certificate: Certificate,
  agencyName: string,
): TDocumentDefinitions {
  const text = getCertificateTexts(certificate, agencyName)
  const frame = FRAMES.map(({ inset, lineWidth }) => ({
    type: 'rect' as const,
    x: inset,
    y: inset,
    w: PAGE.width - 2 * inset,
    h: PAGE.height - 2 * inset,
    lineWidth,
    lineColor: BLUE,
  }))
  return {
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [72, 90, 72, 48],
    info: { title: `${text.title}: ${text.company}`, author: text.agency },
    defaultStyle: { font: 'Roboto', fontSize: 13, lineHeight: 1.2, alignment: 'center' },
    background: { canvas: frame },
    content: [
      { text: text.agency, fontSize: 16, color: GREY },
      { text: text.title, headlineLevel: 1, fontSize: 32, bold: true, color: BLUE, margin: [0, 18, 0, 22] },
      { text: text.opening },
      { text: text.company, fontSize: getNameSize(text.company), bold: true, margin: [0, 12, 0, 2] },
      { text: text.place, color: GREY, margin: [0, 0, 0, 16] },
      { text: text.body, margin: [60, 0, 60, 6] },
      { text: text.term, bold: true, margin: [0, 0, 0, 22] },
      getSignature(certificate.signature, text.signer),
      { text: text.given, fontSize: 10, color: GREY, margin: [0, 16, 0, 0] },
    ],
  }
}
