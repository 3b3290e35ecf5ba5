import type { LetterText } from '#engines/review/server/index.ts'
import {
  buildItemTable,
  getReductions,
  type LetterItem,
} from '#features/shared/invoicedItems/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RequestDetail } from '../model/operating.ts'

/** Returns the items as the letter lists them: with their descriptions, never with household data. */
const getLetterItems = ({ items }: RequestDetail): LetterItem[] =>
  items.map((item) => ({ ...item, work: item.description }))

const getReserve = ({ reserves, reserveTypeId }: RequestDetail) =>
  reserves.find((reserve) => reserve.reserveTypeId === reserveTypeId)

const getLetterValues = (detail: RequestDetail) => ({
  reserve: getReserve(detail)?.name.toLowerCase() ?? 'reserve',
  amountRequested: formatMoney(detail.claimed),
  amountApproved: formatMoney(detail.approved),
  balance: formatMoney(getReserve(detail)?.balance ?? 0),
})

/** Returns the text of an approval letter (LET-11). */
export function getApprovalText(_: AnyContext, detail: RequestDetail, comment: string | null): LetterText {
  const reduced = getReductions(getLetterItems(detail))
  return {
    body: [
      'Your request to draw {{amountRequested}} from the {{reserve}} of {{propertyName}} has been reviewed. The agency approves {{amountApproved}}.',
      buildItemTable(getLetterItems(detail)),
      ...(reduced.length > 0 ? ['The following was not approved in full:', ...reduced] : []),
      comment ?? '',
      'The balance of the {{reserve}} after this release is {{balance}}.',
    ],
    values: getLetterValues(detail),
  }
}

/** Returns the text of a denial letter. */
export const getDenialText = (_: AnyContext, detail: RequestDetail, reason: string | null): LetterText => ({
  body: [
    'Your request to draw {{amountRequested}} from the {{reserve}} of {{propertyName}} has been reviewed. The agency cannot approve it.',
    reason ?? '',
    buildItemTable(getLetterItems(detail).map((item) => ({ ...item, approvedAmount: 0 }))),
    ...getReductions(getLetterItems(detail)),
    'You may file a new request when the reasons above no longer apply.',
  ],
  values: getLetterValues(detail),
})
