import { z } from 'zod'
import { answers, type Facts, type Item, questions } from './questions.ts'

/** A version of the checklist: the first fiscal year whose cards use it, and its questions in order. */
export type Template = { version: number; items: readonly Item[] }

/** The questions that cards before 2024 did not have (`Update2024AFSReportCard`). */
const SINCE_2024 = ['RPC-C13', 'RPC-C14', 'RPC-C21', 'RPC-C23', 'RPC-C24']

/** All versions, newest first. */
export const templates: readonly Template[] = [
  { version: 2024, items: questions },
  { version: 1990, items: questions.filter((item) => !SINCE_2024.includes(item.id)) },
]

/** The newest version, which new cards use. */
export const currentTemplate = templates[0]!

/**
 * Returns the version for cards of a fiscal year, or the version with this number. The oldest one for
 * earlier years.
 */
export const getTemplate = (year: number): Template =>
  templates.find((template) => template.version <= year) ?? templates[templates.length - 1]!

/** An answer that a person entered. It overrides that of the portal. */
export const personAnswer = z.object({
  id: z.string().max(12),
  answer: z.enum(answers),
  comment: z.string().max(1000).nullable(),
  by: z.int().nullable().optional(),
  at: z.string().max(40).nullable().optional(),
})
export type PersonAnswer = z.infer<typeof personAnswer>

/**
 * A question as the screen shows it: its answer, the portal's answer with its fact, and the person who
 * answered instead.
 */
export const answeredQuestion = z.object({
  id: z.string(),
  group: z.string(),
  question: z.string(),
  answer: z.enum(answers).nullable(),
  from: z.enum(['portal', 'person', 'nobody']),
  portal: z
    .object({
      answer: z.enum(answers).nullable(),
      fact: z.string(),
      code: z.string().nullable(),
      to: z.string().nullable(),
    })
    .nullable(),
  comment: z.string().nullable(),
  by: z.int().nullable(),
  at: z.string().nullable(),
})
export type AnsweredQuestion = z.infer<typeof answeredQuestion>

/**
 * Returns every question of a card with its answer. One that a person answered still has the portal's fact.
 */
export function getAnswers(
  template: Template,
  facts: Facts,
  byPerson: readonly PersonAnswer[],
): AnsweredQuestion[] {
  return template.items.map((item) => {
    const portalAnswer = item.known?.(facts) ?? null
    const portal = portalAnswer && {
      answer: portalAnswer.answer,
      fact: portalAnswer.fact,
      code: portalAnswer.code ?? null,
      to: portalAnswer.to ?? null,
    }
    const person = byPerson.find((answer) => answer.id === item.id)
    const { id, group, question } = item
    const answer = person?.answer ?? portalAnswer?.answer ?? null
    return {
      id,
      group,
      question,
      answer,
      portal,
      from: person ? 'person' : answer ? 'portal' : 'nobody',
      comment: person?.comment ?? null,
      by: person?.by ?? null,
      at: person?.at ?? null,
    }
  })
}

/** Returns the questions for which a person overrode the portal's answer without a comment. */
export const findUnexplainedAnswers = (all: readonly AnsweredQuestion[]): AnsweredQuestion[] =>
  all.filter(
    (item) =>
      item.from === 'person' &&
      item.portal?.answer &&
      item.portal.answer !== item.answer &&
      !item.comment?.trim(),
  )

/** Returns a question by its id, with the finding of a No. */
export const getReportCardItem = (id: string): Item | undefined => questions.find((item) => item.id === id)
