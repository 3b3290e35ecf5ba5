import { today } from '#kernel/model/dates.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import { makeTasks } from './makeTasks.ts'
import { sendReminders } from './reminders.ts'
import { refreshAnswers } from './sources.ts'

const HOUR = 2

/** Every night: tasks in line with their schedules, their status with what was filed, reminders into the outbox. */
export const nightlyTasks: Job = {
  name: 'tasks',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, services, dueAt) => {
    // As of the night it is due for, so that a run that was late does what it would have done.
    const day = today(services.config.agencyZone, dueAt)
    const settings = new Settings(transaction, { ...services, now: () => dueAt })
    await makeTasks(transaction, settings, day)
    await refreshAnswers(transaction.db)
    await sendReminders(transaction, settings, services.config.publicUrl, day)
  },
}
