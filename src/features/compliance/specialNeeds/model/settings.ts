import { setting } from '#kernel/model/setting.ts'

const group = 'Special needs'

/** The agency's settings for special-needs units and holds. */
export const specialNeedsSettings = {
  holdDays: setting({
    group,
    key: 'special_needs_hold_days',
    label: 'A vacated unit is held for a referred household for',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Comparable programs; set by the agency',
  }),
  leastPercent: setting({
    group,
    key: 'special_needs_min_percent',
    label: 'Least part of the units that is set aside',
    kind: 'percent',
    unit: 'percent points',
    default: 10,
    source: 'Agency special-needs policy',
  }),
  warnDays: setting({
    group,
    key: 'special_needs_warn_days',
    label: 'Notice before a hold ends',
    kind: 'days',
    unit: 'days',
    default: 7,
    source: 'Set by the agency',
  }),
}
