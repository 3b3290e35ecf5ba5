import { setting } from '#kernel/model/setting.ts'

const group = 'Distributions'

/** The settings an agency has for distribution requests. */
export const distributionSettings = {
  interim: setting({
    group,
    key: 'distribution_interim',
    label: 'Distributions more often than once a year',
    kind: 'flag',
    default: false,
    source: '4 CSR 170-4.200 allows them; agency decision',
    control: true,
  }),
  twoPerson: setting({
    group,
    key: 'distribution_two_person',
    label: 'A second person approves',
    kind: 'flag',
    default: true,
    source: 'Agency decision: money leaving the property',
    control: true,
  }),
  turnaroundDays: setting({
    group,
    key: 'distribution_turnaround_days',
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency decision',
  }),
  queueAddress: setting({
    group,
    key: 'distribution_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'distributions@agency.example',
    source: 'Agency decision',
  }),
}
