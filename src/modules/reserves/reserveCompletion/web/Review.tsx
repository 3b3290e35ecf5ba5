import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { drawnBy, drawnWord } from '#modules/shared/invoicedItems/model/index.ts'
import {
  AmountsOfItems,
  ApproveAsClaimed,
  amountReviewLines,
  FactsOfItem,
  FiguresOfItems,
  Outcome as OutcomeOfItems,
  type RequestOfItems,
  type ReviewedAmounts,
} from '#modules/shared/invoicedItems/web/index.ts'
import type { FormLines } from '#review/web/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { Detail } from '../model/completions.ts'
import { CompletionItem } from '../model/entities.ts'

type Line = Detail['items'][number]
const kind = { entity: CompletionItem, titleOf: (item: object) => (item as Line).descriptionOfWork ?? '' }

/** Returns a completion as a request whose items claim the invoiced amounts. */
const asRequest = (detail: Detail): RequestOfItems => ({
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

const amounts = amountReviewLines(CompletionItem)

/** The reviewer's amounts within the review, and how they travel. */
export const reviewLines: FormLines<Detail> = {
  shape: amounts.shape,
  valuesOf: (detail) => amounts.valuesOf(asRequest(detail)),
  sent: ({ items }) => ({
    releasedAmounts: (items as (ReviewedAmounts & Pick<Line, 'replacementReserveCompletionItemId'>)[]).map(
      (line) => ({
        itemId: line.replacementReserveCompletionItemId,
        amount: line.approvedAmount,
        reason: line.denialReason,
      }),
    ),
  }),
}

/** Shows the invoiced and released amount of each pre-approved item, and the filing of the selected item. */
export function Amounts({ detail }: { detail: Detail }) {
  const request = asRequest(detail)
  return (
    <AmountsOfItems
      kind={kind}
      detail={request}
      factsOf={(index) => (
        <FactsOfItem
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
 * The reviewer's part: the amount released for each item, at most the amount that was invoiced and
 * pre-approved.
 */
export const Review = ({ detail }: { detail: Detail }) => (
  <>
    <Amounts detail={detail} />
    <ApproveAsClaimed />
  </>
)

/** The figures of a completion that stay in sight at the agency; within the review they follow each key. */
export const Figures = ({ detail }: { detail: Detail }) => (
  <FiguresOfItems items={asRequest(detail).items}>
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
                    label: `Balance after what is ${drawnWord(items)}`,
                    value: formatMoney(sumMoney([balance, -drawnBy(items)])),
                  },
                ]),
          ]}
        />
      )
    }}
  </FiguresOfItems>
)

/**
 * Shows the effect of a decision on the reserve, the payees and the amounts not released, as the server
 * computes it.
 */
export function Outcome({ action, before, after }: { action: Action; before: Detail; after: Detail | null }) {
  const { account } = before
  return (
    <OutcomeOfItems
      action={action}
      before={asRequest(before)}
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
