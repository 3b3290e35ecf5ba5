import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { Settings } from '#kernel/server/settings.ts'
import { exportSettings } from '../model/settings.ts'
import { served } from './index.ts'

const HOUR = 1
/** How many days an export remains listed after its file was deleted. */
const LISTED_DAYS = 30

/**
 * The nightly job that deletes files older than the agency's setting. The file store then removes contents
 * that are no longer used.
 */
export const deleteOldExportsJob: Job = {
  name: 'prepared files',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, services, dueAt) => {
    const days = await new Settings(transaction, services).get(exportSettings.days)
    await transaction.query(
      `update export_job set state = 'Deleted', content_hash = null where state = 'Ready' and ended_at < $1::timestamptz - $2 * interval '1 day'`,
      [dueAt.toISOString(), days],
    )
    await transaction.query(
      `delete from export_job where ended_at < $1::timestamptz - $2 * interval '1 day'`,
      [dueAt.toISOString(), days + LISTED_DAYS],
    )
  },
}

/** Exports of long lists and reports in the background. */
export default {
  served,
  settings: Object.values(exportSettings),
  jobs: [deleteOldExportsJob],
} satisfies ServerModule
