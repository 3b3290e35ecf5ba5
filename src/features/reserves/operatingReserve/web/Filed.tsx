import type { PartProps } from '#engines/review/web/index.ts'
import { Exception, FiledRequest, RequestAmounts } from '#features/shared/invoicedItems/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { grantException } from '../model/calls.ts'
import type { ItemDetail, RequestDetail } from '../model/operating.ts'
import { FiledItem } from './FiledItem.tsx'
import { kind } from './kind.ts'

const col = columns<ItemDetail>()

const itemParts = { kind, Item: FiledItem }

/** The table of costs with their amounts for the review, and the details of the selected cost. */
export const Amounts = ({ detail }: { detail: RequestDetail }) => (
  <RequestAmounts {...itemParts} detail={detail} />
)

const filedParts = {
  ...itemParts,
  about: [col.text('Description', (item) => item.description, { width: 240 })],
  shown: ['operatingreserve', 'payment'],
}

/** The filed costs, with the decision and the payments once there are any. */
export const FiledCosts = ({ detail, refresh }: PartProps<RequestDetail>) => (
  <>
    <FiledRequest<ItemDetail, RequestDetail> {...filedParts} detail={detail} />
    <Exception
      grant={grantException}
      requestId={detail.operatingReserveRequestId}
      detail={detail}
      refresh={refresh}
    />
  </>
)
