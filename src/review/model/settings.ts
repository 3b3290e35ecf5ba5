import { setting } from '#kernel/model/setting.ts'

type Wanted = {
  group: string
  /** The prefix of the keys. */
  key: string
  /** Whether a person other than the reviewer approves until the agency sets this, and why. */
  twoPerson: boolean
  because: string
  /** The kind of record to approve, where the group has several kinds. */
  of?: string
  /** Mail address of the queue. */
  queue: string
}

const SOURCE = 'Agency decision'

/**
 * Whether calls, too, must send the fields that the portal requires beyond the documents; until then the
 * reviewer is shown which are missing.
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
 * The settings of a review that every agency has: how long it takes, who approves, and where its queue is
 * mailed.
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
