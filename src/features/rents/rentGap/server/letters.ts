import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import type { LetterText } from '#engines/review/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Detail, ItemDetail } from '../model/applications.ts'

/** Returns the table of households by unit, without names. */
const getHouseholdTable = ({ items, claimed, approved }: Detail): LetterBodyItem => ({
  columns: [
    { label: 'Unit', field: 'unit' },
    { label: 'Gap a month', field: 'gap', alignment: 'right' },
    { label: 'Months', field: 'months', alignment: 'right' },
    { label: 'Asked for', field: 'claimed', alignment: 'right' },
    { label: 'Approved', field: 'approved', alignment: 'right' },
  ],
  rows: [
    ...items.map((item) => ({
      unit: item.unit ?? '',
      gap: formatMoney(item.monthlyGap),
      months: String(item.months),
      claimed: formatMoney(item.claimedAmount),
      approved: formatMoney(item.approvedAmount ?? 0),
    })),
    { unit: 'Total', gap: '', months: '', claimed: formatMoney(claimed), approved: formatMoney(approved) },
  ],
})

const listReductions = (items: readonly ItemDetail[]): string[] =>
  items.filter((item) => item.denialReason).map((item) => `Unit ${item.unit}: ${item.denialReason}`)

const getLetterValues = ({ claimed, approved, assistanceYear, payee }: Detail) => ({
  amountRequested: formatMoney(claimed),
  amountApproved: formatMoney(approved),
  year: String(assistanceYear),
  payee: payee ?? '',
})

/** Returns the text of an approval letter. */
export function buildApprovalLetter(_: AnyContext, detail: Detail, comment: string | null): LetterText {
  const reduced = listReductions(detail.items)
  return {
    body: [
      'Your application for {{amountRequested}} of rent gap assistance at {{propertyName}} for {{year}} has been reviewed. The agency approves {{amountApproved}}, to be paid to {{payee}}.',
      getHouseholdTable(detail),
      ...(reduced.length > 0 ? ['The following was not approved in full:', ...reduced] : []),
      comment ?? '',
      'Notify the agency when one of these households moves out before the end of the period.',
    ],
    values: getLetterValues(detail),
  }
}

/** Returns the text of a denial letter. */
export const buildDenialLetter = (_: AnyContext, detail: Detail, reason: string | null): LetterText => ({
  body: [
    'Your application for {{amountRequested}} of rent gap assistance at {{propertyName}} for {{year}} has been reviewed. The agency cannot approve it.',
    reason ?? '',
    getHouseholdTable(detail),
    ...listReductions(detail.items),
    'You may apply again when the reasons above no longer apply.',
  ],
  values: getLetterValues(detail),
})
