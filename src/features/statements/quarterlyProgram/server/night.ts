import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { takeAll } from '#engines/review/server/index.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { quarters } from '../model/quarters.ts'
import { allMonthsSubmittedSql, recordCompletion } from './quarterUpdates.ts'

/**
 * The nightly job that makes quarters ready for review once all their months are submitted. This covers
 * months of two companies that cannot see each other's, and programs that ended. Safe to run again.
 */
export const quarterNight: Job = {
  name: 'quarters complete',
  due: (now, zone) => lastHour(now, zone, 4),
  run: async ({ db }, services) => {
    const result = await sql<{
      id: number
    }>`select q.tcap_quarter_id as id from tcap_quarter q where q.status_id = ${sqlStatus.NOT_SUBMITTED}
    and ${allMonthsSubmittedSql}`.execute(db)
    const completedIds = await takeAll(
      db,
      quarters,
      'complete',
      result.rows.map((row) => row.id),
    )
    if (completedIds.length === 0) return
    await recordCompletion(db, completedIds, services.now().toISOString(), null)
    await syncTaskStatuses(db, { taskTypeId: TaskType.TCAP })
  },
}
