import { columnOfReview, columnsWith } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type ClaimListLine as ClaimLine, claims } from '../model/claims.ts'
import { type RequestListLine as RequestLine, requests } from '../model/requests.ts'

const col = columns<ClaimLine>()

/** The columns of every list of claims. */
export const claimColumns = columnsWith(claims, [
  col.date('Loss', (line) => line.dateOfLoss, { width: 105, lesser: 'inQueues', served: 'dateOfLoss' }),
  col.money('Amount claimed', (line) => line.totalAmountClaimed, {
    total: true,
    width: 115,
    served: 'totalAmountClaimed',
  }),
  col.money('Held', (line) => line.held, { total: true, width: 115, served: 'held' }),
  col.text('Type of loss', (line) => line.typeOfLoss, {
    width: 150,
    lesser: 'inQueues',
    served: 'typeOfLoss',
  }),
  col.text('Notice', (line) => line.notice, { width: 75, served: 'notice' }),
  col.money('Received', (line) => line.received, {
    total: true,
    width: 125,
    lesser: true,
    served: 'received',
  }),
  col.money('Paid', (line) => line.paid, { total: true, width: 125, lesser: true, served: 'paid' }),
])

const requestColumn = columns<RequestLine>()

/** The columns of every list of payment requests. */
export const requestColumns = columnsWith(requests, [
  requestColumn.text('Claim', (line) => line.insuranceClaimId, {
    width: 85,
    served: 'insuranceClaimId',
    prefix: claims.prefix,
  }),
  requestColumn.number('Items', (line) => line.itemCount, { width: 75, served: 'itemCount' }),
  requestColumn.money('Claimed', (line) => line.claimed, { total: true, width: 125, served: 'claimed' }),
  columnOfReview(
    requestColumn.money('Approved', (line) => line.approved, {
      total: true,
      width: 125,
      lesser: 'inQueues',
      served: 'approved',
    }),
  ),
  requestColumn.date('Paid', (line) => line.paidDate, { width: 105, lesser: true, served: 'paidDate' }),
])
