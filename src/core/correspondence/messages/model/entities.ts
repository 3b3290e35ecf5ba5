import { entity } from '#kernel/model/entity.ts'
import { day, id, longText, moment, number, ref, requiredText, text } from '#kernel/model/field.ts'

/** The maximum length of a banner in characters, including markup. */
export const MAX_BANNER_LENGTH = 4000

const requiredDay = (label: string) => day(label).unwrap()

/** A banner on every screen, from its first to its last day (D20). `userId` last changed it. */
export const HeaderMessage = entity('HeaderMessage', {
  table: 'header_message',
  key: 'messageId',
  label: 'Banner',
  fields: {
    messageId: id(),
    message: requiredText('Message', MAX_BANNER_LENGTH),
    from: requiredDay('From'),
    to: requiredDay('To'),
    userId: ref('Written by', 'AppUser'),
    version: number('Version').unwrap(),
  },
  serverOnly: ['userId', 'version'],
})

/**
 * A message from one user to another about a task, a record or a property. `url` is the path of its screen.
 */
export const TaskMessage = entity('TaskMessage', {
  table: 'task_message',
  key: 'taskMessageId',
  label: 'Message',
  fields: {
    taskMessageId: id(),
    taskId: ref('Task', 'Task'),
    taskName: text('About', 200),
    message: longText('Message', 4000).unwrap().min(1, '*Field is required'),
    url: text('Link', 500),
    propertyId: ref('Property', 'Property'),
    userId: id('From'),
    notifyUserId: id('To'),
    sentAt: moment('Sent').unwrap(),
    readAt: moment('Read'),
  },
  serverOnly: ['userId', 'sentAt', 'readAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
