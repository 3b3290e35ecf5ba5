import { Suspense } from 'react'
import { AmountsOfRequest, FiledRequest } from '#modules/shared/invoicedItems/web/index.ts'
import { useSelection } from '#review/web/index.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { kind } from './kind.ts'
import { ReviewedItem } from './ReviewedItem.tsx'

type Item = Detail['items'][number]
declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** A request that is pre-approved: what becomes of it. */
    preApproval: { requestId: number; propertyId: number; approved: number }
  }
}

/** What becomes of a request that is pre-approved. */
const PreApproval = ({ detail }: { detail: Detail }) =>
  detail.preApproved && (
    <Suspense fallback={null}>
      {Object.values(
        tabsOn('preApproval', {
          requestId: detail.replacementReserveRequestId,
          propertyId: detail.propertyId,
          approved: detail.approved ?? 0,
        }),
      )}
    </Suspense>
  )

const itemParts = { kind, Item: ReviewedItem }

/** The items with their amounts, and all that was filed with the one that is looked at. */
export const Amounts = ({ detail }: { detail: Detail }) => <AmountsOfRequest {...itemParts} detail={detail} />

const col = columns<Item>()
const filed = {
  ...itemParts,
  about: [
    col.text('Description of work', (item) => item.descriptionOfWork, { width: 240 }),
    col.text('Location', (item) => item.location, { width: 130 }),
  ],
  Decided: PreApproval,
  shown: ['replacementreserve', 'payment'],
}
const Filed = ({ detail }: { detail: Detail }) => <FiledRequest<Item, Detail> {...filed} detail={detail} />

/**
 * Shows the items as filed, with the decision once it is made, and the documents of each; for the company,
 * also the reserve.
 */
export function FiledItems({ detail }: { detail: Detail }) {
  const atAgency = useSelection() !== null
  return (
    <>
      {!atAgency && <BalancePanel detail={detail} items={detail.items} />}
      <Filed detail={detail} />
    </>
  )
}
