import type { PartProps } from '#engines/review/web/index.ts'
import { ApproveAsClaimed, Exception } from '#features/shared/invoicedItems/web/index.ts'
import { grantException } from '../model/calls.ts'
import type { RequestDetail } from '../model/requests.ts'
import { Amounts } from './FiledItems.tsx'

/** The reviewer’s part: the approved amount and reason of each item, and the exception for old invoices. */
export function ReviewItems({ detail, refresh }: PartProps<RequestDetail>) {
  return (
    <>
      <Amounts detail={detail} />
      <ApproveAsClaimed />
      <Exception
        grant={grantException}
        requestId={detail.replacementReserveRequestId}
        detail={detail}
        refresh={refresh}
      />
    </>
  )
}
