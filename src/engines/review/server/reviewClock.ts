import { type RawBuilder, sql } from 'kysely'
import { moveToBusinessDay } from '#core/platform/holidays/model/index.ts'
import { loadHolidayDates } from '#core/platform/holidays/server/index.ts'
import { addDays, agencyDay, daysBetween } from '#kernel/model/dates.ts'
import { agencyDay as agencyDaySql } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReview } from '../model/review.ts'

/** The days within which a kind of record is decided, and the function that finds the next working day. */
export type Term = {
  /** Null where no day is promised. */
  days: number | null
  /** Returns the day itself, or the next day on which the agency works. */
  workingDay: (day: string) => string
}

/** Returns a function that finds the next working day with these holidays. It computes each day only once. */
export function workingDayAmong(holidays: ReadonlySet<string>): Term['workingDay'] {
  const cachedDays = new Map<string, string>()
  return (day) => {
    const workingDay = cachedDays.get(day) ?? moveToBusinessDay(day, holidays)
    cachedDays.set(day, workingDay)
    return workingDay
  }
}

/** Loads the holidays in one statement, and returns a function that finds the next working day. */
export const workingDays = async (context: AnyContext): Promise<Term['workingDay']> =>
  workingDayAmong(await loadHolidayDates(context))

/** Loads the number of days within which a review promises to decide; null if it promises none. */
export const loadTurnaround = async ({ settings }: AnyContext, review: AnyReview): Promise<number | null> =>
  review.settings.turnaround ? settings.get(review.settings.turnaround) : null

/** Returns the day of a moment in the agency's time zone. */
const getDay = (context: AnyContext, moment: string): string =>
  agencyDay(moment, context.services.config.agencyZone)

type ClockRow = {
  submitted: string | null
  reSubmitted?: string | null
  decided: string | null
  /**
   * The days that the record waited for its company, and the day since which it waits now. Missing for kinds
   * of records that do not wait.
   */
  waitedDays?: unknown
  waitingSince?: unknown
}

/**
 * Computes the age of a record in whole days, from submission to the decision or to today, and the working
 * day by which the agency promised to decide. A resubmission restarts the promise. Days in which the record
 * waited for its company do not count.
 */
export function getReviewClock(context: AnyContext, row: ClockRow, { days, workingDay }: Term) {
  const { submitted, reSubmitted, decided, waitedDays, waitingSince } = row
  if (submitted === null) return { ageDays: null, promisedBy: null }
  const day = getDay(context, submitted)
  const until = decided ? getDay(context, decided) : context.settings.today()
  const waiting = typeof waitingSince === 'string' ? daysBetween(waitingSince, until) : 0
  const waited = waiting + (typeof waitedDays === 'number' ? waitedDays : 0)
  return {
    ageDays: Math.max(0, daysBetween(day, until) - waited),
    promisedBy:
      days === null ? null : workingDay(addDays(getDay(context, reSubmitted ?? submitted), days + waited)),
  }
}

/**
 * SQL for the same age and promised day of a record `r`, because converting thousands of moments to the
 * agency's zone is slow outside of the database. The caller must still move the promised day to a working
 * day. `waits` is SQL for the days it waited, and for the day since which it waits now.
 */
export function ageAndPromiseSql(
  { settings }: AnyContext,
  turnaround: number | null,
  waits: { days: RawBuilder<unknown>; since: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const day = (column: string) => agencyDaySql(sql.ref(`r.${column}`))
  const until = sql`coalesce(${day('decided')}, ${settings.today()}::date)`
  const waited = sql`${waits.days} + coalesce(${until} - ${waits.since}, 0)`
  return sql`case when r.submitted is not null then greatest(0, ${until} - ${day('submitted')} - (${waited}))
    end as age_days,
    coalesce(${day('re_submitted')},
    ${day('submitted')}) + ${turnaround}::integer + (${waited}) as promised_by`
}
