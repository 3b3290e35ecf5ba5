import type { TableOf } from '#kernel/server/tables.ts'
import type { Email, EmailTemplate, EmailTemplateSchedule } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    email: TableOf<typeof Email>
    emailTemplate: TableOf<typeof EmailTemplate>
    emailTemplateSchedule: TableOf<typeof EmailTemplateSchedule>
  }
}
