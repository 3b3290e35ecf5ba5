import { ApproveAsClaimed } from '#modules/shared/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import type { Detail } from '../model/requests.ts'
import { Exception } from './Exception.tsx'
import { Amounts } from './FiledItems.tsx'

/** The reviewer's part: approved amount and reason per item, and the filing of the selected item. */
export function ReviewItems({ detail, refresh }: PartProps<Detail>) {
  return (
    <>
      <Amounts detail={detail} />
      <ApproveAsClaimed />
      <Exception detail={detail} refresh={refresh} />
    </>
  )
}
