import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { TickSource } from '#modules/rentIncrease/server/index.ts'
import { statements } from '../model/statements.ts'

/** A rent increase asks whether the statement of the last fiscal year that was due before its rents begin is reviewed (domain 14.2). */
export const statementReviewed: TickSource = {
  tick: 'afsReviewed',
  source: 'Annual statements',
  find: async ({ db, settings }, { propertyId }) => {
    const found = await sql<{ year: number; afsId: number | null; statusId: number; submitted: string | null }>`
      select extract(year from i.period_end)::integer as year, a.afs_id, a.status_id, a.submitted
      from task_instance i left join annual_statement a on a.property_id = i.property_id and a.year = extract(year from i.period_end)
      where i.property_id = ${propertyId} and i.task_type_id = ${TaskType.AFS} and i.due_date <= ${settings.today()}::date
      order by i.period_end desc limit 1`.execute(db)
    const row = found.rows[0]
    // Nothing is known of a property that files no statements here.
    if (!row) return null
    const { year, afsId, statusId, submitted } = row
    const fact =
      afsId === null
        ? `No ${year} statement was begun.`
        : `${statements.numberOf(afsId)}, ${year}: ${statements.labelOf(statusId, submitted)}.`
    return { value: afsId !== null && (statusId === 4 || statusId === 5), fact }
  },
}
