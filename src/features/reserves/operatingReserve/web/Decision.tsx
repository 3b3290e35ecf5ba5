import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import { ItemFigures, DecisionOutcome as OutcomeOfItems } from '#features/shared/invoicedItems/web/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { ItemDetail, RequestDetail } from '../model/operating.ts'
import { computeNeed, getOperatingReserveBalance } from '../model/rules.ts'

/** The figures of a request, which remain visible to the agency and change as the reviewer types amounts. */
export const Figures = ({ detail }: { detail: RequestDetail }) => (
  <ItemFigures items={detail.items}>{(items) => <Facts facts={getFigures(detail, items)} />}</ItemFigures>
)

function getFigures(detail: RequestDetail, items: readonly ItemDetail[]) {
  const decided = isDecided(detail.statusId)
  const [balance, need] = [getOperatingReserveBalance(detail), computeNeed(detail)]
  const approved = decided ? detail.approved : sumMoney(items.map((item) => item.approvedAmount))
  return [
    { label: 'Claimed', value: formatMoney(detail.claimed) },
    { label: 'Approved', value: formatMoney(approved) },
    ...(need === null ? [] : [{ label: 'Needed by its figures', value: formatMoney(need) }]),
    ...(balance === null ? [] : [{ label: 'Balance', value: formatMoney(balance) }]),
    ...(balance === null || decided
      ? []
      : [
          {
            label: `Balance after what is ${describeDrawn(items)}`,
            value: formatMoney(sumMoney([balance, -sumDrawn(items)])),
          },
        ]),
  ]
}

/**
 * Shows the effects of a decision as the server computes them: the reserve, the payees, and the amounts not
 * approved.
 */
export function Outcome({
  action,
  before,
  after,
}: {
  action: Action
  before: RequestDetail
  after: RequestDetail | null
}) {
  const balance = getOperatingReserveBalance(before)
  const name = before.reserves.find((reserve) => reserve.reserveTypeId === before.reserveTypeId)?.name ?? ''
  return (
    <OutcomeOfItems
      action={action}
      before={before}
      account={
        balance === null
          ? null
          : { name, balance, after: after && getOperatingReserveBalance(after), day: null }
      }
    />
  )
}
