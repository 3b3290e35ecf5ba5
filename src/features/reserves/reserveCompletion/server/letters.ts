import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import type { LetterText } from '#engines/review/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { CompletionDetail } from '../model/completions.ts'

const getLineTable = ({ items, invoiced, released }: CompletionDetail): LetterBodyItem => ({
  columns: [
    { label: 'Item', field: 'work' },
    { label: 'Vendor', field: 'vendor' },
    { label: 'Invoice', field: 'invoice' },
    { label: 'Pre-approved', field: 'preApproved', alignment: 'right' },
    { label: 'Invoiced', field: 'invoiced', alignment: 'right' },
    { label: 'Released', field: 'released', alignment: 'right' },
  ],
  rows: [
    ...items.map((item) => ({
      work: item.descriptionOfWork ?? '',
      vendor: item.vendorName ?? '',
      invoice: item.invoiceNumber ?? '',
      preApproved: formatMoney(item.preApproved),
      invoiced: formatMoney(item.invoicedAmount ?? 0),
      released: formatMoney(item.approvedAmount ?? 0),
    })),
    {
      work: 'Total',
      vendor: '',
      invoice: '',
      preApproved: '',
      invoiced: formatMoney(invoiced),
      released: formatMoney(released),
    },
  ],
})

const getReductionReasons = ({ items }: CompletionDetail): string[] =>
  items
    .filter((item) => item.denialReason)
    .map((item) => `${item.descriptionOfWork ?? 'Item'}: ${item.denialReason}`)

const getLetterValues = (detail: CompletionDetail) => ({
  amountReleased: formatMoney(detail.released),
  balance: formatMoney(detail.account?.balance ?? 0),
  review: `R-${detail.replacementReserveRequestId}`,
})

/** Returns the text of a release letter. */
export const getApprovalText = (
  _: AnyContext,
  detail: CompletionDetail,
  comment: string | null,
): LetterText => ({
  body: [
    'The completion of the work that was pre-approved at {{propertyName}} under {{review}} has been checked. The agency releases {{amountReleased}} from the replacement reserve.',
    getLineTable(detail),
    ...getReductionReasons(detail),
    comment ?? '',
    'The balance of the replacement reserve after this release is {{balance}}.',
  ],
  values: getLetterValues(detail),
})

/** Returns the text of a denial letter. */
export const getDenialText = (
  _: AnyContext,
  detail: CompletionDetail,
  reason: string | null,
): LetterText => ({
  body: [
    'The completion of the work that was pre-approved at {{propertyName}} under {{review}} has been checked. The agency cannot release the amount claimed.',
    reason ?? '',
    ...getReductionReasons(detail),
    'You may file it again when the reasons above no longer apply.',
  ],
  values: getLetterValues(detail),
})
