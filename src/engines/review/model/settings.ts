import { setting } from '#kernel/model/setting.ts'

type Wanted = {
  group: string
  /** The prefix of the keys. */
  key: string
  /** The default of whether a person other than the reviewer must approve, and the reason for it. */
  twoPerson: boolean
  because: string
  /** The kind of record to approve, where the group has several kinds. */
  of?: string
  /** Mail address of the queue. */
  queue: string
}

const SOURCE = 'Agency decision'

/**
 * Declares the setting of whether calls, too, must send the fields that only screens require. While it is
 * off, the reviewer is shown the missing fields.
 */
export const beyondDocuments = (group: string, key: string, subject?: string) =>
  setting({
    group,
    key: `${key}_beyond_documents`,
    label: ['Calls must say what only the screens ask', subject].filter(Boolean).join(', of '),
    kind: 'flag',
    default: false,
    source: `${SOURCE}: the documents’ own client files with the documents’ fields`,
    control: true,
  })

/**
 * Declares the settings of a review: the days within which the agency promises to decide, whether two persons
 * decide, and the mail address of the queue.
 */
export const reviewSettings = ({ group, key, twoPerson, because, of, queue }: Wanted) => ({
  turnaroundDays: setting({
    group,
    key: `${key}_turnaround_days`,
    label: 'Promised time to decide',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: SOURCE,
  }),
  twoPerson: setting({
    group,
    key: `${key}_two_person`,
    label: ['A second person approves', of].filter(Boolean).join(' '),
    kind: 'flag',
    default: twoPerson,
    source: `${SOURCE}: ${because}`,
    control: true,
  }),
  queueAddress: setting({
    group,
    key: `${key}_queue_address`,
    label: 'Mail address of the review queue',
    kind: 'text',
    default: queue,
    source: SOURCE,
  }),
})
