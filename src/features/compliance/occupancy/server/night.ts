import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { takeAll } from '#engines/review/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { occupancies } from '../model/occupancies.ts'
import { occupancySettings } from '../model/settings.ts'

/**
 * Every night, accepts months that were submitted a set number of days ago; the agency returns those it does
 * not agree with (domain 39). Safe to run again.
 */
export const occupancyNight: Job = {
  name: 'occupancy accepted',
  due: (now, zone) => lastHour(now, zone, 2),
  run: async (transaction, services) => {
    const { db } = transaction
    const settings = new Settings(transaction, services)
    const until = addDays(settings.today(), -(await settings.get(occupancySettings.acceptDays)))
    const result = await sql<{ id: number }>`select project_occupancy_id as id from project_occupancy
      where status_id = ${sqlStatus.SUBMITTED}
      and ${agencyDay(sql`coalesce(re_submitted, submitted)`)} <= ${until}::date`.execute(db)
    const acceptedIds = await takeAll(
      db,
      occupancies,
      'accept',
      result.rows.map((row) => row.id),
    )
    if (acceptedIds.length === 0) return
    await sql`update project_occupancy set decided = ${services.now().toISOString()}::timestamptz
      where project_occupancy_id = any (${acceptedIds}::integer[])`.execute(db)
    await syncTaskStatuses(db, { taskTypeId: TaskType.Occupancy })
  },
}
