import { addBusinessDays } from '#kernel/model/dates.ts'
import { MatterStatus } from './entities.ts'

const { OPEN, ASSIGNED, SENT, ANSWERED, CLOSED } = MatterStatus

/** What can be done with a matter, and from where (domain 19.3). */
export const matterSteps = {
  assign: [OPEN, ASSIGNED, SENT, ANSWERED],
  send: [OPEN, ASSIGNED, ANSWERED],
  answer: [SENT, ANSWERED],
  close: [OPEN, ASSIGNED, SENT, ANSWERED],
  reopen: [CLOSED],
} as const satisfies Readonly<Record<string, readonly number[]>>
export type MatterStep = keyof typeof matterSteps

/** Whether a step leads on from a status. */
export const mayStep = (step: MatterStep, statusId: number): boolean =>
  (matterSteps[step] as readonly number[]).includes(statusId)

/** The end of a day in a time zone of the agency is noon of the next in UTC at the latest: a reply of the last day is in time. */
const END_OF_DAY = 'T23:59:59Z'

/**
 * When a reply is due: so many business days after the day of receipt, at its end; of life safety so many hours after it was
 * logged. ISO moments.
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

/** Why a matter is not sent to its company; null where it may be. */
export const notSent = ({ confidential }: { confidential: boolean }): string | null =>
  confidential ? 'A fair-housing matter stays with the agency; no company sees it.' : null
