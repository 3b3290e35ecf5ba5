import { expect, test } from 'vitest'
import { RequestStatus } from '#kernel/model/status.ts'
import { factOfReview } from './factOfReview.ts'

const fact = { label: 'Approved', value: '$5.00' }

test('RPT hidden is not No: what a reviewer writes is hidden while the agency has the record, and blank in a draft', () => {
  const seen = (statusId: number, canReview = false) => factOfReview({ statusId, canReview }, fact)
  for (const status of [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW, RequestStatus.REVIEWED])
    expect(seen(status)).toEqual({ ...fact, hidden: true })
  expect(seen(RequestStatus.NOT_SUBMITTED)).toEqual({ label: 'Approved', value: '', hidden: false })
  expect(seen(RequestStatus.UNDER_REVIEW, true)).toEqual(fact)
  expect(seen(RequestStatus.APPROVED)).toEqual(fact)
})
