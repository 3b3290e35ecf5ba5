import { setting } from '#kernel/model/setting.ts'

const group = 'Management fees'

/** The settings for management fees. */
export const feeSettings = {
  rounding: setting({
    group,
    key: 'mgmt_fee_rounding',
    label: 'Raised maxima are rounded to the cent, dime or dollar',
    kind: 'text',
    default: 'cent',
    source: 'Agency decision',
  }),
  refundDays: setting({
    group,
    key: 'excess_fee_refund_days',
    label: 'Excess fees are paid back within',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Owner and agent certification',
  }),
}
