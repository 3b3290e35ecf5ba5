import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'

/** The two kinds of to-dos that people write: about a property as such, and about one item of a type. */
export const writtenKinds = ['property', 'item'] as const
export type WrittenKind = (typeof writtenKinds)[number]

const path = '/api/ToDo/Written/:kind/:id'
const params = z.object({ kind: z.enum(writtenKinds), id: id('To-do') })

const writtenToDo = z.object({
  kind: z.enum(writtenKinds),
  id: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  /** What it is about: 'Budget', or 'Budget, item 12'. */
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
  /** Whether the caller may change anything about it. */
  mayAct: z.boolean(),
  today: z.string(),
  history: z.array(historyLine),
})
/** A to-do that somebody wrote, as its screen shows it. */
export type WrittenToDo = z.infer<typeof writtenToDo>

export const getWritten = call({
  method: 'GET',
  path,
  access: signedIn,
  params,
  answer: writtenToDo,
  summary: 'A to-do that somebody wrote, with who wrote it, what was answered and who changed it',
})

const step = { method: 'POST', access: signedIn, params, answer: writtenToDo } as const

export const answerWritten = call({
  ...step,
  path: `${path}/Answer`,
  body: z.object({ answer: requiredText('Answer', 4000) }),
  summary: 'Answer a to-do: its writer gets a message, and it waits for the agency from then on',
})

export const finishWritten = call({
  ...step,
  path: `${path}/Done`,
  summary: 'A to-do is done: it waits for nobody any more',
})

export const snoozeWritten = call({
  ...step,
  path: `${path}/Snooze`,
  body: z.object({ until: day('Until') }),
  summary: 'Put a to-do off until a day, on which the lists show it again; without a day they do at once',
})

export const reopenWritten = call({
  ...step,
  access: agency('write'),
  path: `${path}/Reopen`,
  summary: 'A to-do that was done or answered waits for the company again',
})

const MOST_DAYS_OFF = 90

/** Why a to-do cannot be put off until a day; null when it can. */
export function snoozeFault(until: string, { dueDate }: { dueDate: string | null }, today: string): string | null {
  if (until <= today) return 'Choose a day after today.'
  if (dueDate !== null && dueDate > today && until > dueDate)
    return `Choose a day until it is due, ${formatDate(dueDate, 'MM/DD/YYYY')}.`
  return until > addDays(today, MOST_DAYS_OFF) ? `Choose a day within ${MOST_DAYS_OFF} days.` : null
}
