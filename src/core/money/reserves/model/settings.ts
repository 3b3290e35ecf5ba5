import { setting } from '#kernel/model/setting.ts'

const group = 'Reserve accounts'

/** The settings for reserve accounts. */
export const accountSettings = {
  minimumPerUnit: setting({
    group,
    key: 'r4r_min_per_unit',
    label: 'Minimum balance per unit',
    kind: 'money',
    unit: 'per unit',
    default: 1000,
    source: 'General practice; set by the agency',
    control: true,
  }),
  graceDays: setting({
    group,
    key: 'reserve_deposit_grace_days',
    label: 'A deposit is overdue after',
    kind: 'days',
    unit: 'days',
    default: 10,
    source: 'General practice; set by the agency',
  }),
}
