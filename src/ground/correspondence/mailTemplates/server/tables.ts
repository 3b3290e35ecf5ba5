import type { TableOf } from '#kernel/server/tables.ts'
import type { Email, EmailTemplate, EmailTemplateSchedule } from '../model/entities.ts'
import type { EventMail } from '../model/eventMails.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    email: TableOf<typeof Email>
    emailTemplate: TableOf<typeof EmailTemplate>
    eventMail: TableOf<typeof EventMail>
    emailTemplateSchedule: TableOf<typeof EmailTemplateSchedule>
  }
}
