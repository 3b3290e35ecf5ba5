import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { FiledTick } from '#modules/rentIncrease/server/index.ts'
import { statements } from '../model/statements.ts'

/** A rent increase asks whether the statement of the last fiscal year that was due before its rents begin is reviewed (domain 14.2). */
export const statementReviewed: FiledTick = {
  tick: 'afsReviewed',
  source: 'Annual statements',
  // Nothing is known of a property that files no statements here.
  row: (propertyId, _, today) => sql`
    select y.year, a.afs_id, a.status_id, a.submitted
    from (select extract(year from i.period_end)::integer as year from task_instance i
      where i.property_id = ${propertyId} and i.task_type_id = ${TaskType.AFS} and i.due_date <= ${today}::date
      order by i.period_end desc limit 1) y
    left join annual_statement a on a.property_id = ${propertyId} and a.year = y.year`,
  tell: ({ year, id, statusId, submitted }) => ({
    value: statusId === 4 || statusId === 5,
    fact:
      id === null
        ? `No ${year} statement was begun.`
        : `${statements.numberOf(id)}, ${year}: ${statements.labelOf(statusId, submitted)}.`,
  }),
}
