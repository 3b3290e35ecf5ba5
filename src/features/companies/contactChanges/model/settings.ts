import { setting } from '#kernel/model/setting.ts'

const group = 'Contacts'

/** The agency's settings for contact changes. */
export const contactSettings = {
  queueAddress: setting({
    group,
    key: 'contact_change_queue_address',
    label: 'Mail address of the review queue',
    kind: 'text',
    default: 'contact.changes@agency.example',
    source: 'Agency decision',
  }),
}
