import { expect, test } from 'vitest'
import { isLate, isWithAgency, type WorkLine } from '../../model/work.ts'
import {
  byPromise,
  daysAhead,
  decidedInTime,
  decidedLate,
  describeLateness,
  getReviewGroup,
  getReviewRows,
  getReviewViews,
  weekday,
  wholePercent,
} from './groups.ts'

// Monday, November 23, 2026.
const today = '2026-11-23'
const buildLine = (promisedBy: string | null, remaining: Partial<WorkLine> = {}) =>
  ({
    promisedBy,
    submitted: '2026-11-01T12:00:00Z',
    reviewerId: null,
    turn: 'analyst',
    mayApprove: false,
    ...remaining,
  }) as WorkLine

test('a record is grouped by its promised day: overdue, today, this week, later, or none', () => {
  const getGroup = (day: string | null) => getReviewGroup({ promisedBy: day, turn: 'analyst' }, today)
  expect(['2026-11-22', today, '2026-11-24', '2026-11-28', '2026-11-29', null].map(getGroup)).toEqual([
    ...['Overdue', 'Today', 'This week', 'This week', 'Later', 'No promised day'],
  ])
  expect([
    describeLateness('2026-11-09', today),
    describeLateness('2026-11-22', today),
    describeLateness(today, today),
  ]).toEqual([...['14 days late', '1 day late', '']])
  expect(weekday('2026-11-09')).toBe('Mon 11/09')
})

test('rows are sorted by promised day, and rows without one come last', () => {
  const rows = [
    buildLine(null),
    buildLine('2026-11-25'),
    buildLine('2026-11-09'),
    buildLine('2026-11-25', { submitted: '2026-10-01' }),
  ]
  const sorted = rows.toSorted(byPromise)
  expect(sorted.map((row) => row.promisedBy)).toEqual(['2026-11-09', '2026-11-25', '2026-11-25', null])
  expect(sorted[1]!.submitted).toBe('2026-10-01')
})

test('Mine and Team list assigned records, Not assigned the others, and Mine includes work of people one covers for', () => {
  const rows = [buildLine(null, { reviewerId: 1 }), buildLine(null, { reviewerId: 2 }), buildLine(null)]
  expect(
    [
      getReviewRows(rows, 'Mine', 1),
      getReviewRows(rows, 'Team', 1),
      getReviewRows(rows, 'Not assigned', 1),
    ].map((item) => item.length),
  ).toEqual([1, 2, 1])
  // Work of an absent person also belongs to the person who covers.
  const out = [{ userId: 2, lastDay: '2026-11-27', standInId: 1, standInName: 'Ann Cole' }]
  expect(
    [getReviewRows(rows, 'Mine', 1, out), getReviewRows(rows, 'Mine', 2, out)].map((item) => item.length),
  ).toEqual([2, 1])
})

test('a reviewed record is listed for those who may approve it, and one that waits for the company is listed but not counted', () => {
  const rows = [
    buildLine(null, { reviewerId: 1, turn: 'manager' }),
    buildLine(null, { reviewerId: 2, turn: 'manager', mayApprove: true }),
    buildLine('2026-11-09', { reviewerId: 1, turn: 'company' }),
    buildLine(null, { turn: 'manager', mayApprove: true }),
  ]
  const mine = getReviewRows(rows, 'Mine', 1)
  expect(mine).toEqual(rows.slice(1))
  expect(mine.filter(isWithAgency)).toHaveLength(2)
  expect(getReviewRows(rows, 'To approve', 1)).toEqual([rows[1], rows[3]])
  expect(getReviewRows(rows, 'Team', 1)).toEqual(rows)
  expect(getReviewRows(rows, 'Not assigned', 1)).toEqual([])
  expect(getReviewGroup(rows[2]!, today)).toBe('Waiting for the company')
  expect(
    [getReviewViews({ isManager: true }), getReviewViews({ isManager: false })].map((item) => item.length),
  ).toEqual([5, 4])
})

test('a record that waits for its company is never late', () => {
  const late = buildLine('2026-11-09', { turn: 'analyst' })
  const waitingForCompany = buildLine('2026-11-09', { turn: 'company' })
  expect([late, waitingForCompany].map((row) => isLate(row, today))).toEqual([true, false])
})

test('a whole percent is rounded down, but only the whole is 100 and only nothing is 0', () => {
  expect([wholePercent(220, 221), wholePercent(221, 221), wholePercent(1, 500), wholePercent(0, 9)]).toEqual([
    99, 100, 1, 0,
  ])
  expect([wholePercent(29, 100), wholePercent(0, 0)]).toEqual([29, null])
})

test('the days ahead leave out weekend days without a promised decision', () => {
  const days = daysAhead(
    [buildLine(today), buildLine('2026-11-28'), buildLine('2026-11-28'), buildLine('2026-11-01')],
    today,
  )
  expect(days).toHaveLength(10)
  expect(days.slice(0, 7).map(({ day, count }) => `${day.slice(8)}: ${count}`)).toEqual([
    ...['23: 1', '24: 0', '25: 0', '26: 0', '27: 0', '28: 2', '30: 0'],
  ])
})

test('a decision on the promised day is in time, and one on the day after is late', () => {
  const decided = (decidedOn: string, promisedBy: string) => ({ decidedOn, promisedBy })
  const late = decided('2026-11-11', '2026-11-10')
  const rows = [
    decided('2026-11-20', '2026-11-20'),
    late,
    decided('2026-10-24', '2026-10-24'),
    decided('2026-10-01', '2026-09-30'),
  ]
  // October 24 is 30 days before today and is not among the last 30 days.
  expect(decidedInTime(rows, today)).toEqual({ all: 2, inTime: 1, share: 50, shareBefore: 50 })
  expect(decidedLate(rows, today)).toEqual([late])
  const many = Array.from({ length: 221 }, (_, index) =>
    decided('2026-11-20', index === 0 ? '2026-11-19' : '2026-11-20'),
  )
  expect(decidedInTime(many, today).share).toBe(99)
  expect(decidedInTime([], today)).toEqual({ all: 0, inTime: 0, share: null, shareBefore: null })
})
