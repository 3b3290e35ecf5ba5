import { setting } from '#kernel/model/setting.ts'

const group = 'Watch list'
const threshold = (key: string, label: string, value: number, unit: string, source: string, step = 1) =>
  setting({ group, key: `watch_${key}`, label, kind: 'number', unit, default: value, source, step })

/**
 * The thresholds by which rules propose properties for the watch list (domain 28); the minimum reserve is a
 * setting of reserve accounts.
 */
export const watchSettings = {
  coverageFloor: threshold('coverage_floor', 'Debt coverage below', 1, '', 'Agency decision', 0.01),
  coverageWatch: threshold(
    'coverage_falling',
    'Debt coverage that falls three years, below',
    1.1,
    '',
    'Agency decision',
    0.01,
  ),
  occupancy: threshold('occupancy', 'Occupancy below', 85, 'percent', 'Agency occupancy policy', 0.1),
  months: threshold(
    'occupancy_months',
    'for so many months in a row (required)',
    3,
    'months',
    'Agency occupancy policy',
  ),
  economicOccupancy: threshold(
    'economic_occupancy',
    'Economic occupancy below',
    85,
    'percent',
    'Agency decision',
    0.1,
  ),
  inspection: threshold('inspection', 'Inspection score below', 60, '', 'Federal inspection standard'),
  statementDays: threshold(
    'statement_days',
    'Annual statement overdue by more than',
    60,
    'days',
    'Agency decision',
  ),
  findings: threshold('findings', 'Open findings, at least', 3, '', 'Agency decision'),
} as const
