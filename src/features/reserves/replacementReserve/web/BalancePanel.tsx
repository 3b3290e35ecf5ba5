import { computePerUnit, isBelowMinimum } from '#core/money/reserves/model/index.ts'
import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { RequestDetail } from '../model/requests.ts'

/** Shows the reserve balance now and after the request. It changes as people type amounts. */
export function BalancePanel({
  detail,
  items,
}: {
  detail: RequestDetail
  items: Parameters<typeof sumDrawn>[0]
}) {
  const { account, rules, pendingElsewhere } = detail
  // Pre-approved amounts leave the reserve with their completions, which show the balance after them.
  if (!account || detail.preApproved) return null
  const decided = isDecided(detail.statusId)
  const total = decided ? (detail.approved ?? 0) : sumDrawn(items)
  const isPosted = detail.statusId === RequestStatus.APPROVED
  const after = isPosted ? account.balance : sumMoney([account.balance, -total])
  const isLow = isBelowMinimum(after, account.units, rules)
  const note = isLow ? `, below the minimum of ${formatMoney(rules.minimumPerUnit)}` : ''
  return (
    <section aria-label="Reserve balance" aria-live="polite">
      <Facts
        facts={[
          { label: 'Reserve balance', value: formatMoney(account.balance) },
          { label: 'In other open requests', value: formatMoney(pendingElsewhere) },
          { label: `Total ${decided ? 'approved' : describeDrawn(items)}`, value: formatMoney(total) },
          {
            label: isPosted ? 'Balance after this release' : 'Balance after this request',
            value: formatMoney(after),
          },
          {
            label: 'Per unit after',
            value: `${formatMoney(computePerUnit(after, account.units))}${note}`,
          },
        ]}
      />
    </section>
  )
}
