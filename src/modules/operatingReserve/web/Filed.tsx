import { Payments } from '#ground/payments/web/index.ts'
import { AmountsOfItems, FiledItems, filedColumns } from '#modules/invoicedItems/web/index.ts'
import { useSelection } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type Detail, type ItemDetail, operatingRequests } from '../model/operating.ts'
import { FiledItem } from './FiledItem.tsx'
import { kind } from './kind.ts'

const col = columns<ItemDetail>()
const about = [col.text('Description', (item) => item.description, { width: 240 })]
const [asFiled, asDecided] = [filedColumns<ItemDetail>(about, false), filedColumns<ItemDetail>(about, true)]
const PAYMENT_SHOWN = ['operatingreserve', 'payment']

/** The costs with their amounts, and all that was filed with the one that is looked at. */
export const Amounts = ({ detail }: { detail: Detail }) => (
  <AmountsOfItems
    kind={kind}
    detail={detail}
    factsOf={(index) => <FiledItem detail={detail} index={index} documents={false} />}
  />
)

/** The costs as filed, with the decision and the payments once there are any. */
export function Filed({ detail }: { detail: Detail }) {
  const atAgency = useSelection() !== null
  return (
    <>
      {atAgency ? (
        <Amounts detail={detail} />
      ) : (
        <FiledItems
          kind={kind}
          items={detail.items}
          columns={detail.statusId >= 5 ? asDecided : asFiled}
          factsOf={(index) => <FiledItem detail={detail} index={index} />}
        />
      )}
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
