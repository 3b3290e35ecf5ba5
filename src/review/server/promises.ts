import { type RawBuilder, sql } from 'kysely'
import { rollForward } from '#ground/platform/holidays/model/index.ts'
import { holidayDates } from '#ground/platform/holidays/server/index.ts'
import { addDays, agencyDay, daysBetween } from '#kernel/model/dates.ts'
import { agencyDay as agencyDaySql } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReview } from '../model/review.ts'

/** By when a kind of record is decided: days from its submission, and the working day on which that falls. */
export type Term = {
  /** Null where no day is promised. */
  days: number | null
  /** The day itself, or the next one on which the agency works. */
  workingDay: (day: string) => string
}

/** The working day of any day among these holidays; each day is worked out once. */
export function workingDayAmong(holidays: ReadonlySet<string>): Term['workingDay'] {
  const cachedDays = new Map<string, string>()
  return (day) => {
    const workingDay = cachedDays.get(day) ?? rollForward(day, holidays)
    cachedDays.set(day, workingDay)
    return workingDay
  }
}

/** The working day of any day. One statement. */
export const workingDays = async (context: AnyContext): Promise<Term['workingDay']> =>
  workingDayAmong(await holidayDates(context))

/** The days a review promises to decide in; null where it promises none. */
export const loadTurnaround = async ({ settings }: AnyContext, review: AnyReview): Promise<number | null> =>
  review.settings.turnaround ? settings.get(review.settings.turnaround) : null

/** The agency's day of a moment. */
const getDay = (context: AnyContext, moment: string): string =>
  agencyDay(moment, context.services.config.agencyZone)

type Dated = {
  submitted: string | null
  reSubmitted?: string | null
  decided: string | null
  /**
   * Days in which the record waited for its company, and since when it does now, where a subject knows such
   * waiting.
   */
  waitedDays?: unknown
  waitingSince?: unknown
}

/**
 * Whole days from submission to the decision, or to today while undecided, and the working day that the
 * agency promised to decide by, which a return restarts. Days in which the record waited for its company
 * count for neither.
 */
export function getReviewClock(context: AnyContext, row: Dated, { days, workingDay }: Term) {
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
 * The same in SQL, of a record `r`: a zone asked for thousands of moments takes its time outside of the
 * database. The promised day is still to be moved to a working day. `waits` says how many days it waited, and
 * since when it does.
 */
export function clockIn(
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
