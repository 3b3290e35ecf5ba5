import type { ServerModule } from '#kernel/server/module.ts'
import { reportSettings } from '../model/settings.ts'
import { figuresNight } from './figures.ts'
import { reportHandlers } from './handlers.ts'
import { reportMails } from './mailingJob.ts'
import { mailingHandlers } from './mailings.ts'

/** The calls, settings and jobs that all reports share. */
export default {
  served: [...reportHandlers, ...mailingHandlers],
  settings: Object.values(reportSettings),
  jobs: [reportMails, figuresNight],
} satisfies ServerModule
