import { reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Housing priority'

/** The agency's settings for the housing priority certification. */
export const prioritySettings = {
  ...reviewSettings({
    group,
    key: 'housing_priority',
    twoPerson: false,
    because: 'one person decides',
    queue: 'compliance@agency.example',
  }),
  replaceDays: setting({
    group,
    key: 'housing_priority_replace_days',
    label: 'A lead referral agency that closed is replaced within',
    kind: 'days',
    unit: 'days',
    default: 60,
    source: 'Set by the agency',
  }),
  endingDays: setting({
    group,
    key: 'housing_priority_ending_days',
    label: 'Notice before the agreement of a lead referral agency ends',
    kind: 'days',
    unit: 'days',
    default: 60,
    source: 'Set by the agency',
  }),
}
