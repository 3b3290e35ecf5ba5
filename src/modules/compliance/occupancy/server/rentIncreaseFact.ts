import { sql } from 'kysely'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { isMissingSql, occupancyTaskType } from './sql.ts'

type TaskCounts = { tasks: number; late: number; first: string | null; last: string | null }

/**
 * Fills in on a rent increase whether occupancy reports of the property are late (domain 14.2). It is unknown
 * for a property that has no due month.
 */
export const lateOccupancyFact: SlotEntry<'rentIncreaseTicks'> = {
  tick: 'aodNonComplianceIssues',
  source: 'Occupancy',
  find: async ({ db, settings }, { propertyId }) => {
    const late = isMissingSql(settings.today())
    const result = await sql<TaskCounts>`select count(*)::integer as tasks,
        (count(*) filter (where ${late}))::integer as late,
        (min(i.period_start) filter (where ${late}))::text as first,
        (max(i.submitted) filter (where not ${late})) as last
      from task_instance i where i.property_id = ${propertyId} and i.task_type_id = ${occupancyTaskType}
      and i.due_date < ${settings.today()}::date`.execute(db)
    const { tasks, late: missing, first, last } = result.rows[0]!
    if (tasks === 0) return null
    return missing > 0
      ? {
          value: true,
          fact: `${plural(missing, 'month', 'months')} of occupancy missing, the first ${monthName(first ?? '')}.`,
        }
      : {
          value: false,
          fact: `Every month that is due was filed, the last on ${formatDate(last, 'MM/DD/YYYY')}.`,
        }
  },
}
