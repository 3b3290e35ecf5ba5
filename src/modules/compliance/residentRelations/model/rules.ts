import { addBusinessDays, formatDate, formatDueMoment } from '#kernel/model/dates.ts'
import { MatterStatus } from './entities.ts'

const { OPEN, ASSIGNED, SENT, ANSWERED, CLOSED } = MatterStatus

/** The steps of a matter, with the statuses in which they are possible (domain 19.3). */
export const matterSteps = {
  assign: [OPEN, ASSIGNED, SENT, ANSWERED],
  send: [OPEN, ASSIGNED, ANSWERED],
  answer: [SENT, ANSWERED],
  close: [OPEN, ASSIGNED, SENT, ANSWERED],
  find: [OPEN, ASSIGNED, SENT, ANSWERED],
  link: [OPEN, ASSIGNED, SENT, ANSWERED, CLOSED],
  reopen: [CLOSED],
} as const satisfies Readonly<Record<string, readonly number[]>>
export type MatterStep = keyof typeof matterSteps

/** Whether a step is possible in a status. */
export const mayStep = (step: MatterStep, statusId: number): boolean =>
  (matterSteps[step] as readonly number[]).includes(statusId)

/** A moment on the given day in every time zone an agency may have; only the day counts. */
const END_OF_DAY = 'T23:59:59Z'

/**
 * When a reply is due, as an ISO moment: at the end of the given number of business days after receipt; for
 * life safety, the given number of hours after it was logged.
 */
export function replyDue(
  { receivedOn, lifeSafety }: { receivedOn: string; lifeSafety: boolean },
  {
    loggedAt,
    replyDays,
    lifeSafetyHours,
    holidays,
  }: { loggedAt: Date; replyDays: number; lifeSafetyHours: number; holidays: ReadonlySet<string> },
): string {
  if (lifeSafety) return new Date(loggedAt.getTime() + lifeSafetyHours * 3_600_000).toISOString()
  return new Date(`${addBusinessDays(receivedOn, replyDays, holidays)}${END_OF_DAY}`).toISOString()
}

/** When a reply is due, in words: a day, and in a matter of life safety the hour with the agency's zone. */
export const getReplyDueText = ({ dueAt, lifeSafety }: { dueAt: string; lifeSafety: boolean }): string =>
  lifeSafety ? formatDueMoment(dueAt) : formatDate(dueAt, 'MM/DD/YYYY')

/** Why a matter may not be sent to its company; null if it may. */
export const notSent = ({ confidential }: { confidential: boolean }): string | null =>
  confidential ? 'A fair-housing matter stays with the agency; no company sees it.' : null

const LEAST_LETTERS = 3
const LEAST_DIGITS = 7
const getDigits = (text: string): string => text.replaceAll(/\D/g, '')
const describeText = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/**
 * Whether a text reveals who the resident is: a word of the name, the phone number in any format, or the
 * e-mail address.
 */
export function namesResident(text: string, person: readonly (string | null)[]): boolean {
  const textParts = new Set(describeText(text))
  return person.some((detail) => {
    if (!detail) return false
    if (detail.includes('@')) return text.toLowerCase().includes(detail.toLowerCase())
    const digits = getDigits(detail)
    if (digits.length >= LEAST_DIGITS) return getDigits(text).includes(digits)
    return describeText(detail).some((word) => word.length >= LEAST_LETTERS && textParts.has(word))
  })
}
