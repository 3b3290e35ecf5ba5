import { addDays } from '#kernel/model/dates.ts'

/** The statuses of an inspection (domain 26.4). */
export const InspectionStatus = {
  PLANNED: 1,
  NOTICED: 2,
  VISITED: 3,
  REPORTED: 4,
  RESPONDED: 5,
  CLEARED: 6,
  FILED: 7,
  CLOSED: 8,
} as const
const { PLANNED, NOTICED, VISITED, REPORTED, RESPONDED, CLEARED, FILED, CLOSED } = InspectionStatus

export const inspectionStatusLabels: Readonly<Record<number, string>> = {
  [PLANNED]: 'Planned',
  [NOTICED]: 'Notice sent',
  [VISITED]: 'Visited',
  [REPORTED]: 'Report issued',
  [RESPONDED]: 'Owner responded',
  [CLEARED]: 'Cleared',
  [FILED]: 'Form 8823 filed',
  [CLOSED]: 'Closed',
}

/** The steps of an inspection, each with the statuses from which it is possible. */
export const inspectionSteps = {
  draw: [PLANNED, NOTICED],
  notice: [PLANNED],
  visit: [PLANNED, NOTICED],
  find: [NOTICED, VISITED],
  report: [VISITED],
  answer: [VISITED, REPORTED, RESPONDED, FILED],
  judge: [VISITED, REPORTED, RESPONDED, FILED],
  forms: [REPORTED, RESPONDED, CLEARED, FILED],
  close: [CLEARED, FILED],
  reopen: [CLOSED],
} as const satisfies Readonly<Record<string, readonly number[]>>
export type InspectionStep = keyof typeof inspectionSteps

/** Checks whether a step is possible from a status. */
export const canTakeStep = (step: InspectionStep, statusId: number): boolean =>
  (inspectionSteps[step] as readonly number[]).includes(statusId)

/**
 * The severities of a finding, the most severe first. `FILE` is a finding in the files, not in the building.
 */
export const Severity = { LIFE_THREATENING: 1, SEVERE: 2, MODERATE: 3, LOW: 4, FILE: 5 } as const
export const severityLabels: Readonly<Record<number, string>> = {
  [Severity.LIFE_THREATENING]: 'Life-threatening',
  [Severity.SEVERE]: 'Severe',
  [Severity.MODERATE]: 'Moderate',
  [Severity.LOW]: 'Low',
  [Severity.FILE]: 'File',
}
/** Checks whether a finding is so severe that the owner is told of it with the visit, before the report. */
export const isUrgent = (severity: number): boolean => severity <= Severity.SEVERE

/** The number of days within which a finding must be cured, by its severity. */
export type CureRules = { urgentDays: number; moderateDays: number; lowDays: number; correctionDays: number }

/** Returns the number of days that the owner has to cure a finding. */
export function getCureDays(severity: number, rules: CureRules): number {
  if (isUrgent(severity)) return rules.urgentDays
  if (severity === Severity.MODERATE) return rules.moderateDays
  return severity === Severity.LOW ? rules.lowDays : rules.correctionDays
}

/**
 * Returns the day by which a finding must be cured. Days count from the day on which the owner was told of
 * it. Null while the owner was not told.
 */
export const getCureDay = (severity: number, notifiedOn: string | null, rules: CureRules): string | null =>
  notifiedOn === null ? null : addDays(notifiedOn, getCureDays(severity, rules))

/**
 * Returns the day on which the owner is told of a finding before the report: an urgent one as soon as the
 * visit is recorded. Null if the report tells it.
 */
export const getEarlyNotifiedDay = (
  { severity, notifiedOn }: { severity: number; notifiedOn: string | null },
  statusId: number,
  today: string,
): string | null =>
  !isUrgent(severity) ? null : (notifiedOn ?? (statusId === InspectionStatus.VISITED ? today : null))

type PlacedFinding = { area: string; unit: string | null }

/** Whether a finding is in a unit, or the file of a unit, that the visit's sample does not contain. */
export const isOutsideSample = (
  { area, unit }: PlacedFinding,
  sample: readonly { unit: string }[],
): boolean =>
  (area === 'Unit' || area === 'File') &&
  unit !== null &&
  sample.length > 0 &&
  !sample.some((line) => line.unit === unit)

/** The statuses of a finding: open, answered by the owner, or closed by the agency. */
export const FindingStatus = { OPEN: 1, ANSWERED: 2, CLOSED: 3 } as const
export const findingStatusLabels: Readonly<Record<number, string>> = { 1: 'Open', 2: 'Answered', 3: 'Closed' }

type FindingState = { statusId: number; cureBy: string | null }

/** Returns who must act on a finding next, and whether the owner is overdue. */
export function getWaitsFor(
  { statusId, cureBy }: FindingState,
  today: string,
): 'Agency' | 'Owner' | 'Owner, overdue' | 'Closed' {
  if (statusId === FindingStatus.CLOSED) return 'Closed'
  if (statusId === FindingStatus.ANSWERED) return 'Agency'
  return cureBy !== null && cureBy < today ? 'Owner, overdue' : 'Owner'
}

const ranks = { Agency: 0, 'Owner, overdue': 1, Owner: 2, Closed: 3 } as const
/**
 * Sorts findings: those that wait for the agency first, then the owner's late ones, those on time, and the
 * closed ones.
 */
export const sortFindings = <F extends FindingState & { number: number }>(
  findings: readonly F[],
  today: string,
): F[] =>
  findings.toSorted(
    (entry, other) =>
      ranks[getWaitsFor(entry, today)] - ranks[getWaitsFor(other, today)] || entry.number - other.number,
  )

/** Returns the number of an inspection as people read it: `IN-12`. */
export const getInspectionNumber = (id: number): string => `IN-${id}`
/** Returns the path of an inspection's screen. */
export const getInspectionPath = (id: number): string => `/inspection/view/edit/${id}`

/** Returns the result of a visit by its score. An empty text means that there is no score. */
export function getVisitResult(score: number | null, passFrom: number, enforceAt: number): string {
  if (score === null) return ''
  if (score <= enforceAt) return 'Failed, to enforcement'
  return score < passFrom ? 'Failed' : 'Passed'
}
