import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { getHistory, getYear } from '../model/calls.ts'
import { type Change, getAverageIncomeStatement, getUnitsOn } from '../model/year.ts'
import { loadElection } from './election.ts'

/**
 * The maximum number of changes that are read, enough to rewrite a property of the largest size thirty
 * times.
 */
const MAX_CHANGES = 30_000

/**
 * Loads who designated which unit of a property and when, newest first. `lineCondition` narrows the lines
 * `h`.
 */
export async function loadAverageIncomeHistory(
  context: AnyContext,
  propertyId: number,
  lineCondition: RawBuilder<unknown> = sql`true`,
): Promise<Answer<typeof getHistory>> {
  const result = await sql<Answer<typeof getHistory>[number]>`
      select * from (select l.changed_at as at, nullif(trim(u.first_name || ' ' || u.last_name),
      '') as by_name,
          coalesce(t.unit, max(case when l.operation <> 'update' then l.changes ->> 'unit'
          end) over (partition by l.row_id)) as unit,
          case l.operation when 'update' then l.changes -> 'designated_percent' ->> 0
          when 'delete' then l.changes ->> 'designated_percent' end::integer as was,
          case l.operation when 'update' then l.changes -> 'designated_percent' ->> 1
          when 'insert' then l.changes ->> 'designated_percent' end::integer as becomes,
          coalesce(case l.operation when 'update' then l.changes -> 'effective_date' ->> 1
          else l.changes ->> 'effective_date' end, t.effective_date::text) as effective_date,
          case l.operation when 'update' then l.changes -> 'reason' ->> 1 else l.changes ->> 'reason'
          end as reason
        from audit_log l left join app_user u on u.user_id = l.user_id
        left join average_income_test t on t.average_income_test_id = l.row_id
        where l.table_name = 'average_income_test' and l.property_id = ${propertyId}
          and (l.operation <> 'update' or l.changes ? 'designated_percent')) h
      where ${lineCondition} order by at desc, unit limit 500`.execute(context.db)
  return result.rows
}

/**
 * Loads the yearly statement of a property's test as of the last day of the year, or of today for the
 * current year.
 */
export async function loadAverageIncomeYear(
  context: AnyContext,
  propertyId: number,
  year: number,
): Promise<Answer<typeof getYear>> {
  const { settings, db } = context
  const now = settings.today()
  const [first, last] = ['01-01', '12-31'].map((day) => `${String(year).padStart(4, '0')}-${day}`) as [
    string,
    string,
  ]
  const day = year < Number(now.slice(0, 4)) ? last : now
  const { units, totalUnits, limits } = await loadElection(context, propertyId)
  if (year > Number(now.slice(0, 4)))
    refuse.invalid([{ field: 'year', message: `Year: ${year} has not begun.` }])
  const changes = await sql<Change>`
    select row_id, operation, ${agencyDay(sql`changed_at`)}::text as "on", changes from audit_log
    where table_name = 'average_income_test' and property_id = ${propertyId}
    order by changed_at desc, audit_log_id desc limit ${MAX_CHANGES}`.execute(db)
  return {
    ...getAverageIncomeStatement(year, day, getUnitsOn(day, units, changes.rows), totalUnits, limits),
    changes: await loadAverageIncomeHistory(
      context,
      propertyId,
      // The end of a designation counts on the day it was entered.
      sql`coalesce(case when becomes is not null then effective_date::date
        end, ${agencyDay(sql`at`)}) between ${first}::date and ${last}::date`,
    ),
  }
}
