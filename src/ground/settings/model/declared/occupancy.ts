import { setting } from '#kernel/model/setting.ts'

const group = 'Occupancy'

/** What an agency may set for occupancy reports and special needs. When reports are due stands with the tasks. */
export const occupancySettings = {
  explainBelow: setting({
    group,
    key: 'occupancy_explain_below',
    label: 'Occupancy below which the company explains',
    kind: 'percent',
    default: 85,
    source: 'Agency occupancy policy',
  }),
  watchMonths: setting({
    group,
    key: 'occupancy_watch_months',
    label: 'Months below it that put a property on watch',
    kind: 'number',
    unit: 'months',
    default: 3,
    source: 'Agency occupancy policy',
  }),
  specialNeedsMinimum: setting({
    group,
    key: 'special_needs_min_percent',
    label: 'Least share of units set aside for special needs',
    kind: 'percent',
    default: 10,
    source: 'Agency special-needs policy',
  }),
  specialNeedsReservePerUnit: setting({
    group,
    key: 'special_needs_reserve_per_unit',
    label: 'Special-needs reserve',
    kind: 'money',
    unit: 'per unit',
    default: 1000,
    source: 'Agency special-needs policy',
  }),
  specialNeedsHoldDays: setting({
    group,
    key: 'special_needs_hold_days',
    label: 'A vacant special-needs unit is held open',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Recommended; set by the agency',
  }),
  utilityAllowanceMonths: setting({
    group,
    key: 'ua_valid_months',
    label: 'A utility allowance holds',
    kind: 'number',
    unit: 'months',
    default: 12,
    source: 'General practice; set by the agency',
  }),
}
