import type { FormLines } from '#engines/review/web/index.ts'
import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import {
  type AmountFields,
  ApproveAsClaimed,
  getAmountReviewLines,
  type InvoicedRequest,
  ItemAmounts,
  ItemFactsPanel,
  ItemFigures,
  DecisionOutcome as OutcomeOfItems,
} from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { CompletionDetail } from '../model/completions.ts'
import { CompletionItem } from '../model/entities.ts'

type Line = CompletionDetail['items'][number]
const kind = { entity: CompletionItem, titleOf: (item: object) => (item as Line).descriptionOfWork ?? '' }

/** Converts a completion into a request whose items claim the invoiced amounts, for the shared screens. */
const toRequest = (detail: CompletionDetail): InvoicedRequest => ({
  ...detail,
  claimed: detail.invoiced,
  approved: detail.released,
  items: detail.items.map((line) => ({
    ...line,
    newVendor: false,
    newVendorName: null,
    claimedAmount: line.invoicedAmount,
  })),
})

const amountLines = getAmountReviewLines(CompletionItem)

/** The reviewer’s amounts in the review form: their shape, their values, and how they are sent. */
export const reviewLines = {
  shape: amountLines.shape,
  valuesOf: (detail) => amountLines.valuesOf(toRequest(detail)),
  sent: ({ items }) => ({
    releasedAmounts: (items as (AmountFields & Pick<Line, 'replacementReserveCompletionItemId'>)[]).map(
      (line) => ({
        itemId: line.replacementReserveCompletionItemId,
        amount: line.approvedAmount,
        reason: line.denialReason,
      }),
    ),
  }),
} satisfies FormLines<CompletionDetail>

/** The table of invoiced and released amounts for the review, and the details of the selected item. */
export function Amounts({ detail }: { detail: CompletionDetail }) {
  const request = toRequest(detail)
  return (
    <ItemAmounts
      kind={kind}
      detail={request}
      factsOf={(index) => (
        <ItemFactsPanel
          kind={kind}
          detail={request}
          index={index}
          documents={false}
          before={[
            { label: 'Pre-approved', value: formatMoney(detail.items[index]?.preApproved) },
            { label: 'Not released yet', value: formatMoney(detail.items[index]?.remaining) },
          ]}
        />
      )}
    />
  )
}

/**
 * The reviewer’s part: the released amount of each item, which is at most the smaller of its invoiced and its
 * pre-approved amount.
 */
export const Review = ({ detail }: { detail: CompletionDetail }) => (
  <>
    <Amounts detail={detail} />
    <ApproveAsClaimed />
  </>
)

/**
 * The figures of a completion, which remain visible to the agency and change as the reviewer types amounts.
 */
export const Figures = ({ detail }: { detail: CompletionDetail }) => (
  <ItemFigures items={toRequest(detail).items}>
    {(items) => {
      const decided = isDecided(detail.statusId)
      const released = decided ? detail.released : sumMoney(items.map((item) => item.approvedAmount))
      const balance = detail.account?.balance
      return (
        <Facts
          facts={[
            { label: 'Invoiced', value: formatMoney(detail.invoiced) },
            { label: 'Released', value: formatMoney(released) },
            { label: 'Balance', value: formatMoney(balance) },
            ...(balance === undefined || decided
              ? []
              : [
                  {
                    label: `Balance after what is ${describeDrawn(items)}`,
                    value: formatMoney(sumMoney([balance, -sumDrawn(items)])),
                  },
                ]),
          ]}
        />
      )
    }}
  </ItemFigures>
)

/**
 * Shows the effects of a decision as the server computes them: the reserve, the payees, and the amounts not
 * released.
 */
export function Outcome({
  action,
  before,
  after,
}: {
  action: Action
  before: CompletionDetail
  after: CompletionDetail | null
}) {
  const { account } = before
  return (
    <OutcomeOfItems
      action={action}
      before={toRequest(before)}
      account={
        account && {
          name: 'Reserve account',
          balance: account.balance,
          after: after?.account?.balance ?? null,
          day: account.balanceDay && formatDate(account.balanceDay, 'MM/DD/YYYY'),
        }
      }
    />
  )
}
