import { agencyDay } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReview } from '../model/review.ts'
import type { StandingRow } from '../model/reviewed.ts'

type Filed = Pick<StandingRow, 'statusId' | 'submitted' | 'reSubmitted'>
type Ruled = { settings: Pick<AnyReview['settings'], 'twoPerson'> }

/**
 * The day whose control settings apply to a record: that of its last submission, unless it is sent back; null
 * for a draft. Control settings change from the next day at the earliest, so the values of a day do not
 * change.
 */
function getRuleDay(context: AnyContext, { statusId, submitted, reSubmitted }: Filed): string | null {
  const filed = reSubmitted ?? submitted
  if (filed === null || statusId === RequestStatus.NOT_SUBMITTED) return null
  return agencyDay(filed, context.services.config.agencyZone)
}

/** The context with control settings as a record keeps them. */
export function asSubmitted(context: AnyContext, row: Filed): AnyContext {
  const day = getRuleDay(context, row)
  return day === null ? context : Object.create(context, { settings: { value: context.settings.asOf(day) } })
}

/** Says of any record of a review whether two persons decide on it. */
export async function twoPersonRule(
  context: AnyContext,
  { settings }: Ruled,
): Promise<(row: Filed) => boolean> {
  if (!settings.twoPerson) return () => false
  const on = await context.settings.reader(settings.twoPerson)
  return (row) => on(getRuleDay(context, row) ?? context.settings.today())
}
