import { Suspense } from 'react'
import { Payments } from '#ground/payments/web/index.ts'
import { FiledItems as FiledList, filedColumns } from '#modules/invoicedItems/web/index.ts'
import { useSelection } from '#review/web/index.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type Detail, requests } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { kind } from './kind.ts'
import { ReviewedItem } from './ReviewedItem.tsx'
import { Amounts } from './ReviewItems.tsx'

type Item = Detail['items'][number]
const col = columns<Item>()
const about = [
  col.text('Description of work', (item) => item.descriptionOfWork, { width: 240 }),
  col.text('Location', (item) => item.location, { width: 130 }),
]
const [asFiled, asDecided] = [filedColumns<Item>(about, false), filedColumns<Item>(about, true)]

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
      {atAgency ? <Amounts detail={detail} /> : <ItemsOfCompany detail={detail} />}
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
      <FiledList
        kind={kind}
        items={detail.items}
        columns={detail.statusId >= 5 ? asDecided : asFiled}
        factsOf={(index) => <ReviewedItem detail={detail} index={index} />}
      />
    </>
  )
}
