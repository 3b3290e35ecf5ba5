import { z } from 'zod'
import { plural } from '#kernel/model/formats.ts'
import { type Answered, getReportCardItem } from './checklist.ts'
import type { Rated } from './metrics.ts'

export const kinds = ['cure', 'observation'] as const

/** What a card finds by itself: `origin` is the ratio or question it comes from. */
export type Proposal = { origin: string; kind: Finding['kind']; title: string; needs: string }

const NEEDS_OF_RATIO = 'Send a plan that brings the figure to the required level.'

/** A ratio that fails proposes a finding to cure, one on watch an observation; a No of the checklist a finding to cure. */
export function getProposals(metrics: readonly Rated[], answered: readonly Answered[]): Proposal[] {
  const ofChecklist = answered.flatMap((one): Proposal[] => {
    const item = getReportCardItem(one.id)
    if (one.answer !== 'no' || !item) return []
    const fact = one.comment?.trim() || one.portal?.fact
    return [
      { origin: one.id, kind: 'cure', title: fact ? `${item.finding}: ${fact}` : item.finding, needs: item.needs },
    ]
  })
  const ofRatios = metrics.flatMap((one): Proposal[] => {
    if (one.level !== 'fail' && one.level !== 'watch') return []
    const kind = one.level === 'fail' ? 'cure' : 'observation'
    const title = `${one.name} ${one.text}${one.measured[0] ? `; ${one.measured.join(', ')}` : ''}`
    return [{ origin: one.id, kind, title, needs: kind === 'cure' ? NEEDS_OF_RATIO : '' }]
  })
  return [...ofChecklist, ...ofRatios]
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
  /** Whether its words are a person's. */
  edited: z.boolean(),
  droppedReason: z.string().nullable(),
  sentOn: z.string().nullable(),
  cureBy: z.string().nullable(),
  curedOn: z.string().nullable(),
  cureNote: z.string().nullable(),
})
export type Finding = z.infer<typeof finding>

/**
 * A finding as it is stored: accepted with other words, dropped with a reason, added by hand, or sent with a decision.
 */
export type StoredFinding = Omit<Finding, 'title' | 'needs' | 'source' | 'edited'> & {
  /** Words by hand; null follows the card. */
  title: string | null
  needs: string | null
  /** As it was sent with a decision. */
  sentTitle: string | null
  sentNeeds: string | null
}

const getSource = (origin: string | null): Finding['source'] =>
  origin === null ? 'person' : origin.startsWith('RPC-M') ? 'ratio' : 'checklist'

const shown = (stored: StoredFinding, words: { title: string | null; needs: string | null }): Finding => {
  const { sentTitle: _, sentNeeds: __, ...one } = stored
  const { title, needs } = words
  return { ...one, title: title ?? '', needs: needs ?? '', source: getSource(one.origin), edited: one.title !== null }
}

/**
 * What a card finds, with what people made of it: proposals in order, then findings by hand; a stored one whose proposal
 * is gone stays only where a person wrote it.
 */
export function getFindings(proposals: readonly Proposal[], stored: readonly StoredFinding[]): Finding[] {
  const proposed = proposals.map((one): Finding => {
    const edited = stored.find((other) => other.origin === one.origin)
    if (!edited) return { ...untouched, ...one, source: getSource(one.origin), edited: false }
    return shown(edited, { title: edited.title ?? one.title, needs: edited.needs ?? one.needs })
  })
  const known = new Set(proposals.map((one) => one.origin))
  const others = stored.filter((one) => one.title !== null && (one.origin === null || !known.has(one.origin)))
  return [...proposed, ...others.map((one) => shown(one, one))]
}

/** What a decided card found: what its letter said, in the words of the letter. */
export const sentFindings = (stored: readonly StoredFinding[]): Finding[] =>
  stored
    .filter((one) => one.sentOn !== null && one.droppedReason === null)
    .map((one) => shown(one, { title: one.sentTitle, needs: one.sentNeeds }))

const untouched = {
  afsReportCardFindingId: 0,
  droppedReason: null,
  sentOn: null,
  cureBy: null,
  curedOn: null,
  cureNote: null,
}

export const standing = (findings: readonly Finding[]): Finding[] =>
  findings.filter((one) => one.droppedReason === null)
/** Findings that somebody must still cure. */
export const openCures = (findings: readonly Finding[]): Finding[] =>
  standing(findings).filter((one) => one.kind === 'cure' && one.curedOn === null)

/** `1 to cure, 2 observations`. */
export function countsText(findings: readonly Finding[]): string {
  const left = standing(findings)
  const observations = left.filter((one) => one.kind === 'observation').length
  return `${openCures(findings).length} to cure, ${plural(observations, 'observation', 'observations')}`
}
