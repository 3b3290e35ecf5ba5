import type { ServerModule } from '#kernel/server/module.ts'
import { Email, EmailTemplate, EmailTemplateSchedule } from '../model/entities.ts'
import { templateSettings } from '../model/settings.ts'
import { setCertifications } from './certifiers.ts'
import { served } from './index.ts'
import { scheduledMails } from './schedules.ts'

export default {
  entities: [Email, EmailTemplate, EmailTemplateSchedule],
  served,
  jobs: [scheduledMails],
  settings: Object.values(templateSettings),
  connect: (modules) => setCertifications(modules.flatMap((one) => one.certifications ?? [])),
} satisfies ServerModule
