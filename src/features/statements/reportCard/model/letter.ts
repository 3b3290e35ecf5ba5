import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { excludeDropped, type Finding, getOpenCures } from './findings.ts'
import type { RatedRatio } from './metrics.ts'

/**
 * A paragraph of a card's letter. `text` is generated from the card, and `hand` is the text a person added
 * below it.
 */
export const paragraph = z.object({ id: z.string(), text: z.string(), hand: z.string().nullable() })
export type Paragraph = z.infer<typeof paragraph>
/** The kinds of letters of a card. */
export const letterKinds = ['acceptance', 'findings', 'clearance'] as const
export type LetterKind = (typeof letterKinds)[number]

/** The facts from which a letter is generated. */
export type LetterFacts = {
  year: number
  submitted: string | null
  metrics: readonly RatedRatio[]
  findings: readonly Finding[]
  cureBy: string
  cureDays: number
  /** Texts that people wrote below a paragraph, by its id. */
  hand: Readonly<Record<string, string>>
}

const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')
const listFindings = (findings: readonly Finding[]): string =>
  findings
    .map((finding, index) => `${index + 1}. ${finding.title}.${finding.needs ? ` ${finding.needs}` : ''}`)
    .join('\n')

function describeFigures(metrics: readonly RatedRatio[]): string {
  const findMetric = (id: string) => metrics.find((metric) => metric.id === id)
  const [coverage, uncollected] = [findMetric('RPC-M1'), findMetric('RPC-M2')]
  const coverageText =
    coverage?.value === null ? 'There is no debt to be covered' : `Debt coverage is ${coverage?.text ?? ''}`
  return `${coverageText}; uncollected rent is ${uncollected?.text ?? ''} of total rent revenue.`
}

function getParagraphs(kind: LetterKind, facts: LetterFacts): [string, string][] {
  const { year, submitted, findings, cureBy, cureDays } = facts
  const cures = getOpenCures(findings)
  const observations = excludeDropped(findings).filter((item) => item.kind === 'observation')
  const cured = excludeDropped(findings).filter((item) => item.kind === 'cure' && item.curedOn !== null)
  if (kind === 'clearance')
    return [
      [
        'clearance',
        `The findings of our review of the ${year} annual financial statement of {{propertyName}} are cured:`,
      ],
      [
        'cured',
        cured
          .map((item, index) => `${index + 1}. ${item.title}. Cured ${formatDay(item.curedOn)}.`)
          .join('\n'),
      ],
      ['cleared', 'The statement is accepted.'],
    ]
  const opening: [string, string] = [
    'opening',
    `We reviewed the ${year} annual financial statement of {{propertyName}}, received on ${formatDay(submitted)}. ${describeFigures(facts.metrics)}`,
  ]
  const observationParagraph: [string, string][] =
    observations.length > 0
      ? [['observations', `We note without asking for a cure:\n${listFindings(observations)}`]]
      : []
  if (kind === 'acceptance')
    return [opening, ...observationParagraph, ['closing', 'The agency accepts the statement.']]
  const cureIntro = cures.length === 1 ? 'One finding needs' : `${cures.length} findings need`
  const cureParagraph: [string, string][] =
    cures.length > 0
      ? [['cures', `${cureIntro} a cure by ${formatDay(cureBy)}:\n${listFindings(cures)}`]]
      : []
  return [
    opening,
    ...cureParagraph,
    ...observationParagraph,
    [
      'closing',
      `The statement is closed in non-compliance. Send proof of each cure with a message about the statement in the portal within ${plural(cureDays, 'day', 'days')}; it is cleared once every cure is accepted.`,
    ],
  ]
}

/** Returns the letter of a card: the generated paragraphs, each with the text written by hand below it. */
export const getReportCardLetter = (kind: LetterKind, facts: LetterFacts): Paragraph[] =>
  getParagraphs(kind, facts).map(([id, text]) => ({ id, text, hand: facts.hand[id]?.trim() || null }))

/** Returns the paragraphs as printed: each line of a list is its own paragraph. */
export const getReportCardBody = (paragraphs: readonly Paragraph[]): string[] =>
  paragraphs.flatMap(({ text, hand }) => [...text.split('\n'), ...(hand ? [hand] : [])])

/** Returns the kind of letter that the next decision sends. */
export const getLetterKind = (statusId: number, findings: readonly Finding[]): LetterKind => {
  if (statusId === RequestStatus.REJECTED) return 'clearance'
  return getOpenCures(findings).length > 0 ? 'findings' : 'acceptance'
}
