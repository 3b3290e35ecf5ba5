import { setting } from '#kernel/model/setting.ts'

const group = 'Mail'

/** The agency's settings for the delivery of mail. */
export const mailSettings = {
  oldestDays: setting({
    group,
    key: 'mail_oldest_days',
    label: 'Mail older than this is not sent any more',
    kind: 'days',
    unit: 'days',
    default: 3,
    source: 'Agency decision: news that is too late confuses',
  }),
  perMinute: setting({
    group,
    key: 'mail_bulk_per_minute',
    label: 'Mails to many: at most this number a minute',
    kind: 'number',
    unit: 'a minute',
    default: 60,
    source: 'Agency decision: limits of mail providers',
  }),
  objections: setting({
    group,
    key: 'mail_objections_to',
    label: 'Mails to many: who wants no more of them writes to (empty: the sender)',
    kind: 'text',
    default: '',
    source:
      'CAN-SPAM Act, 15 U.S.C. 7704(a)(3): a way to object, where a mail is not required by law or contract',
  }),
  mostAttempts: setting({
    group,
    key: 'mail_bulk_attempts',
    label: 'Mails to many: attempts for each recipient',
    kind: 'number',
    default: 3,
    source: 'General practice: retried three times, then looked at',
  }),
}
