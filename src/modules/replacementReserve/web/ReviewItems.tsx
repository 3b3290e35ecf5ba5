import { AmountsOfItems, ApproveAsClaimed } from '#modules/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import type { Detail } from '../model/requests.ts'
import { Exception } from './Exception.tsx'
import { kind } from './kind.ts'
import { ReviewedItem } from './ReviewedItem.tsx'

/** The items with their amounts, and all that was filed with the one that is looked at. */
export const Amounts = ({ detail }: { detail: Detail }) => (
  <AmountsOfItems
    kind={kind}
    detail={detail}
    factsOf={(index) => <ReviewedItem detail={detail} index={index} documents={false} />}
  />
)

/** The reviewer's part: approved amount and reason per item, and what was filed with the one that is looked at. */
export function ReviewItems({ detail, refresh }: PartProps<Detail>) {
  return (
    <>
      <Amounts detail={detail} />
      <ApproveAsClaimed />
      <Exception detail={detail} refresh={refresh} />
    </>
  )
}
