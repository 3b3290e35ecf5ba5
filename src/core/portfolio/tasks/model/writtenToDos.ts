import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'

/** The two kinds of to-dos that people write: about a property, and about one item of a type. */
export const writtenKinds = ['property', 'item'] as const
export type WrittenKind = (typeof writtenKinds)[number]

const path = '/api/ToDo/Written/:kind/:id'
const params = z.object({ kind: z.enum(writtenKinds), id: id('To-do') })

const writtenToDo = z.object({
  kind: z.enum(writtenKinds),
  id: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  /** The subject: 'Budget', or 'Budget, item 12'. */
  about: z.string(),
  title: z.string(),
  details: z.string().nullable(),
  dueDate: z.string().nullable(),
  done: z.boolean(),
  createdAt: z.string().nullable(),
  writtenByName: z.string().nullable(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredByName: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
  /** Whether the caller may change the to-do. */
  mayAct: z.boolean(),
  today: z.string(),
  history: z.array(historyLine),
})
/** A to-do that a person wrote, for its screen. */
export type WrittenToDo = z.infer<typeof writtenToDo>

export const getWrittenToDo = call({
  method: 'GET',
  path,
  access: signedIn,
  params,
  answer: writtenToDo,
  summary: 'A written to-do with its author, answer and changes',
})

const step = { method: 'POST', access: signedIn, params, answer: writtenToDo } as const

export const answerWrittenToDo = call({
  ...step,
  path: `${path}/Answer`,
  body: z.object({ answer: requiredText('Answer', 4000) }),
  summary: 'Answer a to-do: its author gets a message, and it then waits for the agency',
})

export const finishWrittenToDo = call({
  ...step,
  path: `${path}/Done`,
  summary: 'Mark a to-do as done',
})

export const snoozeWrittenToDo = call({
  ...step,
  path: `${path}/Snooze`,
  body: z.object({ until: day('Until') }),
  summary: 'Snooze a to-do until a day; without a day, show it again at once',
})

export const reopenWrittenToDo = call({
  ...step,
  access: agency('write'),
  path: `${path}/Reopen`,
  summary: 'Reopen a to-do that was done or answered',
})

const MAX_SNOOZE_DAYS = 90

/** Returns why a to-do cannot be put off until a day; null if it can. */
export function getSnoozeFault(
  until: string,
  { dueDate }: { dueDate: string | null },
  today: string,
): string | null {
  if (until <= today) return 'Choose a day after today.'
  if (dueDate !== null && dueDate > today && until > dueDate)
    return `Choose a day until it is due, ${formatDate(dueDate, 'MM/DD/YYYY')}.`
  return until > addDays(today, MAX_SNOOZE_DAYS) ? `Choose a day within ${MAX_SNOOZE_DAYS} days.` : null
}
