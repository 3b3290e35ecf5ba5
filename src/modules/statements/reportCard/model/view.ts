import { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'
import { Action } from '#kernel/model/workflow.ts'
import { answered, unexplained } from './checklist.ts'
import { coverageLine } from './comparison.ts'
import { AFSReportCard, AFSReportCardCustomIncome } from './entities.ts'
import { finding, openCures } from './findings.ts'
import { letterKinds, paragraph } from './letter.ts'
import { rated } from './metrics.ts'

/** The facts of its statement that a card shows. */
export const cardStatement = z.object({
  requestNumber: z.string(),
  subject: z.string(),
  months: z.int(),
  units: z.int(),
  statementType: z.string().nullable(),
  auditFirm: z.string().nullable(),
  auditContact: z.string().nullable(),
  statusId: z.int(),
  statusLabel: z.string(),
  version: z.int(),
  submitted: z.string().nullable(),
  ageDays: z.int().nullable(),
  reviewerId: z.int().nullable(),
  reviewerName: z.string().nullable(),
  actions: z.array(Action),
  canAssign: z.boolean(),
})

/** All data on the screen of a card: computed from the current statement until a decision stores it. */
export const cardView = z.object({
  card: AFSReportCard.row,
  statement: cardStatement,
  metrics: z.array(rated),
  checklist: z.array(answered),
  findings: z.array(finding),
  custom: z.array(AFSReportCardCustomIncome.row),
  letter: z.object({
    kind: z.enum(letterKinds),
    paragraphs: z.array(paragraph),
  }),
  /** Names of the people who answered, by user id. */
  people: z.record(z.string(), z.string()),
  prior: z.object({ afsId: z.int(), year: z.int() }).nullable(),
  /** Debt coverage through the years as it was decided by; null while it is that of today. */
  coverage: z.array(coverageLine).nullable(),
  currentTemplate: z.int(),
  /** Whether the caller may write on it now. */
  open: z.boolean(),
  /** Whether the caller may say now that a finding is cured. */
  mayCure: z.boolean(),
})
export type CardView = z.infer<typeof cardView>

/**
 * What keeps a card from being marked as reviewed: open answers, and overridden ones without a word why
 * (domain 1.3, B7).
 */
export function reviewFaults({ checklist }: Pick<CardView, 'checklist'>): Fault[] {
  const silent = unexplained(checklist)
  return checklist.flatMap((item): Fault[] => {
    if (item.answer === null) return [{ field: `answers.${item.id}`, message: `Answer “${item.question}”.` }]
    if (!silent.includes(item)) return []
    return [
      {
        field: `answers.${item.id}`,
        message: `“${item.question}”: say why the portal’s answer does not apply.`,
      },
    ]
  })
}

/** What keeps a card from being approved: nothing may be open (domain 8.6). */
export const approvalFaults = (view: Pick<CardView, 'checklist' | 'findings'>): Fault[] => [
  ...reviewFaults(view),
  ...cureFaults(view),
]

/** Findings that are still to be cured. */
export const cureFaults = ({ findings }: Pick<CardView, 'findings'>): Fault[] =>
  openCures(findings).map((item) => ({
    field: `findings.${item.origin ?? item.afsReportCardFindingId}`,
    message: `“${item.title}” is not cured. Mark it as cured, drop it with a reason, or close in non-compliance.`,
  }))
