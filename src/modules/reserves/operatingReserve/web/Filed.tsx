import { AmountsOfRequest, FiledRequest } from '#modules/shared/invoicedItems/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { Detail, ItemDetail } from '../model/operating.ts'
import { FiledItem } from './FiledItem.tsx'
import { kind } from './kind.ts'

const col = columns<ItemDetail>()

const itemParts = { kind, Item: FiledItem }

/** The table of costs with their amounts for the review, and the details of the selected cost. */
export const Amounts = ({ detail }: { detail: Detail }) => <AmountsOfRequest {...itemParts} detail={detail} />

const filedParts = {
  ...itemParts,
  about: [col.text('Description', (item) => item.description, { width: 240 })],
  shown: ['operatingreserve', 'payment'],
}

/** The filed costs, with the decision and the payments once there are any. */
export const Filed = ({ detail }: { detail: Detail }) => (
  <FiledRequest<ItemDetail, Detail> {...filedParts} detail={detail} />
)
