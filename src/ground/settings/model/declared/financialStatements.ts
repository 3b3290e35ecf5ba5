import { setting } from '#kernel/model/setting.ts'

const group = 'Financial statements'

/** What an agency may set for annual financial statements and distributions. When they are due stands with the tasks. */
export const financialStatementSettings = {
  extensionCount: setting({
    group,
    key: 'extension_count',
    label: 'Extensions of one statement',
    kind: 'number',
    default: 1,
    source: 'Agency financial-statement instructions',
  }),
  residualReceiptsDays: setting({
    group,
    key: 'residual_receipts_deposit_days',
    label: 'Residual receipts are deposited within',
    kind: 'days',
    unit: 'days',
    default: 90,
    source: 'Agency residual-receipts policy',
  }),
  distributionRateCap: setting({
    group,
    key: 'distribution_rate_cap',
    label: 'Most that equity may earn a year',
    kind: 'percent',
    default: 8,
    source: '4 CSR 170-4.200',
  }),
}
