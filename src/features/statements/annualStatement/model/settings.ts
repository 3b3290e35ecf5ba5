import { setting } from '#kernel/model/setting.ts'

const group = 'Annual statement'

/** The settings an agency has for annual statements. */
export const statementSettings = {
  tolerance: setting({
    group,
    key: 'statement_tolerance',
    label: 'Difference up to which two figures agree',
    kind: 'money',
    default: 1,
    source: 'Rounding to whole dollars',
    control: true,
  }),
  notePercent: setting({
    group,
    key: 'statement_note_percent',
    label: 'An income or expense line is explained when it changes by more than',
    kind: 'percent',
    unit: 'percent points',
    default: 10,
    source: 'Agency statement rules: explanation of changes over 10 percent',
  }),
  noteDollars: setting({
    group,
    key: 'statement_note_dollars',
    label: 'and by more than',
    kind: 'money',
    default: 1000,
    source: 'Set by the agency',
  }),
  twoPerson: setting({
    group,
    key: 'statement_two_person',
    label: 'A second person approves',
    kind: 'flag',
    default: true,
    source: 'Agency decision: acceptance of a statement',
    control: true,
  }),
  turnaroundDays: setting({
    group,
    key: 'statement_turnaround_days',
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 90,
    source: 'Agency decision',
  }),
  queueAddress: setting({
    group,
    key: 'statement_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'statements@agency.example',
    source: 'Agency decision',
  }),
}
