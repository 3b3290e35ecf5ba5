import { isDecided, withAgency } from '#kernel/model/status.ts'
import type { Fact } from '#ui/frame/Facts.tsx'

/**
 * A fact that the reviewer writes: until the decision those who do not review are told that it is not shown
 * to them.
 */
export function factOfReview(
  { statusId, canReview }: { statusId: number; canReview: boolean },
  fact: Fact,
): Fact {
  if (isDecided(statusId) || canReview) return fact
  return withAgency(statusId) ? { ...fact, hidden: true } : { ...fact, value: '', hidden: false }
}
