import { addDays, addYears, formatDate } from '#kernel/model/dates.ts'

/** Why a visit is due (domain 26.1). */
export const dueKinds = ['First', 'Yearly', 'Again', 'Interval'] as const
export type DueKind = (typeof dueKinds)[number]

/** The facts of a property that decide when its next visit is due. Days are `YYYY-MM-DD`. */
export type DueFacts = {
  /** The day when its last building was placed in service; null if unknown. */
  inService: string | null
  lastVisit: string | null
  lastScore: number | null
  /** The program that asks for a visit every year; null for none. */
  yearlyProgram: string | null
}

/** The periods between visits. `passFrom` is the score from which a visit passes. */
export type DueRules = {
  firstYears: number
  intervalYears: number
  yearlyYears: number
  againDays: number
  passFrom: number
}

/** By when a visit is due and why. `words` explains the reason for lists. */
export type Due = { kind: DueKind; dueBy: string; words: string }

const formatDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns by when a property must be visited, and why. The first visit is due by the end of the second
 * calendar year after the last building was placed in service, and a visit before that day does not count.
 * After a visit, the interval of the program starts on its day. A failed visit is repeated. Null if neither a
 * visit nor a placed-in-service day is known.
 */
export function getInspectionDue(
  { inService, lastVisit, lastScore, yearlyProgram }: DueFacts,
  rules: DueRules,
): Due | null {
  if (lastVisit === null || (inService !== null && lastVisit < inService)) {
    if (inService === null) return null
    const dueBy = `${Number(inService.slice(0, 4)) + rules.firstYears}-12-31`
    return { kind: 'First', dueBy, words: `last building in service ${formatDay(inService)}` }
  }
  if (lastScore !== null && lastScore < rules.passFrom) {
    const text = `failed ${lastScore} on ${formatDay(lastVisit)}`
    return { kind: 'Again', dueBy: addDays(lastVisit, rules.againDays), words: text }
  }
  if (yearlyProgram !== null)
    return { kind: 'Yearly', dueBy: addYears(lastVisit, rules.yearlyYears), words: yearlyProgram }
  return {
    kind: 'Interval',
    dueBy: addYears(lastVisit, rules.intervalYears),
    words: `after ${formatDay(lastVisit)}`,
  }
}

/** Returns the reason of a visit as lists show it: `3 years`, `First`. */
export const getDueLabel = (kind: DueKind, intervalYears: number): string =>
  kind === 'Interval' ? `${intervalYears} years` : kind

/** Returns the type of inspection to plan for a reason. */
export const getInspectionType = (kind: DueKind | null): 'Initial' | 'Annual' | 'Periodic' =>
  kind === 'First' ? 'Initial' : kind === 'Yearly' ? 'Annual' : 'Periodic'

/**
 * Returns the number of visits, rounded down, that an inspector can make in a month after subtracting the
 * working days out.
 */
export const computeCapacity = (visitsPerMonth: number, workingDays: number, daysOut: number): number =>
  workingDays === 0 ? 0 : Math.floor((visitsPerMonth * Math.max(0, workingDays - daysOut)) / workingDays)
