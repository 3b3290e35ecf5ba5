import { beyondDocuments, reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Utility allowances'

/** The agency's settings for utility allowances. */
export const allowanceSettings = {
  beyondDocuments: beyondDocuments(group, 'utility_allowance'),
  ...reviewSettings({
    group,
    key: 'utility_allowance',
    twoPerson: true,
    because: 'on unless the agency turns it off; whoever reviewed an allowance does not approve it',
    queue: 'compliance@agency.example',
  }),
  expiryMonths: setting({
    group,
    key: 'utility_allowance_expiry_months',
    label: 'Months after which an allowance is to be reviewed again',
    kind: 'number',
    default: 12,
    source: 'Treas. Reg. 1.42-10: at least once a calendar year',
  }),
  expiryNoticeDays: setting({
    group,
    key: 'utility_allowance_expiry_notice_days',
    label: 'Notice before an allowance expires',
    kind: 'days',
    unit: 'days',
    default: 60,
    source: 'Set by the agency',
  }),
  effectiveDays: setting({
    group,
    key: 'utility_allowance_effective_days',
    label: 'A new allowance takes effect after the quarter within',
    kind: 'days',
    unit: 'days',
    default: 90,
    source: 'Treas. Reg. 1.42-10(c)(2)',
  }),
}
