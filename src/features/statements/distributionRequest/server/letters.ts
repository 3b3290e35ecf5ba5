import type { LetterText } from '#engines/review/server/index.ts'
import { formatPartCode, partLabels } from '#features/statements/surplusCash/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getInterimDay, getRemaining, getRequestedBasis } from '../model/basis.ts'
import type { Detail } from '../model/requests.ts'

const columns = [
  { label: 'Line', field: 'line' },
  { label: 'Computation of distributions', field: 'label' },
  { label: 'Amount', field: 'amount', alignment: 'right' as const },
]

const letterParts = ['b1', 'b2a', 'b2b', 'b2c', 'b3', 'b4'] as const

/**
 * Returns the table of the computation for the letter: surplus cash, rights, and the amount left after this
 * approval.
 */
function getComputationTable(detail: Detail, approved: number) {
  const { computation, facts } = getRequestedBasis(detail, detail)
  if (!computation || !facts) throw new Error('The reviewer reads the statement.')
  const line = (name: string, label: string, amount: number) => ({
    line: name,
    label,
    amount: formatMoney(amount),
  })
  return {
    columns,
    rows: [
      ...letterParts.map((code) => line(formatPartCode(code), partLabels[code], computation[code])),
      line('', facts.asOf ? 'Approved after that day' : 'Approved before on this statement', facts.approved),
      ...(facts.pending > 0 ? [line('', 'Asked for in other open requests', facts.pending)] : []),
      ...(approved > 0
        ? [
            line('', 'Approved now', approved),
            line('', facts.asOf ? 'Left' : 'Left on this statement', getRemaining(facts, approved)),
          ]
        : []),
    ],
  }
}

const getLetterValues = ({ year, amountRequested, approvedAmount, purpose, payee }: Detail) => ({
  year: String(year),
  amountRequested: formatMoney(amountRequested ?? 0),
  amountApproved: formatMoney(approvedAmount ?? 0),
  purpose: purpose?.toLowerCase() ?? 'distribution',
  payee: payee ?? 'the owner',
})

/** Returns the first sentence of a letter, with the requested amount and its as-of day. */
const getOpening = (detail: Detail): string => {
  const day = getInterimDay(detail)
  const when = day ? `as of ${formatDate(day, 'MM/DD/YYYY')}` : 'for the fiscal year {{year}}'
  return `Your request to distribute {{amountRequested}} of the surplus cash of {{propertyName}} ${when} has been reviewed.`
}

/**
 * Returns the text of an approval letter: the amount that may be distributed, the payee, and its computation.
 */
export function buildApprovalLetter(_: AnyContext, detail: Detail, comment: string | null): LetterText {
  const isPartial = (detail.approvedAmount ?? 0) < (detail.amountRequested ?? 0)
  return {
    body: [
      `${getOpening(detail)} The agency approves {{amountApproved}} to {{payee}} ({{purpose}}).`,
      getComputationTable(detail, detail.approvedAmount ?? 0),
      ...(isPartial ? ['The amount was not approved in full. The rest may be requested again.'] : []),
      ...(comment ? [comment] : []),
      'Record the payment in the books of the property, and show it in its next annual statement.',
    ],
    values: getLetterValues(detail),
  }
}

/** Returns the text of a denial letter: the reason, and every guard that is not met. */
export function buildDenialLetter(_: AnyContext, detail: Detail, reason: string | null): LetterText {
  const unmetGuards = detail.guards.filter((guard) => guard.passes === false)
  return {
    body: [
      `${getOpening(detail)} The agency cannot approve it.`,
      ...(reason ? [reason] : []),
      ...(unmetGuards.length > 0
        ? [
            { text: 'What prevents it', bold: true },
            ...unmetGuards.map((item) => `${item.title}: ${item.proof}`),
          ]
        : []),
      getComputationTable(detail, 0),
      'You may ask again once this is settled.',
    ],
    values: getLetterValues(detail),
  }
}
