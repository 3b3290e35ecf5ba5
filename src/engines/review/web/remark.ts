import { RequestStatus } from '#kernel/model/status.ts'
import type { Reason } from '#ui/frame/ReasonChip.tsx'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import type { AnyDetail } from './pages.ts'

const DRAFT = 1
const { REJECTED } = RequestStatus

/** Returns the remark in the header of a record: the reason of its return or the comment on its decision. */
export function getRemark(review: AnyReview, detail: AnyDetail): Reason | undefined {
  const returned = detail.statusId === DRAFT ? detail.returnReason : ''
  const text = returned || detail.decisionComment
  if (!text) return undefined
  const refused = detail.statusId === REJECTED
  const comment = refused
    ? `Why it was ${review.labelOf(REJECTED, null).toLowerCase()}`
    : 'Comment on the decision'
  return {
    label: returned ? 'Returned for correction' : comment,
    text,
    tone: returned || refused ? 'red' : 'blue',
    memory: `${review.name} ${getReviewKey(review.entity, detail)} ${text.slice(0, 60)}`,
  }
}
