import { computePerUnit } from '#core/money/reserves/model/index.ts'
import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import { ItemFigures } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import { type Fact, Facts } from '#ui/frame/Facts.tsx'
import type { RequestDetail } from '../model/requests.ts'
import styles from './request.module.css'

/** The figures of a request, which remain visible to the agency and change as the reviewer types amounts. */
export const Figures = ({ detail }: { detail: RequestDetail }) => (
  <ItemFigures items={detail.items}>{(items) => <Facts facts={getFigures(detail, items)} />}</ItemFigures>
)

function getFigures(detail: RequestDetail, items: readonly RequestDetail['items'][number][]): Fact[] {
  const { account, statusId, claimed, pendingElsewhere, preApproved } = detail
  const decided = isDecided(statusId)
  const approved = decided ? detail.approved : sumMoney(items.map((item) => item.approvedAmount))
  const sums = [
    { label: 'Claimed', value: formatMoney(claimed) },
    { label: preApproved ? 'Pre-approved' : 'Approved', value: formatMoney(approved) },
  ]
  if (!account) return sums
  const day = account.balanceDay ? ` on ${formatDate(account.balanceDay, 'MM/DD/YYYY')}` : ''
  const balance = { label: `Balance${day}`, value: formatMoney(account.balance) }
  if (decided) return [...sums, balance]
  const after = sumMoney([account.balance, -sumDrawn(items)])
  return [
    ...sums,
    balance,
    ...(pendingElsewhere > 0
      ? [{ label: 'In other open requests', value: formatMoney(pendingElsewhere) }]
      : []),
    { label: `Balance after what is ${describeDrawn(items)}`, value: formatMoney(after) },
    {
      label: `Per unit after, minimum ${formatMoney(detail.rules.minimumPerUnit)}`,
      value: <PerUnit detail={detail} after={after} units={account.units} />,
    },
  ]
}

/** Shows the remaining balance per unit, and its distance from the minimum. */
function PerUnit({ detail, after, units }: { detail: RequestDetail; after: number; units: number }) {
  const remaining = computePerUnit(after, units)
  const distance = sumMoney([remaining, -detail.rules.minimumPerUnit])
  return (
    <>
      {formatMoney(remaining)}{' '}
      <span className={styles.distance} data-low={distance < 0 || undefined}>
        {distance < 0 ? `${formatMoney(-distance)} below the minimum` : `${formatMoney(distance)} above`}
      </span>
    </>
  )
}
