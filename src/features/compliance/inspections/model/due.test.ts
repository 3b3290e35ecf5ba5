import { describe, expect, test } from 'vitest'
import { computeCapacity, getDueLabel, getInspectionDue, getInspectionType } from './due.ts'

const rules = { firstYears: 2, intervalYears: 3, yearlyYears: 1, againDays: 60, passFrom: 60 }
const facts = { inService: '2008-11-20', lastVisit: null, lastScore: null, yearlyProgram: null }

/**
 * Date arithmetic with JavaScript's `Date`, to check the portal's own day functions against another
 * implementation.
 */
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const text = (date: Date): string => date.toISOString().slice(0, 10)
function yearsLater(day: string, years: number): string {
  const date = utc(day)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return text(date)
}
const daysLater = (day: string, days: number): string =>
  text(new Date(utc(day).getTime() + days * 86_400_000))

/** Every day of ten years, with the leap days of 2016, 2020 and 2024. */
const tenYears = Array.from({ length: 3653 }, (_, index) => daysLater('2016-01-01', index))

describe('INP when a visit is due', () => {
  test('domain 26.1: due days agree with JavaScript dates for each day of ten years', () => {
    for (const day of tenYears) {
      const year = utc(day).getUTCFullYear()
      expect(getInspectionDue({ ...facts, inService: day }, rules)?.dueBy, day).toBe(`${year + 2}-12-31`)
      const visited = { ...facts, lastVisit: day, lastScore: 80 }
      expect(getInspectionDue(visited, rules)?.dueBy, day).toBe(yearsLater(day, 3))
      expect(getInspectionDue({ ...visited, yearlyProgram: 'TCAP loan' }, rules)?.dueBy, day).toBe(
        yearsLater(day, 1),
      )
      expect(getInspectionDue({ ...visited, lastScore: 59.9 }, rules)?.dueBy, day).toBe(daysLater(day, 60))
    }
  })

  test('the reason is First before any visit, then Again before Yearly and Yearly before Interval, each with words', () => {
    expect(getInspectionDue({ ...facts, inService: '2025-07-30' }, rules)).toEqual({
      kind: 'First',
      dueBy: '2027-12-31',
      words: 'last building in service 07/30/2025',
    })
    const failed = { ...facts, lastVisit: '2026-09-16', lastScore: 54, yearlyProgram: 'TCAP loan' }
    expect(getInspectionDue(failed, rules)).toEqual({
      kind: 'Again',
      dueBy: '2026-11-15',
      words: 'failed 54 on 09/16/2026',
    })
    expect(getInspectionDue({ ...failed, lastScore: 60 }, rules)).toMatchObject({
      kind: 'Yearly',
      words: 'TCAP loan',
    })
    expect(getInspectionDue({ ...failed, lastScore: null, yearlyProgram: null }, rules)).toMatchObject({
      kind: 'Interval',
      dueBy: '2029-09-16',
      words: 'after 09/16/2026',
    })
  })

  test('a visit before the last building was placed in service is ignored, and no visit is due without any day', () => {
    expect(
      getInspectionDue({ ...facts, inService: '2024-03-01', lastVisit: '2024-02-29', lastScore: 30 }, rules),
    ).toMatchObject({
      kind: 'First',
      dueBy: '2026-12-31',
    })
    expect(getInspectionDue({ ...facts, inService: null }, rules)).toBeNull()
    expect(getInspectionDue({ ...facts, inService: null, lastVisit: '2024-02-29' }, rules)).toMatchObject({
      dueBy: '2027-02-28',
    })
  })

  test('a reason has a label and an inspection type, and days out reduce the capacity of an inspector', () => {
    expect(getDueLabel('Interval', 3)).toBe('3 years')
    expect(getDueLabel('First', 3)).toBe('First')
    expect([
      getInspectionType('First'),
      getInspectionType('Yearly'),
      getInspectionType('Again'),
      getInspectionType(null),
    ]).toEqual([...['Initial', 'Annual', 'Periodic', 'Periodic']])
    expect([
      computeCapacity(6, 21, 0),
      computeCapacity(6, 21, 10),
      computeCapacity(6, 21, 21),
      computeCapacity(6, 0, 0),
    ]).toEqual([6, 3, 0, 0])
  })
})
