import { setting } from '#kernel/model/setting.ts'

const group = 'Distributions'

/** The settings an agency has for surplus cash and the computation of distributions. */
export const surplusSettings = {
  rateCap: setting({
    group,
    key: 'distribution_rate_cap',
    label: 'Greatest distribution a year, of equity',
    kind: 'percent',
    unit: 'percent points',
    default: 8,
    source: '4 CSR 170-4.200: eight percent of equity a year',
    control: true,
  }),
  residualDays: setting({
    group,
    key: 'residual_receipts_days',
    label: 'Residual receipts are deposited within',
    kind: 'days',
    unit: 'days after the fiscal year ends',
    default: 90,
    source: 'Agency rule on residual receipts; 60 days on HUD-93486',
  }),
}
