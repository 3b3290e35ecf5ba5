import { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'
import { Action } from '#kernel/model/workflow.ts'
import { answeredQuestion, findUnexplainedAnswers } from './checklist.ts'
import { coverageLine } from './comparison.ts'
import { AFSReportCard, AFSReportCardCustomIncome } from './entities.ts'
import { finding, getOpenCures } from './findings.ts'
import { letterKinds, paragraph } from './letter.ts'
import { ratedRatio } from './metrics.ts'

/** The facts about its statement that a card shows. */
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

/**
 * All data on the screen of a card. Until a decision stores it, it is computed from the current statement.
 */
export const cardView = z.object({
  card: AFSReportCard.row,
  statement: cardStatement,
  metrics: z.array(ratedRatio),
  checklist: z.array(answeredQuestion),
  findings: z.array(finding),
  custom: z.array(AFSReportCardCustomIncome.row),
  letter: z.object({
    kind: z.enum(letterKinds),
    paragraphs: z.array(paragraph),
  }),
  /** The names of the people who answered questions, by user id. */
  people: z.record(z.string(), z.string()),
  prior: z.object({ afsId: z.int(), year: z.int() }).nullable(),
  /**
   * Debt coverage through the years as stored with the decision. Null while it is computed from current data.
   */
  coverage: z.array(coverageLine).nullable(),
  currentTemplate: z.int(),
  /** Whether the caller may edit the card now. */
  open: z.boolean(),
  /** Whether the caller may mark findings as cured now. */
  mayCure: z.boolean(),
})
export type CardView = z.infer<typeof cardView>

/**
 * Returns the faults that keep a card from being marked as reviewed: questions without an answer, and
 * overridden ones without a comment (domain 1.3, B7).
 */
export function checkCardReview({ checklist }: Pick<CardView, 'checklist'>): Fault[] {
  const unexplainedAnswers = findUnexplainedAnswers(checklist)
  return checklist.flatMap((item): Fault[] => {
    if (item.answer === null) return [{ field: `answers.${item.id}`, message: `Answer “${item.question}”.` }]
    if (!unexplainedAnswers.includes(item)) return []
    return [
      {
        field: `answers.${item.id}`,
        message: `“${item.question}”: say why the portal’s answer does not apply.`,
      },
    ]
  })
}

/**
 * Returns the faults that keep a card from being approved: open questions, and findings that are not cured
 * (domain 8.6).
 */
export const checkCardApproval = (view: Pick<CardView, 'checklist' | 'findings'>): Fault[] => [
  ...checkCardReview(view),
  ...checkCardCures(view),
]

/** Returns a fault for each finding that must still be cured. */
export const checkCardCures = ({ findings }: Pick<CardView, 'findings'>): Fault[] =>
  getOpenCures(findings).map((item) => ({
    field: `findings.${item.origin ?? item.afsReportCardFindingId}`,
    message: `“${item.title}” is not cured. Mark it as cured, drop it with a reason, or close in non-compliance.`,
  }))
