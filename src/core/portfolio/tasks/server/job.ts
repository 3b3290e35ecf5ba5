import { today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { makeTasks } from './makeTasks.ts'
import { sendReminders } from './reminders.ts'
import { syncTaskStatuses } from './sources.ts'

const RUN_HOUR = 2

/**
 * The nightly job of tasks: it makes tasks from their schedules, updates their status from filed records, and
 * puts reminders into the outbox.
 */
export const nightlyTasks: Job = {
  name: 'tasks',
  due: (now, zone) => lastHour(now, zone, RUN_HOUR),
  run: [
    (transaction, services, dueAt) => makeTasks(transaction, ...asOf(transaction, services, dueAt)),
    (transaction) => syncTaskStatuses(transaction.db),
    (transaction, services, dueAt) => {
      const [settings, day] = asOf(transaction, services, dueAt)
      return sendReminders(transaction, settings, services.config.publicUrl, day)
    },
  ],
}

/** Returns the settings and the day as of the due time of the run, so that a late run has the same result. */
const asOf = (transaction: Transaction, services: Services, dueAt: Date): [Settings, string] => [
  new Settings(transaction, { ...services, now: () => dueAt }),
  today(services.config.agencyZone, dueAt),
]
