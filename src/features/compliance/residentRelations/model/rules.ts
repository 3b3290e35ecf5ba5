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

/** Checks whether a step is possible in a status. */
export const canTakeStep = (step: MatterStep, statusId: number): boolean =>
  (matterSteps[step] as readonly number[]).includes(statusId)

/**
 * This UTC time is on the same day in every time zone an agency may have. Only the day counts for the reply.
 */
const END_OF_DAY = 'T23:59:59Z'

/**
 * Returns when a reply is due, as an ISO moment: at the end of the given number of business days after
 * receipt, or for life safety, the given number of hours after the matter was logged.
 */
export function getReplyDue(
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

/**
 * Returns when a reply is due, in words: a day, or for life safety a day and hour with the agency's time
 * zone.
 */
export const getReplyDueText = ({ dueAt, lifeSafety }: { dueAt: string; lifeSafety: boolean }): string =>
  lifeSafety ? formatDueMoment(dueAt) : formatDate(dueAt, 'MM/DD/YYYY')

/** Returns why a matter may not be sent to its company; null if it may. */
export const getNotSentReason = ({ confidential }: { confidential: boolean }): string | null =>
  confidential ? 'A fair-housing matter stays with the agency; no company sees it.' : null

const MIN_NAME_LETTERS = 3
const MIN_PHONE_DIGITS = 7
const getDigits = (text: string): string => text.replaceAll(/\D/g, '')
const splitWords = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/**
 * Checks whether a text reveals who the resident is: a word of the name, the phone number in any format, or
 * the e-mail address.
 */
export function revealsResident(text: string, person: readonly (string | null)[]): boolean {
  const textParts = new Set(splitWords(text))
  return person.some((detail) => {
    if (!detail) return false
    if (detail.includes('@')) return text.toLowerCase().includes(detail.toLowerCase())
    const digits = getDigits(detail)
    if (digits.length >= MIN_PHONE_DIGITS) return getDigits(text).includes(digits)
    return splitWords(detail).some((word) => word.length >= MIN_NAME_LETTERS && textParts.has(word))
  })
}
