import { expect, test } from 'vitest'
import { findPeriodFaults } from './periods.ts'

const calendar = { endMonth: 12, earlierEndMonth: null, changedOn: null }
const statementBefore = {
  year: 2024,
  requestNumber: 'FS-1',
  periodStart: '2024-01-01',
  periodEnd: '2024-12-31',
}
const statementAfter = {
  year: 2026,
  requestNumber: 'FS-3',
  periodStart: '2026-01-01',
  periodEnd: '2026-12-31',
}
const period = (periodStart: string, periodEnd: string, more: object = {}) => ({
  periodStart,
  periodEnd,
  periodReason: null,
  approvedMonths: null,
  auditReportDate: null,
  ...more,
})
const getFaults = (item: ReturnType<typeof period>, more: object = {}) =>
  findPeriodFaults(item, { year: 2025, fiscalYear: calendar, neighbors: [statementBefore], ...more }).map(
    ({ field, message }) => `${field}: ${message}`,
  )

test('AFS-6, domain 47.2: a period must begin the day after the previous one ends, and end with the fiscal year', () => {
  expect(getFaults(period('2025-01-01', '2025-12-31'))).toEqual([])
  expect(getFaults(period('2024-12-01', '2025-11-30', { periodReason: 'Sold' }))).toEqual([
    'periodStart: It overlaps FS-1 of 2024 (01/01/2024 to 12/31/2024).',
  ])
  expect(getFaults(period('2025-02-01', '2025-12-31'))).toEqual([
    'periodStart: It begins on 01/01/2025, the day after FS-1 of 2024 (01/01/2024 to 12/31/2024) ends.',
  ])
  expect(
    getFaults(period('2025-01-01', '2025-11-30', { periodReason: 'Sold' }), { neighbors: [statementAfter] }),
  ).toEqual([
    'periodEnd: It ends on 12/31/2025, the day before FS-3 of 2026 (01/01/2026 to 12/31/2026) begins.',
  ])
})

test('AFS-6, domain 47.2: another end date needs a reason, unless the fiscal year of the property ended then', () => {
  expect(getFaults(period('2025-01-01', '2025-06-30'))).toEqual([
    expect.stringMatching(
      /^periodReason: .*ends on 12\/31\/2025\. Say why this period ends on 06\/30\/2025\.$/,
    ),
  ])
  expect(getFaults(period('2025-01-01', '2025-06-30', { periodReason: 'The property was sold.' }))).toEqual(
    [],
  )
  const june = { endMonth: 12, earlierEndMonth: 6, changedOn: '2025-09-01' }
  expect(getFaults(period('2025-01-01', '2025-06-30'), { fiscalYear: june })).toEqual([])
  expect(
    getFaults(period('2025-01-01', '2025-06-30'), { fiscalYear: { ...june, changedOn: '2025-03-01' } }),
  ).toHaveLength(1)
})

test('AFS-6, domain 47.2: a period of 13 to 18 months needs an approval of exactly as many months; a longer one is refused', () => {
  const getLongPeriodFaults = (start: string, approvedMonths: number | null) =>
    getFaults(period(start, '2025-12-31', { approvedMonths }), { neighbors: [] })
  expect(getLongPeriodFaults('2024-10-01', null)).toEqual([
    'periodEnd: A period of 15 months needs the agency’s approval. Ask the agency for it.',
  ])
  expect(getLongPeriodFaults('2024-10-01', 15)).toEqual([])
  expect(getLongPeriodFaults('2024-09-01', 15)).toHaveLength(1)
  expect(getLongPeriodFaults('2024-06-01', 18)).toEqual([
    'periodStart: A period has one to twelve months, with the agency’s approval up to eighteen.',
  ])
})

test('domain 48.5: a fiscal year of 52 or 53 weeks needs no reason and no approval, and is named after the year with most of it', () => {
  expect(getFaults(period('2024-12-30', '2025-12-28'), { neighbors: [] })).toEqual([])
  expect(getFaults(period('2024-12-29', '2026-01-03'), { neighbors: [] })).toEqual([])
  expect(getFaults(period('2024-01-01', '2024-12-29'), { neighbors: [] })).toEqual([
    'periodEnd: It ends in 2025.',
  ])
  expect(getFaults(period('2025-03-03', '2026-03-01'), { neighbors: [] })).not.toEqual([])
})
