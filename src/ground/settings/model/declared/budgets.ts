import { setting } from '#kernel/model/setting.ts'

const group = 'Budgets'

/** What an agency may set for the fees of TCAP. When budgets and reports are due stands with the tasks. */
export const budgetSettings = {
  tcapFeeTotal: setting({
    group,
    key: 'tcap_am_fee_total',
    label: 'TCAP asset-management fee in all',
    kind: 'money',
    default: 45000,
    source: 'Agency TCAP instructions',
  }),
  tcapFeeYears: setting({
    group,
    key: 'tcap_am_fee_years',
    label: 'Years over which the TCAP fee is paid',
    kind: 'number',
    unit: 'years',
    default: 15,
    source: 'Agency TCAP instructions',
  }),
}
