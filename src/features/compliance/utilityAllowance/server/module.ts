import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import type { FindingSource, FutureSource } from '#core/portfolio/findings/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import {
  RentControllingAuthority,
  UtilityAllowance,
  UtilityAllowanceLine,
  UtilityAllowanceSource,
} from '../model/entities.ts'
import { allowanceFacts } from '../model/facts.ts'
import { allowanceSettings } from '../model/settings.ts'
import { allowances } from './allowances.ts'
import { isExpiredSql, nextQuarterSql } from './due.ts'
import { served } from './index.ts'

const review = getManifest(allowances, {
  filesId: TaskType.UtilityAllowance,
  searchOrder: 34,
  filing: { threshold: true, active: true },
})

/**
 * The to-dos about approved allowances that expire soon or have expired while no newer ones are with the
 * agency (domain 18.4). They stand while the next quarter can be filed, and lead to its draft if there is
 * one.
 */
const expiringToDos: ToDoSource = {
  kind: 'utilityAllowance.expiring',
  label: 'Utility allowance expires',
  act: 'Review it',
  waitsFor: 'company',
  rows: async (today, settings) => {
    const notice = await settings.get(allowanceSettings.expiryNoticeDays)
    const months = await settings.get(allowanceSettings.expiryMonths)
    const since = addMonths(addDays(today, notice), -months)
    return sql`select max(a.utility_allowance_id), a.property_id, null::integer,
      ${allowanceFacts.permission}::text,
        'Allowances of ' || count(*) || case when count(*) = 1 then ' unit type' else ' unit types'
        end || ' are to be reviewed again',
        (min(a.effective_date) + make_interval(months => ${months}))::date, null::timestamptz,
        case when r.utility_allowance_id is null then concat('/utilityAllowance/list/project/', a.property_id)
        else concat('/utilityAllowance/view/', a.property_id, '/', r.utility_allowance_id) end
      from utility_allowance_on(${today}::date) a join property p using (property_id)
      ${nextQuarterSql(today)}
      where a.effective_date <= ${since}::date and p.status_id = ${sqlPropertyStatus.Active}
        and (r.utility_allowance_id is null or r.status_id = ${sqlStatus.NOT_SUBMITTED})
        and not exists (select from utility_allowance w where w.property_id = a.property_id
        and ${statusIs.withAgency('w')})
      group by a.property_id, r.utility_allowance_id`
  },
}

/**
 * SQL: the active properties with current allowances, and the day on which the first of them expires: `a
 * (property_id, types, expires_on)`.
 */
const currentAllowancesSql = (today: string, months: number) => sql`(select a.property_id, count(*) as types,
    (min(a.effective_date) + make_interval(months => ${months}))::date as expires_on
  from utility_allowance_on(${today}::date) a join property p using (property_id)
  where p.status_id = ${sqlPropertyStatus.Active} group by a.property_id) a`

/** The findings about allowances that expired without newer ones being approved (domain 18.4). */
const expiredFindings: FindingSource = {
  source: 'allowance',
  closingNote: 'Newer allowances are approved. Closed by the portal.',
  rows: async (today, settings) => {
    const months = await settings.get(allowanceSettings.expiryMonths)
    return sql`select a.property_id, a.property_id, ${sql.lit(FindingType.UTILITY_ALLOWANCE)},
      'Utility allowances have expired',
        'They held until ' || to_char(a.expires_on, 'MM/DD/YYYY') || '.',
        '/utilityAllowance/list/project/' || a.property_id
      from ${currentAllowancesSql(today, months)} where ${isExpiredSql(sql`a.expires_on`, today)}`
  },
}

const upcomingExpirations: FutureSource = {
  source: 'Utilities',
  rows: async (today, through, settings) => {
    const months = await settings.get(allowanceSettings.expiryMonths)
    return sql`select a.property_id, null::integer, ${allowanceFacts.permission}::text,
      'Utility allowances end after ' || ${months}::integer || ' months', a.expires_on,
        'A finding is opened that blocks requests', true, 'Company',
        '/utilityAllowance/list/project/' || a.property_id
      from ${currentAllowancesSql(today, months)}
      where a.expires_on between ${today}::date and ${through}::date`
  },
}

export default {
  ...review,
  entities: [RentControllingAuthority, UtilityAllowanceSource, UtilityAllowance, UtilityAllowanceLine],
  served: [...review.served, ...served],
  settings: Object.values(allowanceSettings),
  toDos: [...review.toDos, expiringToDos],
  findingSources: [expiredFindings],
  futureNonCompliance: [upcomingExpirations],
  taskSources: [
    {
      taskTypeId: TaskType.UtilityAllowance,
      // The allowances of the fourth quarter also answer a yearly task.
      rows: sql`select r.property_id, (make_date(r.year, r.quarter * 3,
        1) + interval '1 month - 1 day')::date,
        r.utility_allowance_id, r.status_id, r.submitted from utility_allowance r`,
      path: '/utilityAllowance/list/project/:propertyId',
      begun: '/utilityAllowance/view/:propertyId/:requestId',
    },
  ],
} satisfies ServerModule
