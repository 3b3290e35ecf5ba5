import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/model/dates.ts'
import {
  canTakeStep,
  getCureDay,
  getEarlyNotifiedDay,
  getVisitResult,
  getWaitsFor,
  InspectionStatus,
  isOutsideSample,
  sortFindings,
} from './rules.ts'

const rules = { urgentDays: 1, moderateDays: 30, lowDays: 60, correctionDays: 90 }
const severities = [1, 2, 3, 4, 5] as const

describe('INP findings', () => {
  test('domain 26.4: the owner has one day for urgent findings, and 30, 60 or 90 for others, from the day he was told', () => {
    const getNotifiedDay = (severity: number, reportedOn: string | null) =>
      getEarlyNotifiedDay({ severity, notifiedOn: null }, InspectionStatus.VISITED, '2026-10-06') ??
      reportedOn
    const getDays = (reportedOn: string | null) =>
      severities.map((severity) => getCureDay(severity, getNotifiedDay(severity, reportedOn), rules))
    expect(getDays('2026-10-21')).toEqual([
      ...['2026-10-07', '2026-10-07', '2026-11-20', '2026-12-20', '2027-01-19'],
    ])
    expect(getDays(null)).toEqual([...['2026-10-07', '2026-10-07', null, null, null]])
  })

  test('a cure day is never before the day on which the owner is told of it, and nothing is overdue before', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
    const wait = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(
        fc.constantFrom(...severities),
        fc.constantFrom(...Object.values(InspectionStatus)),
        day,
        wait,
        wait,
        (severity, statusId, visitedOn, untilReport, untilLook) => {
          const reportedOn = addDays(visitedOn, untilReport)
          const early = getEarlyNotifiedDay({ severity, notifiedOn: null }, statusId, visitedOn)
          const notifiedOn = early ?? reportedOn
          const cureBy = getCureDay(severity, notifiedOn, rules)!
          expect(cureBy > notifiedOn).toBe(true)
          // Whoever was told once is not told again on another day.
          const again = getEarlyNotifiedDay({ severity, notifiedOn: early }, statusId, reportedOn)
          if (early !== null) expect(again).toBe(early)
          const look = addDays(visitedOn, untilLook)
          const known = look < notifiedOn ? null : cureBy
          const waitsFor = getWaitsFor({ statusId: 1, cureBy: known }, look)
          expect(waitsFor === 'Owner, overdue').toBe(look >= notifiedOn && look > cureBy)
        },
      ),
    )
  })

  test('a finding in a unit, or in its file, that was not drawn is outside of the sample', () => {
    const sample = [{ unit: '7' }, { unit: '19' }]
    const isOutside = (area: string, unit: string | null, units = sample) =>
      isOutsideSample({ area, unit }, units)
    expect([isOutside('Unit', '7'), isOutside('Unit', '12'), isOutside('File', '12')]).toEqual([
      false,
      true,
      true,
    ])
    expect([isOutside('Site', null), isOutside('Building', '12'), isOutside('Unit', '12', [])]).toEqual([
      false,
      false,
      false,
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
