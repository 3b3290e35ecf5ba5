import { setting } from '#kernel/model/setting.ts'

const group = 'Resident relations'

/** The time limits for replies to residents' matters (domain 19.3). */
export const residentSettings = {
  replyDays: setting({
    group,
    key: 'resident_reply_business_days',
    label: 'A reply is due within',
    kind: 'days',
    unit: 'business days',
    default: 10,
    source: 'Agency decision; certification terms ask companies for 30 days',
  }),
  lifeSafetyHours: setting({
    group,
    key: 'resident_life_safety_hours',
    label: 'In a matter of life safety within',
    kind: 'days',
    unit: 'hours',
    default: 24,
    source: 'Agency decision',
  }),
  remindDays: setting({
    group,
    key: 'resident_remind_days',
    label: 'The company is reminded before the reply is due',
    kind: 'days',
    unit: 'days',
    default: 2,
    source: 'Set by the agency',
  }),
} as const
