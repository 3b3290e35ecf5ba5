import type { ServerModule } from '#kernel/server/module.ts'
import { Email, EmailTemplate, EmailTemplateSchedule } from '../model/entities.ts'
import { EventMail } from '../model/eventMails.ts'
import { templateSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { scheduledMails } from './schedules.ts'

export default {
  entities: [Email, EmailTemplate, EmailTemplateSchedule, EventMail],
  served,
  jobs: [scheduledMails],
  settings: Object.values(templateSettings),
} satisfies ServerModule
