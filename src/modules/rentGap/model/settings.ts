import { setting } from '#kernel/model/setting.ts'

const group = 'Rent gap assistance'

/** What an agency may set for rent gap assistance. */
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
    label: 'Time to submit again what was sent back',
    kind: 'days',
    unit: 'business days',
    least: 1,
    default: 10,
    source: 'Agency decision',
  }),
  turnaroundDays: setting({
    group,
    key: 'rent_gap_turnaround_days',
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency decision',
  }),
  twoPerson: setting({
    group,
    key: 'rent_gap_two_person',
    label: 'A second person approves',
    kind: 'flag',
    default: true,
    source: 'Agency decision: public money is granted',
  }),
  queueAddress: setting({
    group,
    key: 'rent_gap_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'rent.gap@agency.example',
    source: 'Agency decision',
  }),
}
