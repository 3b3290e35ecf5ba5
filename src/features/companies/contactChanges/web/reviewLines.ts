import { z } from 'zod'
import { type ContactField, contactFieldLabels, contactFields } from '#core/portfolio/contacts/model/index.ts'
import type { FormLines } from '#engines/review/web/index.ts'
import { choiceField, id } from '#kernel/model/field.ts'
import type { RequestDetail } from '../model/requests.ts'
import type { Choice, Decisions } from '../model/threeWay.ts'

/** The subject of a choice: a field of the contact, or the whole change. */
export type ChoiceSubject = ContactField | 'contact'

const choiceSubjects: readonly ChoiceSubject[] = ['contact', ...contactFields]
const choices = ['present', 'wanted'] as const
const getLabel = (name: ChoiceSubject): string =>
  name === 'contact' ? 'The change as a whole' : contactFieldLabels[name]
const line = z.object({
  contactChangeId: id('Change'),
  ...Object.fromEntries(choiceSubjects.map((name) => [name, choiceField(getLabel(name), choices)])),
})

/** A change in the review form: the choice for each field, null if none was made. */
export type ReviewFormLine = { contactChangeId: number } & Record<ChoiceSubject, Choice | null>

/** Converts the choices in the review form to the decisions of the comparison. */
export const toDecisions = (values: ReviewFormLine): Decisions =>
  Object.fromEntries(choiceSubjects.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

const getValues = ({ lines }: Pick<RequestDetail, 'lines'>): { lines: ReviewFormLine[] } => ({
  lines: lines.map(({ contactChangeId, decisions }) => ({
    contactChangeId,
    ...(Object.fromEntries(choiceSubjects.map((name) => [name, decisions[name] ?? null])) as Record<
      ChoiceSubject,
      Choice | null
    >),
  })),
})

/** Converts the reviewer's choices to form values and back. */
export const reviewLines = {
  shape: { lines: z.array(line).meta({ label: 'Changes', noun: 'Change' }) },
  valuesOf: getValues,
  sent: ({ lines }) => ({
    decisions: (lines as ReviewFormLine[]).map((values) => ({
      contactChangeId: values.contactChangeId,
      choices: toDecisions(values),
    })),
  }),
} satisfies FormLines<RequestDetail>
