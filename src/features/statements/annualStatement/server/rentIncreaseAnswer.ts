import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { mustFileTaskSql } from '#core/portfolio/tasks/server/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { statements } from '../model/statements.ts'

/**
 * SQL: the last fiscal year of property `p` whose statement was due by `today`, extensions included. `days`
 * is the time for filing after the fiscal year end. A year is named after the one in which it ends.
 */
const lastDueYear = (today: string, days: number) => sql`
  select extract(year from e.ends)::integer as year from generate_series(0, 3) n (back)
  cross join lateral (select (make_date(extract(year from ${today}::date)::integer - n.back,
  p.fiscal_year_end_month, 1)
    + interval '1 month - 1 day')::date as ends) e
  left join task_instance i on i.property_id = p.property_id and i.task_type_id = ${TaskType.AFS}
  and i.period_end = e.ends
  where coalesce(i.due_date, e.ends + ${days}::integer) <= ${today}::date order by e.ends desc limit 1`

/** Answers for a rent increase whether the statement that was due last is reviewed (domain 14.2). */
export const statementReviewed: SlotEntry<'rentIncreaseFilingAnswers'> = {
  tick: 'afsReviewed',
  source: 'Annual statements',
  row: ({ propertyId, today, units, statementDays }) => sql`
    select y.year, a.afs_id, a.status_id, a.submitted, ${mustFileTaskSql(TaskType.AFS, units)} from property p
    cross join lateral (${lastDueYear(today, statementDays)}) y
    left join annual_statement a on a.property_id = p.property_id and a.year = y.year
    where p.property_id = ${propertyId}`,
  answer: ({ year, id, statusId, submitted, required }) =>
    id === null
      ? {
          value: !required,
          fact: required
            ? `No ${year} statement was begun.`
            : 'This property need not file annual statements.',
        }
      : {
          value: statusId === RequestStatus.REVIEWED || statusId === RequestStatus.APPROVED,
          fact: `${statements.numberOf(id)}, ${year}: ${statements.labelOf(statusId, submitted)}.`,
        },
}
