import type { LetterText } from '#engines/review/server/index.ts'
import { buildItemTable, getReductions } from '#features/shared/invoicedItems/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RequestDetail } from '../model/requests.ts'
import type { ItemDetail } from '../model/shapes.ts'

const getLetterItems = (items: readonly ItemDetail[]) =>
  items.map((item) => ({ ...item, work: item.descriptionOfWork }))

const getLetterAmounts = ({ claimed, approved, account }: RequestDetail) => ({
  amountRequested: formatMoney(claimed),
  amountApproved: formatMoney(approved),
  balance: formatMoney(account?.balance ?? 0),
})

const REIMBURSEMENT_TEXT =
  'Your request to draw {{amountRequested}} from the replacement reserve of {{propertyName}} has been reviewed. The agency approves {{amountApproved}}.'
const ADVANCE_TEXT =
  'Your request for advance review of work for {{amountRequested}} at {{propertyName}} has been reviewed. The agency pre-approves {{amountApproved}} from the replacement reserve.'

/**
 * Returns the text of an approval letter (LET-11). The letter of an advance review names the steps that come
 * before the release.
 */
export function getApprovalText(_: AnyContext, detail: RequestDetail, comment: string | null): LetterText {
  const reduced = getReductions(getLetterItems(detail.items))
  return {
    body: [
      detail.preApproved ? ADVANCE_TEXT : REIMBURSEMENT_TEXT,
      buildItemTable(getLetterItems(detail.items)),
      ...(reduced.length > 0 ? ['The following was not approved in full:', ...reduced] : []),
      comment ?? '',
      detail.preApproved
        ? 'Nothing is released yet. When the work is done, file its completion with the invoices and photos, and with a W-9 where a vendor is to be paid directly; no more than the pre-approved amounts is released.'
        : 'The balance of the replacement reserve after this release is {{balance}}.',
    ],
    values: getLetterAmounts(detail),
  }
}

/** Returns the text of a denial letter. */
export const getDenialText = (_: AnyContext, detail: RequestDetail, reason: string | null): LetterText => ({
  body: [
    'Your request to draw {{amountRequested}} from the replacement reserve of {{propertyName}} has been reviewed. The agency cannot approve it.',
    reason ?? '',
    buildItemTable(getLetterItems(detail.items).map((item) => ({ ...item, approvedAmount: 0 }))),
    ...getReductions(getLetterItems(detail.items)),
    'You may file a new request when the reasons above no longer apply.',
  ],
  values: getLetterAmounts(detail),
})
