import { setting } from '#kernel/model/setting.ts'

const group = 'Mail'

/** The agency's settings for scheduled mails. */
export const templateSettings = {
  hour: setting({
    group,
    key: 'mail_schedule_hour',
    label: 'Scheduled mail goes out from this hour on',
    kind: 'number',
    unit: 'o’clock',
    default: 7,
    source: 'Agency decision',
  }),
  graceDays: setting({
    group,
    key: 'mail_schedule_grace_days',
    label: 'Scheduled mail that was missed is still sent for',
    kind: 'days',
    unit: 'days',
    default: 3,
    source: 'Agency decision: news that is too late confuses',
  }),
}
