import { today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { makeTasks } from './makeTasks.ts'
import { sendReminders } from './reminders.ts'
import { refreshAnswers } from './sources.ts'

const HOUR = 2

/** Every night: tasks in line with their schedules, their status with what was filed, reminders into the outbox. */
export const nightlyTasks: Job = {
  name: 'tasks',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: [
    (transaction, services, dueAt) => makeTasks(transaction, ...asOf(transaction, services, dueAt)),
    (transaction) => refreshAnswers(transaction.db),
    (transaction, services, dueAt) => {
      const [settings, day] = asOf(transaction, services, dueAt)
      return sendReminders(transaction, settings, services.config.publicUrl, day)
    },
  ],
}

/** As of the night it is due for, so that a run that was late does what it would have done. */
const asOf = (transaction: Transaction, services: Services, dueAt: Date): [Settings, string] => [
  new Settings(transaction, { ...services, now: () => dueAt }),
  today(services.config.agencyZone, dueAt),
]
