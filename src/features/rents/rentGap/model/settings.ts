import { reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Rent gap assistance'

/** The settings an agency has for rent gap assistance. */
export const rentGapSettings = {
  funds: setting({
    group,
    key: 'rent_gap_funds',
    label: 'Funds of a year',
    kind: 'money',
    unit: 'a year',
    least: 0,
    default: 250_000,
    source: 'To be set by the agency, in force within the year it is for',
    control: true,
  }),
  cutOffYear: setting({
    group,
    key: 'rent_gap_cut_off_year',
    label: 'Tenants are helped who moved in by: year',
    kind: 'number',
    default: 2025,
    source: 'Agency rent policy: units occupied by April 30, 2025',
  }),
  cutOffDay: setting({
    group,
    key: 'rent_gap_cut_off_day',
    label: 'Tenants are helped who moved in by: day of that year',
    kind: 'dayOfYear',
    default: '04-30',
    source: 'Agency rent policy: units occupied by April 30, 2025',
  }),
  resubmitDays: setting({
    group,
    key: 'rent_gap_resubmit_days',
    label: 'Time to resubmit a returned application',
    kind: 'days',
    unit: 'business days',
    least: 1,
    default: 10,
    source: 'Agency decision',
  }),
  ...reviewSettings({
    group,
    key: 'rent_gap',
    twoPerson: true,
    because: 'public money is granted',
    queue: 'rent.gap@agency.example',
  }),
}
