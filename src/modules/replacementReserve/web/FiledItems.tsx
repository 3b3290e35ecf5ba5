import { Suspense } from 'react'
import { Payments } from '#ground/payments/web/index.ts'
import { useSelection } from '#review/web/index.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type Detail, requests } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { ReviewedItem } from './ReviewedItem.tsx'
import { AmountsOfItems } from './ReviewItems.tsx'

type Item = Detail['items'][number]
const col = columns<Item>()
const filed = [
  col.text('Description of work', (item) => item.descriptionOfWork, { width: 280 }),
  col.text('Location', (item) => item.location, { width: 130 }),
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

const PAYMENT_SHOWN = ['replacementreserve', 'payment']

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** A request that is pre-approved: what becomes of it. */
    preApproval: { requestId: number; propertyId: number; approved: number }
  }
}

/** The items as filed, with the decision once there is one, and the papers of each. */
export function FiledItems({ detail }: { detail: Detail }) {
  const requestId = detail.replacementReserveRequestId
  const atAgency = useSelection() !== null
  return (
    <>
      {atAgency ? <AmountsOfItems detail={detail} /> : <ItemsOfCompany detail={detail} />}
      {detail.preApproved && (
        <Suspense fallback={null}>
          {Object.values(
            tabsOn('preApproval', { requestId, propertyId: detail.propertyId, approved: detail.approved }),
          )}
        </Suspense>
      )}
      {detail.statusId === 5 && (
        <Payments {...detail} moduleName={requests.module} requestId={requestId} shown={PAYMENT_SHOWN} />
      )}
    </>
  )
}

function ItemsOfCompany({ detail }: { detail: Detail }) {
  return (
    <>
      <BalancePanel detail={detail} items={detail.items} />
      <DataTable
        caption="Items"
        rows={detail.items}
        columns={detail.statusId >= 5 ? decided : filed}
        rowKey={(item) => item.replacementReserveRequestItemId}
        plain
        height="none"
        empty="No items."
      />
      {detail.items.map((item, index) => (
        <details key={item.replacementReserveRequestItemId}>
          <summary>
            Item {index + 1}: {item.descriptionOfWork}
          </summary>
          <ReviewedItem detail={detail} index={index} />
        </details>
      ))}
    </>
  )
}
