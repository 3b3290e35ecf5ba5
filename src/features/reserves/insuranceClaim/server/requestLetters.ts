import type { LetterText } from '#engines/review/server/index.ts'
import {
  buildItemTable,
  getReductions,
  type LetterItem,
} from '#features/shared/invoicedItems/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RequestDetail } from '../model/requests.ts'

const getLetterItems = ({ items }: RequestDetail): LetterItem[] =>
  items.map((item) => ({ ...item, work: item.description }))

const getLetterValues = (detail: RequestDetail) => ({
  claim: detail.claim.requestNumber,
  dateOfLoss: formatDate(detail.claim.dateOfLoss, 'MMMM DD, YYYY'),
  amountRequested: formatMoney(detail.claimed),
  amountApproved: formatMoney(detail.approved),
  available: formatMoney(detail.claim.balance.available),
})

/** Returns the text of an approval letter (LET-11). */
export function getApprovalText(_: AnyContext, detail: RequestDetail, comment: string | null): LetterText {
  const reduced = getReductions(getLetterItems(detail))
  return {
    body: [
      'Your request to pay {{amountRequested}} for repairs after the loss of {{dateOfLoss}} at {{propertyName}} (claim {{claim}}) has been reviewed. The agency approves {{amountApproved}}.',
      buildItemTable(getLetterItems(detail)),
      ...(reduced.length > 0 ? ['The following was not approved in full:', ...reduced] : []),
      comment ?? '',
      'After this approval {{available}} of the claim are held for further repairs.',
    ],
    values: getLetterValues(detail),
  }
}

/** Returns the text of a denial letter. */
export const getDenialText = (_: AnyContext, detail: RequestDetail, reason: string | null): LetterText => ({
  body: [
    'Your request to pay {{amountRequested}} for repairs after the loss of {{dateOfLoss}} at {{propertyName}} (claim {{claim}}) has been reviewed. The agency cannot approve it.',
    reason ?? '',
    buildItemTable(getLetterItems(detail).map((item) => ({ ...item, approvedAmount: 0 }))),
    'You may file a new request when the reasons above no longer apply.',
  ],
  values: getLetterValues(detail),
})
