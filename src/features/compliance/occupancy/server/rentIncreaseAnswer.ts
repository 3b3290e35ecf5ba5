import { sql } from 'kysely'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { isMissingSql, occupancyTaskType } from './sql.ts'

/** Counts of the occupancy months that fell due, and days (`YYYY-MM-DD`). */
type DueMonths = {
  tasks: number
  missing: number
  firstMissing: string | null
  lastFiledOn: string | null
}

/**
 * Answers one question of the rent increase checklist: are any occupancy reports of the property late (domain
 * 14.2)? There is no answer (null) for a property none of whose months has fallen due.
 */
export const lateOccupancyAnswer: SlotEntry<'rentIncreaseAnswers'> = {
  tick: 'aodNonComplianceIssues',
  source: 'Occupancy',
  find: async ({ db, settings }, { propertyId }) => {
    const isLateSql = isMissingSql(settings.today())
    const result = await sql<DueMonths>`select count(*)::integer as tasks,
        (count(*) filter (where ${isLateSql}))::integer as missing,
        (min(i.period_start) filter (where ${isLateSql}))::text as first_missing,
        (max(i.submitted) filter (where not ${isLateSql})) as last_filed_on
      from task_instance i where i.property_id = ${propertyId} and i.task_type_id = ${occupancyTaskType}
      and i.due_date < ${settings.today()}::date`.execute(db)
    const { tasks, missing, firstMissing, lastFiledOn } = result.rows[0]!
    if (tasks === 0) return null
    return missing > 0
      ? {
          value: true,
          fact: `${plural(missing, 'month', 'months')} of occupancy missing, the first ${monthName(firstMissing ?? '')}.`,
        }
      : {
          value: false,
          fact: `Every month that is due was filed, the last on ${formatDate(lastFiledOn, 'MM/DD/YYYY')}.`,
        }
  },
}
