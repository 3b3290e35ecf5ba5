import { setting } from '#kernel/model/setting.ts'

const group = 'TCAP and TCR'

/** Agency settings for the quarterly program; the due date of a month is set with the tasks. */
export const programSettings = {
  tolerance: setting({
    group,
    key: 'tcap_tolerance',
    label: 'Difference up to which two figures agree',
    kind: 'money',
    default: 1,
    source: 'Rounding to whole dollars',
    control: true,
  }),
  feeTotal: setting({
    group,
    key: 'tcap_am_fee_total',
    label: 'Asset-management fee held',
    kind: 'money',
    default: 45_000,
    source: 'Agency TCAP rules',
  }),
  feeYears: setting({
    group,
    key: 'tcap_am_fee_years',
    label: 'Years over which it is released',
    kind: 'number',
    default: 15,
    source: 'Agency TCAP rules',
  }),
  cashFlowPercent: setting({
    group,
    key: 'tcr_cash_flow_percent',
    label: 'TCR: part of cash flow for the reserve',
    kind: 'percent',
    unit: 'percent points',
    default: 25,
    source: 'Agency TCR rules',
  }),
  twoPerson: setting({
    group,
    key: 'tcap_two_person',
    label: 'A second person accepts a quarter',
    kind: 'flag',
    default: false,
    source: 'Agency decision',
    control: true,
  }),
  turnaroundDays: setting({
    group,
    key: 'tcap_turnaround_days',
    label: 'Promised time to review a quarter',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency decision',
  }),
  queueAddress: setting({
    group,
    key: 'tcap_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'tcap@agency.example',
    source: 'Agency decision',
  }),
}
