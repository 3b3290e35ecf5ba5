import { type Actor, isAgency } from '#kernel/model/access.ts'
import { addDays, daysBetween } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { TIED_WORDS } from '#kernel/model/workflow.ts'
import { FindingStatus } from './entities.ts'

const { OPEN, RESPONDED, CLOSED } = FindingStatus

/** What can be done with a finding, and from where (domain 27). */
export const findingSteps = {
  respond: { from: [OPEN, RESPONDED], to: RESPONDED },
  askAgain: { from: [RESPONDED], to: OPEN },
  close: { from: [OPEN, RESPONDED], to: CLOSED },
  remove: { from: [OPEN, RESPONDED], to: FindingStatus.REMOVED },
  reopen: { from: [CLOSED], to: OPEN },
} as const satisfies Readonly<Record<string, { from: readonly number[]; to: number }>>
export type FindingStep = keyof typeof findingSteps

/** Whether a step leads on from a status. */
export const mayStep = (step: FindingStep, statusId: number): boolean =>
  (findingSteps[step].from as readonly number[]).includes(statusId)

/** Who acts next: the company on an open finding, the agency on an answered one, no one on a closed one. */
export const actsNext = (statusId: number): 'Company' | 'Agency' | '' =>
  statusId === OPEN ? 'Company' : statusId === RESPONDED ? 'Agency' : ''

/** Why a person may not close, waive, accept or remove a finding that a person opened; null when they may. */
export function openerFault(
  { userId, tiedTo }: Pick<Actor, 'userId' | 'tiedTo'>,
  openedById: number | null,
  twoPerson: boolean,
): string | null {
  if (!twoPerson || openedById === null) return null
  if (openedById === userId)
    return 'You opened this finding: somebody else accepts, closes, waives or removes what you opened.'
  if (tiedTo.includes(openedById))
    return `You and the person who opened this finding do not count as two people: ${TIED_WORDS}`
  return null
}

/** The day by which something found on a day is to be cured; null where its kind has no days. */
export const cureDay = (foundOn: string, cureDays: number | null): string | null =>
  cureDays === null ? null : addDays(foundOn, cureDays)

/** `in 12 days`, `3 days late`, `today`; '' without a day. */
export function cureWords(cureBy: string | null, today: string): string {
  if (cureBy === null) return ''
  const remaining = daysBetween(today, cureBy)
  if (remaining === 0) return 'today'
  return remaining > 0
    ? `in ${plural(remaining, 'day', 'days')}`
    : `${plural(-remaining, 'day', 'days')} late`
}

/** Why a cure day cannot be moved to a day; null when it can. */
export function extensionFault(until: string, cureBy: string | null, today: string): string | null {
  if (until <= today) return 'Choose a day after today.'
  return cureBy !== null && until <= cureBy ? 'Choose a day after the present cure day.' : null
}

/**
 * Whether somebody answers a finding: whoever may write its subject at the property, and the agency never.
 */
export const answers = (actor: Pick<Actor, 'roles'>, statusId: number, writesThere: boolean): boolean =>
  !isAgency(actor) && writesThere && mayStep('respond', statusId)
