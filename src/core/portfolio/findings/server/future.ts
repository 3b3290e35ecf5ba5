import { sql } from 'kysely'
import type { Output } from '#kernel/model/call.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FutureLine, getFuture } from '../model/calls.ts'
import { findingSettings } from '../model/settings.ts'
import { type FutureSource, getFutureSources } from './sources.ts'
import { isOpenSql } from './sql.ts'

/** The coming cure days of open findings, as a source of future non-compliance. */
export const cureDayFutureSource: FutureSource = {
  source: 'Cure day',
  rows: (
    today,
    through,
  ) => sql`select n.property_id, null::integer, null::text, 'Cure day of: ' || n.title, n.cure_by,
      case when n.blocking and n.waived_on is null then 'Past its cure day it goes on blocking requests'
      else 'It stays uncured' end,
      n.blocking and n.waived_on is null, case n.status_id when 1 then 'Company' else 'Agency'
      end, '/NonCompliance/' || n.non_compliance_id
    from non_compliance n where ${isOpenSql} and n.cure_by between ${today}::date and ${through}::date`,
}

const columns = sql`(property_id, management_company_id, permission_key, title, fails_on, consequence, blocks,
  acts, path)`

/**
 * Loads, from every source, everything that will fail within `query.days` unless somebody acts, ordered by
 * the day on which it fails. Runs one statement.
 */
export async function loadFuture(context: AnyContext, query: NonNullable<Output<typeof getFuture.query>>) {
  const { settings, db, actor } = context
  const today = settings.today()
  const through = addDays(today, query.days || (await settings.get(findingSettings.horizonDays)))
  const parts = await Promise.all(
    getFutureSources().map(
      async (futureSource) =>
        sql`select ${futureSource.source}::text as source, f.*
          from (${await futureSource.rows(today, through, settings)}) f ${columns}`,
    ),
  )
  const result = await sql<FutureLine>`with future as materialized (${sql.join(parts, sql` union all `)}),
    allowed as materialized (select k.key, kernel.scope(${actor.userId}, k.key, 'read') as properties
      from (select distinct permission_key as key from future where permission_key is not null) k)
    select f.source, f.property_id, p.name as property_name, p.city, o.company_id as management_company_id,
    c.name as management_company_name, f.title,
      f.fails_on, f.fails_on - ${today}::date as days_left, f.consequence, f.blocks, f.acts, f.path
    from future f left join property p on p.property_id = f.property_id left
    join allowed h on h.key = f.permission_key
    cross join lateral (select coalesce(f.management_company_id, p.management_company_id) as company_id) o
    left join management_company c on c.management_company_id = o.company_id
    where (f.permission_key is null or h.properties is null or f.property_id = any (h.properties))
      and (f.property_id is null or p.property_id is not null)
      and (${query.managementCompanyId || null}::integer is null
      or o.company_id = ${query.managementCompanyId || null})
      and (${query.propertyId || null}::integer is null or f.property_id = ${query.propertyId || null})
    order by f.fails_on, p.name, f.source, f.title`.execute(db)
  return result.rows
}
