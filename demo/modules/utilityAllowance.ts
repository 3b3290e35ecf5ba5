import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { allowances } from '#features/compliance/utilityAllowance/model/allowances.ts'
import { largestCompany } from '../accounts.ts'
import { loadInBulk } from '../bulkLoading.ts'
import type { DemoPart } from '../demoPart.ts'
import { type DocumentedRecord, getDocuments, storeDocuments } from '../documents.ts'

/**
 * Two years of quarterly utility allowances of every property that files them. The newest allowances are
 * those of the rents, and those of earlier years are three percent lower for each year. A property reviews
 * its allowances in one month of the year.
 */
const QUARTER_COUNT = 8

/**
 * SQL: the quarters. Each has the status of its task. Quarters from before the tasks are approved, with a
 * few exceptions.
 */
const quartersSql = `
  insert into utility_allowance (utility_allowance_id, property_id, year, quarter, no_change, status_id, comments, version, submitted_by_id,
    submitted, reviewer_id, review_started, reviewed_by_id, reviewed, decided_by_id, decided, decision_comment, created_by, created_at)
  select row_number() over (order by s.ends, s.property_id), s.property_id, extract(year from s.ends), extract(quarter from s.ends),
    s.status >= 2 and s.reviewed <> extract(quarter from s.ends), s.status, null, s.status, w.filer, w.submitted, w.reviewer,
    case when s.status >= 3 then w.submitted + interval '4 days' end,
    case when s.status >= 5 then w.reviewer end, case when s.status >= 5 then w.submitted + interval '7 days' end,
    case when s.status >= 5 then $4::integer end, case when s.status >= 5 then w.submitted + interval '9 days' end,
    case when s.status = 6 then 'The schedule is that of another housing authority.' end, coalesce(w.filer, $2), w.begun
  from (select o.property_id, q.ends, o.reviewed, p.management_company_id = u.management_company_id as own, t.submitted as filed,
      case when t.status_id is null then case when abs(hashtext(concat('allowance', o.property_id, q.ends))) % 70 = 0 then 6 else 5 end
        when t.status_id = 4 then 3 when t.status_id > 0 then t.status_id
        when p.management_company_id = u.management_company_id and o.property_id % 4 = 0 then 1 end as status
    from (select distinct property_id, 1 + property_id % 4 as reviewed from task_schedule where task_type_id = ${TaskType.UtilityAllowance}) o
    join property p using (property_id) join app_user u on u.user_id = $2
    cross join (select (date_trunc('quarter', $1::date) - interval '3 months' * n - interval '1 day')::date as ends from generate_series(0, ${QUARTER_COUNT - 1}) n) q
    left join task_instance t on t.property_id = o.property_id and t.task_type_id = ${TaskType.UtilityAllowance} and t.period_end = q.ends
    where exists (select from property_room_type r where r.property_id = o.property_id)) s
  cross join lateral (select least(coalesce(s.filed, (s.ends + 12 + s.property_id % 14) + time '15:00'),
    $1::date + time '15:00' - interval '4 days' * greatest(0, least(s.status, 5) - 2)) at time zone 'UTC' as at) f
  cross join lateral (select f.at - interval '6 days' as begun, case when s.status >= 2 then f.at end as submitted,
    case when s.own then $2::integer end as filer, case when s.status >= 3 then $3::integer end as reviewer) w
  where s.status is not null`

/**
 * SQL: a line for each unit type, according to the schedule of the housing authority. Some lines of the
 * largest company are from the utility company.
 */
const linesSql = `
  insert into utility_allowance_line (utility_allowance_id, property_id, filed_company_id, position, project_room_type_id, utility_allowance, source,
    rent_controlling_authority_id, effective_date, tenant_pays, heating)
  select r.utility_allowance_id, r.property_id, r.filed_company_id, row_number() over (partition by r.utility_allowance_id order by b.bedrooms, b.name),
    o.project_room_type_id, a.amount, case when c.name = $2 and r.property_id % 6 = 0 then 6 else 1 end, 3, e.effective,
    case when a.amount > 0 then '["Electricity", "Heating", "Cooking", "Hot water", "Air conditioning"]' else '[]' end::jsonb,
    case when a.amount > 0 then 'Electric' else 'Central, paid by the owner' end
  from utility_allowance r join property p using (property_id) left join management_company c on c.management_company_id = p.management_company_id
  join property_room_type o using (property_id) join room_type b using (room_type_id)
  left join (select project_room_type_id, max(utility_allowance) as amount from rent_in_force($1::date) group by 1) s using (project_room_type_id)
  cross join lateral (select (array[1, 4, 7, 9])[1 + r.property_id % 4] as month, (make_date(r.year, r.quarter * 3, 1) + interval '1 month - 1 day')::date as ends) m
  cross join lateral (select make_date(r.year - case when make_date(r.year, m.month, 1) > m.ends then 1 else 0 end, m.month, 1) as effective) e
  cross join lateral (select round(coalesce(s.amount, 0) * power(0.97, extract(year from $1::date) - extract(year from e.effective))
    + case when coalesce(s.amount, 0) > 0 and r.status_id in (2, 3) and c.name = $2 and r.property_id % 5 = 1 then 26 else 0 end) as amount) a`

/**
 * SQL: the explanation of raised allowances of the largest company, for rents that then exceed their limit.
 */
const raiseCommentsSql = `
  update utility_allowance_line l set comments = 'Electric rates rose in the summer; rents follow with the next lease year.'
  from utility_allowance r, property p, management_company c where r.utility_allowance_id = l.utility_allowance_id and p.property_id = r.property_id
    and c.management_company_id = p.management_company_id and c.name = $1 and r.property_id % 5 = 1 and r.status_id in (2, 3) and l.utility_allowance > 0`

/** SQL: the status history of the quarters, from the times in their rows. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'UtilityAllowance', r.utility_allowance_id, r.property_id, h.was, h.becomes, h.action, case when h.becomes = 6 then r.decision_comment end, h.who, h.at
  from utility_allowance r cross join lateral (values
    (null, 1, 'create', r.created_by, r.created_at), (1, 2, 'submit', r.submitted_by_id, r.submitted),
    (2, 3, 'startReview', r.reviewer_id, r.review_started),
    (3, 4, 'review', r.reviewed_by_id, r.reviewed),
    (4, r.status_id, case r.status_id when 6 then 'deny' else 'approve' end, r.decided_by_id, r.decided)) h (was, becomes, action, who, at)
  where h.at is not null`

/** SQL: gives each task the allowances of its quarter, with their status. */
const taskUpdateSql = `
  update task_instance i set request_id = r.utility_allowance_id, status_id = r.status_id, submitted = r.submitted from utility_allowance r
  where i.task_type_id = ${TaskType.UtilityAllowance} and i.property_id = r.property_id
    and i.period_end = (make_date(r.year, r.quarter * 3, 1) + interval '1 month - 1 day')::date`

/** SQL: the allowances that are based on an estimate of the utility company, which get documents. */
const documentedAllowancesSql = `
  select distinct on (r.property_id, l.effective_date) r.utility_allowance_id as id, null::integer as item, r.property_id as property, p.name, r.created_at::text as at
  from utility_allowance r join utility_allowance_line l using (utility_allowance_id) join property p on p.property_id = r.property_id
  where l.source = 6 and r.status_id >= 2 and l.effective_date > $1::date - 420 order by r.property_id, l.effective_date, r.utility_allowance_id`

/** Loads utility allowances of two years in bulk. */
export default {
  after: ['properties', 'people', 'tasks', 'rentIncrease', 'rentGap', 'budget'],
  load: async ({ client, users, day }) => {
    await client.query(quartersSql, [
      day,
      users.get('company.admin'),
      users.get('agency.write'),
      users.get('agency.manager'),
    ])
    await client.query('analyze utility_allowance')
    await client.query(historySql)
    await loadInBulk(client, ['utility_allowance_line'], async () => {
      await client.query(linesSql, [day, largestCompany])
      await client.query(raiseCommentsSql, [largestCompany])
    })
    await client.query('analyze utility_allowance_line')
    await client.query(taskUpdateSql)
  },
  createDocuments: async (context) => {
    const result = await context.client.query<DocumentedRecord>(documentedAllowancesSql, [context.day])
    await storeDocuments(
      context,
      getDocuments(context, allowances, result.rows, ['Utility company estimate']),
    )
  },
  idColumns: { utility_allowance: 'utility_allowance_id' },
} satisfies DemoPart
