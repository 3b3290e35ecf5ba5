import { lineColumnOfReview, type PartProps, useSelection } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { isFiled } from '#kernel/model/status.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail, ItemDetail } from '../model/applications.ts'
import { HouseholdAmounts } from './Review.tsx'

const col = columns<ItemDetail>()
const filedColumns = [
  col.text('Unit', (item) => item.unit, { width: 65 }),
  col.text('Head of household', (item) => item.headOfHousehold, { width: 190 }),
  col.date('Moved in', (item) => item.moveInDate, { width: 100 }),
  col.date('Moved out', (item) => item.moveOutDate, { width: 100 }),
  col.money('Tenant pays', (item) => item.tenantRent, { width: 95 }),
  col.text('Gap × months', (item) => `${formatMoney(item.monthlyGap)} × ${item.months}`, { width: 130 }),
  col.money('Asked for', (item) => item.claimedAmount, { total: true, width: 110 }),
]
/** Returns the columns of the decision, which the company sees only after it is made. */
const decisionColumns = (detail: Detail) => [
  lineColumnOfReview(
    detail,
    col.money('Approved', (item) => item.approvedAmount, { total: true, width: 120 }),
  ),
  lineColumnOfReview(
    detail,
    col.text('Reason for the reduction', (item) => item.denialReason, { width: 210, wrap: true }),
  ),
]

/** The filed households, with the decision once there is one. */
export function Filed({ detail }: PartProps<Detail>) {
  if (useSelection()) return <HouseholdAmounts detail={detail} />
  return (
    <DataTable
      caption="Households"
      rows={detail.items}
      columns={isFiled(detail.statusId) ? [...filedColumns, ...decisionColumns(detail)] : filedColumns}
      rowKey={(item) => item.rentGapItemId}
      plain
      empty="No households."
    />
  )
}
