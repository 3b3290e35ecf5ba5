import { type Actor, isAgency } from '#kernel/model/access.ts'
import { addDays, addMonths, daysBetween, formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { TIED_WORDS } from '#kernel/model/workflow.ts'
import { FindingStatus, hasCorrectionPeriod } from './entities.ts'

const { OPEN, RESPONDED, CLOSED } = FindingStatus

/** The steps of a finding: the statuses from which each may be taken, and the status after it (domain 27). */
export const findingSteps = {
  respond: { from: [OPEN, RESPONDED], to: RESPONDED },
  askAgain: { from: [RESPONDED], to: OPEN },
  close: { from: [OPEN, RESPONDED], to: CLOSED },
  remove: { from: [OPEN, RESPONDED], to: FindingStatus.REMOVED },
  reopen: { from: [CLOSED], to: OPEN },
} as const satisfies Readonly<Record<string, { from: readonly number[]; to: number }>>
export type FindingStep = keyof typeof findingSteps

/** Whether a step may be taken from a status. */
export const mayTakeStep = (step: FindingStep, statusId: number): boolean =>
  (findingSteps[step].from as readonly number[]).includes(statusId)

/** Who has to act next: the company on an open finding, the agency on an answered one, else no one. */
export const getNextActor = (statusId: number): 'Company' | 'Agency' | '' =>
  statusId === OPEN ? 'Company' : statusId === RESPONDED ? 'Agency' : ''

/**
 * Returns why a user may not close, waive, accept or remove a finding that `openedById` opened, under the
 * two-person rule; null if the user may.
 */
export function getOpenerFault(
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

/** Returns the day by which a finding must be cured; null if its kind has no days to cure. */
export const computeCureDay = (foundOn: string, cureDays: number | null): string | null =>
  cureDays === null ? null : addDays(foundOn, cureDays)

/** Describes how far the cure day is: `in 12 days`, `3 days late` or `today`; '' without a cure day. */
export function describeCureDay(cureBy: string | null, today: string): string {
  if (cureBy === null) return ''
  const remaining = daysBetween(today, cureBy)
  if (remaining === 0) return 'today'
  return remaining > 0
    ? `in ${plural(remaining, 'day', 'days')}`
    : `${plural(-remaining, 'day', 'days')} late`
}

/** By how many months a cure day is extended at most, by everybody and by a manager. */
export type ExtensionMonths = { months: number; managerMonths: number }

/** The last possible cure days of a finding, for everybody and for a manager. */
export type CureDayLimits = ExtensionMonths & { latest: string; latestByManager: string }

/**
 * Computes the last possible cure days of a finding whose first cure day was `firstCureDay`. A manager goes
 * further only where the law sets no correction period (26 CFR 1.42-5(c)(4)).
 */
export function computeCureDayLimits(
  firstCureDay: string,
  nonComplianceTypeId: number,
  { months, managerMonths }: ExtensionMonths,
): CureDayLimits {
  const longest = hasCorrectionPeriod(nonComplianceTypeId) ? months : Math.max(months, managerMonths)
  return {
    latest: addMonths(firstCureDay, months),
    latestByManager: addMonths(firstCureDay, longest),
    months,
    managerMonths: longest,
  }
}

/**
 * Returns why a cure day is too late for a person; null if it is not. `since` names what the months count
 * from.
 */
export function getCureDayFault(
  cureBy: string,
  limits: CureDayLimits,
  isManager: boolean,
  since = 'the first cure day',
): string | null {
  const limit = isManager ? limits.latestByManager : limits.latest
  if (cureBy <= limit) return null
  const months = isManager ? limits.managerMonths : limits.months
  const span = months > 0 ? `, ${plural(months, 'month', 'months')} after ${since}` : ''
  const further =
    limits.latestByManager > limit
      ? ` A manager may choose a day until ${formatDate(limits.latestByManager, 'MM/DD/YYYY')}.`
      : ''
  return `The last possible day is ${formatDate(limit, 'MM/DD/YYYY')}${span}.${further}`
}

type Extension = { cureBy: string | null; today: string; limits: CureDayLimits; isManager: boolean }

/** Returns why the cure day cannot be extended to `until`; null if it can. */
export function getExtensionFault(
  until: string,
  { cureBy, today, limits, isManager }: Extension,
): string | null {
  if (until <= today) return 'Choose a day after today.'
  if (cureBy !== null && until <= cureBy) return 'Choose a day after the present cure day.'
  return getCureDayFault(until, limits, isManager)
}

/**
 * Whether a user may answer a finding: a user of a company who may write the finding's subject at the
 * property.
 */
export const mayAnswerFinding = (
  actor: Pick<Actor, 'roles'>,
  statusId: number,
  writesThere: boolean,
): boolean => !isAgency(actor) && writesThere && mayTakeStep('respond', statusId)
