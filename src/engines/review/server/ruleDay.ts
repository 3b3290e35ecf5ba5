import { agencyDay } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReview } from '../model/review.ts'
import type { CommonRecordRow } from '../model/reviewed.ts'

type FilingRow = Pick<CommonRecordRow, 'statusId' | 'submitted' | 'reSubmitted'>
type ReviewSettings = { settings: Pick<AnyReview['settings'], 'twoPerson'> }

/**
 * Returns the day whose control settings apply to a record: the day of its last submission. Null for a draft
 * or a returned record, to which today's settings apply. Control settings change from the next day at the
 * earliest, so the values of a day never change.
 */
function getRuleDay(context: AnyContext, { statusId, submitted, reSubmitted }: FilingRow): string | null {
  const filed = reSubmitted ?? submitted
  if (filed === null || statusId === RequestStatus.NOT_SUBMITTED) return null
  return agencyDay(filed, context.services.config.agencyZone)
}

/** Returns the context with the control settings of the day on which the record was submitted. */
export function withSettingsAtSubmission(context: AnyContext, row: FilingRow): AnyContext {
  const day = getRuleDay(context, row)
  return day === null ? context : Object.create(context, { settings: { value: context.settings.asOf(day) } })
}

/** Returns a function that decides whether the two-person rule applies to a record of a review. */
export async function twoPersonRule(
  context: AnyContext,
  { settings }: ReviewSettings,
): Promise<(row: FilingRow) => boolean> {
  if (!settings.twoPerson) return () => false
  const on = await context.settings.reader(settings.twoPerson)
  return (row) => on(getRuleDay(context, row) ?? context.settings.today())
}
