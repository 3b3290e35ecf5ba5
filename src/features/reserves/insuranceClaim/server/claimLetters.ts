import type { LetterText } from '#engines/review/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ClaimDetail } from '../model/claims.ts'

const formatDay = (value: string | null) => formatDate(value, 'MM/DD/YYYY')

const getLetterValues = (detail: ClaimDetail) => ({
  dateOfLoss: formatDate(detail.dateOfLoss, 'MMMM DD, YYYY'),
  insuranceCompany: detail.insuranceProvider ?? 'the insurance company',
  received: formatMoney(detail.balance.received),
  forwarded: formatMoney(detail.balance.forwarded),
  paid: formatMoney(detail.balance.paid),
})

/** Builds the table of the closing letter: received checks, checks sent on, payments, and the balance. */
function getAccountTable({ checks, requests, balance }: ClaimDetail) {
  const received = checks
    .filter((check) => check.checkToProduct)
    .flatMap((check) => [
      {
        day: check.receivedOn,
        what: `Check ${check.number} of ${check.provider}`,
        amount: check.amountReceived,
      },
      ...(check.forwardedOn
        ? [
            {
              day: check.forwardedOn,
              what: `Check ${check.number} sent on to the owner`,
              amount: -check.amountReceived,
            },
          ]
        : []),
    ])
  const paid = requests.flatMap(({ requestNumber, payments }) =>
    payments.map((payment) => ({
      day: payment.paidOn as string | null,
      what: `${requestNumber}: paid to ${payment.payee}, check ${payment.checkNumber}`,
      amount: -payment.amount,
    })),
  )
  const lines = [...received, ...paid].sort((item, other) => (item.day ?? '').localeCompare(other.day ?? ''))
  return {
    columns: [
      { label: 'Date', field: 'day' },
      { label: 'Checks and payments', field: 'what' },
      { label: 'Amount', field: 'amount', alignment: 'right' as const },
    ],
    rows: [
      ...lines.map((line) => ({
        day: formatDay(line.day),
        what: line.what,
        amount: formatMoney(line.amount),
      })),
      { day: '', what: 'Held by the agency', amount: formatMoney(balance.held) },
    ],
  }
}

/** Returns the text of the letter that closes a claim (LET-11). */
export const getClosingText = (_: AnyContext, detail: ClaimDetail, comment: string | null): LetterText => ({
  decides: 'Closing',
  body: [
    'The claim for the loss of {{dateOfLoss}} at {{propertyName}} is closed. The agency received {{received}} from {{insuranceCompany}}, paid {{paid}} for repairs and sent checks for {{forwarded}} on to the owner.',
    getAccountTable(detail),
    comment ?? '',
    'Please keep the invoices and photos of the repairs with the records of the property.',
  ],
  values: getLetterValues(detail),
})

/** Returns the text of the letter that ends a claim without payment. */
export const getDenialText = (_: AnyContext, detail: ClaimDetail, reason: string | null): LetterText => ({
  body: [
    'The claim for the loss of {{dateOfLoss}} at {{propertyName}} was closed without payment from the funds the agency holds.',
    reason ?? '',
    'You may file a new claim when the reasons above no longer apply.',
  ],
  values: getLetterValues(detail),
})
