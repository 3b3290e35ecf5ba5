import { Suspense } from 'react'
import { type PartProps, useSelection } from '#engines/review/web/index.ts'
import { Exception, FiledRequest, RequestAmounts } from '#features/shared/invoicedItems/web/index.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { grantException } from '../model/calls.ts'
import type { RequestDetail } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { kind } from './kind.ts'
import { ReviewedItem } from './ReviewedItem.tsx'

type Item = RequestDetail['items'][number]
declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** The tabs below a pre-approved request, for example its completions. */
    preApproval: { requestId: number; propertyId: number; approved: number }
  }
}

/** Shows the tabs that modules add below a pre-approved request. */
const PreApproval = ({ detail }: { detail: RequestDetail }) =>
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

/** The table of items with their amounts for the review, and the details of the selected item. */
export const Amounts = ({ detail }: { detail: RequestDetail }) => (
  <RequestAmounts {...itemParts} detail={detail} />
)

const col = columns<Item>()
const filedParts = {
  ...itemParts,
  about: [
    col.text('Description of work', (item) => item.descriptionOfWork, { width: 240 }),
    col.text('Location', (item) => item.location, { width: 130 }),
  ],
  Decided: PreApproval,
  shown: ['replacementreserve', 'payment'],
}
const Filed = ({ detail }: { detail: RequestDetail }) => (
  <FiledRequest<Item, RequestDetail> {...filedParts} detail={detail} />
)

/**
 * The filed items with their documents, and the decision once there is one. A company also sees the reserve.
 */
export function FiledItems({ detail, refresh }: PartProps<RequestDetail>) {
  const isAgencyScreen = useSelection() !== null
  return (
    <>
      {!isAgencyScreen && <BalancePanel detail={detail} items={detail.items} />}
      <Filed detail={detail} />
      <Exception
        grant={grantException}
        requestId={detail.replacementReserveRequestId}
        detail={detail}
        refresh={refresh}
      />
    </>
  )
}
