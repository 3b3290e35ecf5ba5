import { beforeEach, expect, test } from 'vitest'
import { roles } from '#kernel/model/access.ts'
import { HIDDEN_TEXT } from '#kernel/model/hiddenText.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Session, setSession } from '#kernel/web/session.ts'
import { columns } from '#ui/table/columns.tsx'
import { columnOfReview, hideReviewFact, lineColumnOfReview } from './factOfReview.ts'

// Test files of one process share the session, so another file may have signed a person in.
beforeEach(() => setSession(null))

const fact = { label: 'Approved', value: '$5.00' }

test('RPT hidden is not No: a reviewer’s fact is marked as hidden while the agency has the record, and blank in a draft', () => {
  const getFact = (statusId: number, canReview = false) => hideReviewFact({ statusId, canReview }, fact)
  for (const status of [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW, RequestStatus.REVIEWED])
    expect(getFact(status)).toEqual({ ...fact, hidden: true })
  expect(getFact(RequestStatus.NOT_SUBMITTED)).toEqual({ label: 'Approved', value: '', hidden: false })
  expect(getFact(RequestStatus.UNDER_REVIEW, true)).toEqual(fact)
  expect(getFact(RequestStatus.APPROVED)).toEqual(fact)
})

test('RPT hidden is not No: a review column shows “not shown” only to a company, while the agency has the record', () => {
  type Row = { statusId: number; approved: number | null }
  const column = columnOfReview(columns<Row>().money('Approved', (row) => row.approved))
  const getTexts = () =>
    [RequestStatus.NOT_SUBMITTED, RequestStatus.UNDER_REVIEW, RequestStatus.APPROVED].map((statusId) =>
      column.text({ statusId, approved: statusId === RequestStatus.APPROVED ? 5 : null }),
    )
  expect(getTexts()).toEqual(['', HIDDEN_TEXT, '$5.00'])
  const line = lineColumnOfReview(
    { statusId: RequestStatus.SUBMITTED },
    columns<{ reason: string | null }>().text('Reason', ({ reason }) => reason),
  )
  expect(line.text({ reason: null })).toBe(HIDDEN_TEXT)
  setSession({ roles: [{ id: roles.agencyRead }] } as Session)
  expect(getTexts()).toEqual(['', '', '$5.00'])
  expect(line.text({ reason: null })).toBe('')
  setSession(null)
})
