import { z } from 'zod'
import { answers, type Facts, type Item, questions } from './questions.ts'

/**
 * A version of the checklist: from which fiscal year on cards are made with it, and its questions in order.
 */
export type Template = { version: number; items: readonly Item[] }

/** Cards before 2024 did not ask for these (`Update2024AFSReportCard`). */
const SINCE_2024 = ['RPC-C13', 'RPC-C14', 'RPC-C21', 'RPC-C23', 'RPC-C24']

/** Every version, newest first. */
export const templates: readonly Template[] = [
  { version: 2024, items: questions },
  { version: 1990, items: questions.filter((item) => !SINCE_2024.includes(item.id)) },
]

/** The newest version: the one cards of today are made with. */
export const currentTemplate = templates[0]!

/**
 * The version a card of a fiscal year is made with, or that of its own number; the oldest for one that never
 * was.
 */
export const getTemplate = (year: number): Template =>
  templates.find((template) => template.version <= year) ?? templates[templates.length - 1]!

/** An answer as a person gave it; it overrides that of the portal. */
export const given = z.object({
  id: z.string().max(12),
  answer: z.enum(answers),
  comment: z.string().max(1000).nullable(),
  by: z.int().nullable().optional(),
  at: z.string().max(40).nullable().optional(),
})
export type Given = z.infer<typeof given>

/**
 * A question as the screen shows it: its answer, the portal's fact next to it, and the person who answered
 * differently.
 */
export const answered = z.object({
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
export type Answered = z.infer<typeof answered>

/** Every question of a card with its answer; those a person answered keep the portal's fact. */
export function getAnswers(template: Template, facts: Facts, byPerson: readonly Given[]): Answered[] {
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

/** The questions whose answer of the portal is overridden without a word why. */
export const unexplained = (all: readonly Answered[]): Answered[] =>
  all.filter(
    (item) =>
      item.from === 'person' &&
      item.portal?.answer &&
      item.portal.answer !== item.answer &&
      !item.comment?.trim(),
  )

/** Returns a question by its id, with the finding of a No. */
export const getReportCardItem = (id: string): Item | undefined => questions.find((item) => item.id === id)
