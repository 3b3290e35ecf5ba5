import { setting } from '#kernel/model/setting.ts'

const group = 'Tasks and due dates'

/** The agency's settings for extension requests. */
export const extensionSettings = {
  mostDays: setting({
    group,
    key: 'extension_max_days',
    label: 'Longest extension of a due date',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency AFS rules',
  }),
  queueAddress: setting({
    group,
    key: 'extension_queue_address',
    label: 'Address notified of extension requests',
    kind: 'text',
    default: '',
    source: 'Set by the agency',
  }),
}
