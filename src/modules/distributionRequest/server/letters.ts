import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { LetterText } from '#review/server/index.ts'
import type { Detail } from '../model/requests.ts'

const columns = [
  { label: 'Line', field: 'line' },
  { label: 'Computation of distributions', field: 'label' },
  { label: 'Amount', field: 'amount', alignment: 'right' as const },
]

/** The computation as the letter shows it: surplus cash, rights, and what is left once this is approved. */
function computed({ computation, facts }: Detail, approved: number) {
  if (!computation || !facts) throw new Error('Whoever decides reads the statement.')
  const { b1, b2a, b2b, b2c, b3, b4 } = computation
  const line = (name: string, label: string, amount: number) => ({ line: name, label, amount: formatMoney(amount) })
  return {
    columns,
    rows: [
      line('B1', 'Surplus cash', b1),
      line('B2a', 'Distribution earned in the year', b2a),
      line('B2b', 'Rights of earlier years, not paid', b2b),
      line('B2c', 'Distributions paid in the year', b2c),
      line('B3', 'Earned but unpaid', b3),
      line('B4', 'Available for distribution', b4),
      line('', 'Approved before on this statement', facts.approved),
      ...(approved > 0
        ? [
            line('', 'Approved now', approved),
            line('', 'Left on this statement', sumMoney([b4, -facts.approved, -approved])),
          ]
        : []),
    ],
  }
}

const values = ({ year, amountRequested, approvedAmount, purpose, payee }: Detail) => ({
  year: String(year),
  amountRequested: formatMoney(amountRequested ?? 0),
  amountApproved: formatMoney(approvedAmount ?? 0),
  purpose: purpose?.toLowerCase() ?? 'distribution',
  payee: payee ?? 'the owner',
})

/** The letter of an approval: what may leave the property, to whom, and how it was reckoned. */
export function approvalText(_: AnyContext, detail: Detail, comment: string | null): LetterText {
  const partly = (detail.approvedAmount ?? 0) < (detail.amountRequested ?? 0)
  return {
    body: [
      'Your request to distribute {{amountRequested}} of the surplus cash of {{propertyName}} for the fiscal year {{year}} has been reviewed. The agency approves {{amountApproved}} to {{payee}} ({{purpose}}).',
      computed(detail, detail.approvedAmount ?? 0),
      ...(partly ? ['The amount was not approved in full. What is left may be asked for again.'] : []),
      ...(comment ? [comment] : []),
      'Record the payment in the books of the property, and show it in its next annual statement.',
    ],
    values: values(detail),
  }
}

/** The letter of a denial: the reason, and every guard that does not hold. */
export function denialText(_: AnyContext, detail: Detail, reason: string | null): LetterText {
  const failing = detail.guards.filter((one) => one.passes === false)
  return {
    body: [
      'Your request to distribute {{amountRequested}} of the surplus cash of {{propertyName}} for the fiscal year {{year}} has been reviewed. The agency cannot approve it.',
      ...(reason ? [reason] : []),
      ...(failing.length > 0
        ? [{ text: 'What stands against it', bold: true }, ...failing.map((one) => `${one.title}: ${one.proof}`)]
        : []),
      computed(detail, 0),
      'You may ask again once what stands against it is settled.',
    ],
    values: values(detail),
  }
}
