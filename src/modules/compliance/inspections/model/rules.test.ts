import { describe, expect, test } from 'vitest'
import {
  canTakeStep,
  getCureDay,
  getVisitResult,
  getWaitsFor,
  InspectionStatus,
  sortFindings,
} from './rules.ts'

const rules = { urgentDays: 1, moderateDays: 30, lowDays: 60, correctionDays: 90 }
const dates = { foundOn: '2026-10-06', reportedOn: '2026-10-21' }

describe('INP findings', () => {
  test('domain 26.4: urgent findings are due one day after they were found, others 30, 60 or 90 days after the report', () => {
    expect([1, 2, 3, 4, 5].map((severity) => getCureDay(severity, dates, rules))).toEqual([
      ...['2026-10-07', '2026-10-07', '2026-11-20', '2026-12-20', '2027-01-19'],
    ])
    const before = { ...dates, reportedOn: null }
    expect([1, 2, 3, 4, 5].map((severity) => getCureDay(severity, before, rules))).toEqual([
      ...['2026-10-07', '2026-10-07', null, null, null],
    ])
  })

  test('findings that wait for the agency come first, then overdue ones of the owner, those on time, and closed ones', () => {
    const makeRow = (number: number, statusId: number, cureBy: string) => ({ number, statusId, cureBy })
    const rows = [
      makeRow(1, 3, '2026-10-07'),
      makeRow(2, 1, '2026-12-20'),
      makeRow(3, 1, '2026-11-20'),
      makeRow(4, 2, '2026-11-20'),
    ]
    expect(sortFindings(rows, '2026-11-23').map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(rows.map((row) => getWaitsFor(row, '2026-11-23'))).toEqual([
      'Closed',
      'Owner',
      'Owner, overdue',
      'Agency',
    ])
    expect(getWaitsFor(makeRow(1, 1, '2026-11-20'), '2026-11-20')).toBe('Owner')
  })

  test('a score of 60 or more passes, a lower one fails, and 30 or less is referred to enforcement', () => {
    expect([100, 60, 59.9, 30.1, 30, null].map((score) => getVisitResult(score, 60, 30))).toEqual([
      ...['Passed', 'Passed', 'Failed', 'Failed', 'Failed, to enforcement', ''],
    ])
  })

  test('a step is possible only from its own statuses', () => {
    expect(canTakeStep('report', InspectionStatus.VISITED)).toBe(true)
    expect(canTakeStep('report', InspectionStatus.REPORTED)).toBe(false)
    expect(canTakeStep('close', InspectionStatus.RESPONDED)).toBe(false)
    expect(canTakeStep('reopen', InspectionStatus.CLOSED)).toBe(true)
  })
})
