import { setting } from '#kernel/model/setting.ts'

const group = '2013 records'

/** The settings of an agency for 2013 records. */
export const programSettings = {
  tolerance: setting({
    group,
    key: 'program2013_tolerance',
    label: 'Difference up to which two figures agree',
    kind: 'money',
    default: 1,
    source: 'Rounding to whole dollars',
    control: true,
  }),
  twoPerson: setting({
    group,
    key: 'program2013_two_person',
    label: 'A second person approves',
    kind: 'flag',
    default: true,
    source: 'A baseline that later figures are measured by; agency decision',
    control: true,
  }),
  turnaroundDays: setting({
    group,
    key: 'program2013_turnaround_days',
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency decision',
  }),
  queueAddress: setting({
    group,
    key: 'program2013_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'underwriting@agency.example',
    source: 'Agency decision',
  }),
}
