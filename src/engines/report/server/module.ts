import type { ServerModule } from '#kernel/server/module.ts'
import { reportSettings } from '../model/settings.ts'
import { storeFiguresJob } from './figures.ts'
import { reportHandlers } from './handlers.ts'
import { mailReportsJob } from './mailingJob.ts'
import { mailingHandlers } from './mailings.ts'

/** The calls, settings and jobs that all reports share. */
export default {
  served: [...reportHandlers, ...mailingHandlers],
  settings: Object.values(reportSettings),
  jobs: [mailReportsJob, storeFiguresJob],
} satisfies ServerModule
