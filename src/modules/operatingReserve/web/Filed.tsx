import { Payments } from '#ground/payments/web/index.ts'
import { useSelection } from '#review/web/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type Detail, type ItemDetail, operatingRequests } from '../model/operating.ts'
import { factsOfItem } from './factsOfItem.ts'
import { AmountsOfItems } from './Review.tsx'

const col = columns<ItemDetail>()
const filed = [
  col.text('Description', (item) => item.description, { width: 280 }),
  col.text('Vendor', (item) => item.vendorName, { width: 180 }),
  col.text('Invoice', (item) => item.invoiceNumber, { width: 110 }),
  col.date('Invoice date', (item) => item.invoiceDate, { width: 110 }),
  col.money('Claimed', (item) => item.claimedAmount, { total: true, width: 130 }),
]
const decided = [
  ...filed,
  col.money('Approved', (item) => item.approvedAmount, { total: true, width: 130 }),
  col.text('Reason for the reduction', (item) => item.denialReason, { width: 260 }),
]
const PAYMENT_SHOWN = ['operatingreserve', 'payment']

/** The costs as filed, with the decision and the payments once there are any. */
export function Filed({ detail }: { detail: Detail }) {
  const atAgency = useSelection() !== null
  return (
    <>
      {atAgency ? <AmountsOfItems detail={detail} /> : <ItemsOfCompany detail={detail} />}
      {detail.statusId === 5 && (
        <Payments
          {...detail}
          moduleName={operatingRequests.module}
          requestId={detail.operatingReserveRequestId}
          shown={PAYMENT_SHOWN}
        />
      )}
    </>
  )
}

function ItemsOfCompany({ detail }: { detail: Detail }) {
  return (
    <>
      <DataTable
        caption="Items"
        rows={detail.items}
        columns={detail.statusId >= 5 ? decided : filed}
        rowKey={(item) => item.operatingReserveRequestItemId}
        plain
        height="none"
        empty="No items."
      />
      {detail.items.map((item, index) => (
        <details key={item.operatingReserveRequestItemId}>
          <summary>
            Item {index + 1}: {item.description}
          </summary>
          <Facts facts={factsOfItem(detail, item)} />
        </details>
      ))}
    </>
  )
}
