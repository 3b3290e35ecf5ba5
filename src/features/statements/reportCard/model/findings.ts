import { z } from 'zod'
import { plural } from '#kernel/model/formats.ts'
import { type AnsweredQuestion, getReportCardItem } from './checklist.ts'
import type { RatedRatio } from './metrics.ts'

export const kinds = ['cure', 'observation'] as const

/** A finding that the card proposes automatically. `origin` is the id of its ratio or question. */
export type Proposal = { origin: string; kind: Finding['kind']; title: string; needs: string }

const NEEDS_OF_RATIO = 'Send a plan that brings the figure to the required level.'

/**
 * Proposes findings: one to cure for each failed ratio and each No of the checklist, and an observation for
 * each ratio on watch.
 */
export function getProposals(
  metrics: readonly RatedRatio[],
  answers: readonly AnsweredQuestion[],
): Proposal[] {
  const checklistProposals = answers.flatMap((answer): Proposal[] => {
    const item = getReportCardItem(answer.id)
    if (answer.answer !== 'no' || !item) return []
    const fact = answer.comment?.trim() || answer.portal?.fact
    return [
      {
        origin: answer.id,
        kind: 'cure',
        title: fact ? `${item.finding}: ${fact}` : item.finding,
        needs: item.needs,
      },
    ]
  })
  const ratioProposals = metrics.flatMap((metric): Proposal[] => {
    if (metric.level !== 'fail' && metric.level !== 'watch') return []
    const kind = metric.level === 'fail' ? 'cure' : 'observation'
    const title = `${metric.name} ${metric.text}${metric.measured[0] ? `; ${metric.measured.join(', ')}` : ''}`
    return [{ origin: metric.id, kind, title, needs: kind === 'cure' ? NEEDS_OF_RATIO : '' }]
  })
  return [...checklistProposals, ...ratioProposals]
}

/** A finding as the screen, the letter and the register show it. */
export const finding = z.object({
  afsReportCardFindingId: z.int(),
  /** The ratio or question it comes from; null for one added by hand. */
  origin: z.string().nullable(),
  kind: z.enum(kinds),
  title: z.string(),
  needs: z.string(),
  /** From the checklist, from a ratio, or added by a person. */
  source: z.enum(['checklist', 'ratio', 'person']),
  /** Whether a person wrote or changed its words. */
  edited: z.boolean(),
  droppedReason: z.string().nullable(),
  sentOn: z.string().nullable(),
  cureBy: z.string().nullable(),
  curedOn: z.string().nullable(),
  cureNote: z.string().nullable(),
})
export type Finding = z.infer<typeof finding>

/**
 * A finding as it is stored: accepted with other words, dropped with a reason, added by a person, or sent
 * with a decision.
 */
export type StoredFinding = Omit<Finding, 'title' | 'needs' | 'source' | 'edited'> & {
  /** The words of a person. Null uses the words of the card. */
  title: string | null
  needs: string | null
  /** The words that a decision sent. */
  sentTitle: string | null
  sentNeeds: string | null
}

const getSource = (origin: string | null): Finding['source'] =>
  origin === null ? 'person' : origin.startsWith('RPC-M') ? 'ratio' : 'checklist'

const buildFinding = (
  storedFinding: StoredFinding,
  labels: { title: string | null; needs: string | null },
): Finding => {
  const { sentTitle: _, sentNeeds: __, ...fields } = storedFinding
  const { title, needs } = labels
  return {
    ...fields,
    title: title ?? '',
    needs: needs ?? '',
    source: getSource(fields.origin),
    edited: fields.title !== null,
  }
}

/**
 * Returns the findings of a card with people's edits: first the proposals, then findings added by people. A
 * stored finding whose proposal is gone remains only if a person wrote it.
 */
export function getFindings(
  proposals: readonly Proposal[],
  storedFindings: readonly StoredFinding[],
): Finding[] {
  const proposed = proposals.map((proposal): Finding => {
    const edited = storedFindings.find((other) => other.origin === proposal.origin)
    if (!edited) return { ...uneditedFields, ...proposal, source: getSource(proposal.origin), edited: false }
    return buildFinding(edited, {
      title: edited.title ?? proposal.title,
      needs: edited.needs ?? proposal.needs,
    })
  })
  const proposedOrigins = new Set(proposals.map((proposal) => proposal.origin))
  const otherRows = storedFindings.filter(
    (storedFinding) =>
      storedFinding.title !== null &&
      (storedFinding.origin === null || !proposedOrigins.has(storedFinding.origin)),
  )
  return [...proposed, ...otherRows.map((storedFinding) => buildFinding(storedFinding, storedFinding))]
}

/** Returns the findings of a decided card, in the words of its letter. */
export const getSentFindings = (storedFindings: readonly StoredFinding[]): Finding[] =>
  storedFindings
    .filter((storedFinding) => storedFinding.sentOn !== null && storedFinding.droppedReason === null)
    .map((storedFinding) =>
      buildFinding(storedFinding, { title: storedFinding.sentTitle, needs: storedFinding.sentNeeds }),
    )

const uneditedFields = {
  afsReportCardFindingId: 0,
  droppedReason: null,
  sentOn: null,
  cureBy: null,
  curedOn: null,
  cureNote: null,
}

/** Returns the findings that were not dropped. */
export const excludeDropped = (findings: readonly Finding[]): Finding[] =>
  findings.filter((finding) => finding.droppedReason === null)
/** Returns the findings that must still be cured. */
export const getOpenCures = (findings: readonly Finding[]): Finding[] =>
  excludeDropped(findings).filter((item) => item.kind === 'cure' && item.curedOn === null)

/** Describes the number of findings, for example `1 to cure, 2 observations`. */
export function describeFindingCounts(findings: readonly Finding[]): string {
  const openFindings = excludeDropped(findings)
  const observations = openFindings.filter((item) => item.kind === 'observation').length
  return `${getOpenCures(findings).length} to cure, ${plural(observations, 'observation', 'observations')}`
}
