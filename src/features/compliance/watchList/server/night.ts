import { today } from '#kernel/model/dates.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import { getMonth } from './lines.ts'
import { addRequiredProperties, copyPriorEntries } from './months.ts'

/** The hour of the day at the agency, after the nightly job of findings, which the rules count. */
const HOUR = 6

/**
 * The nightly job: copies the entries of last month into the new one, marks properties that left as removed,
 * and adds required ones.
 */
export const watchListJob: Job = {
  name: 'watch list',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, services, dueAt) => {
    const settings = new Settings(transaction, { ...services, now: () => dueAt })
    const day = today(services.config.agencyZone, dueAt)
    const { db } = transaction
    const month = getMonth(day)
    const { rows } = await transaction.query(
      'select from watch_list_month where year = $1 and month = $2 and closed_at is not null',
      [month.year, month.month],
    )
    if (rows.length > 0) return
    await copyPriorEntries(db, month, day)
    await addRequiredProperties({ db, settings }, month, day)
  },
}
