import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { DemoPart } from '../demoPart.ts'

/**
 * SQL: certifications of two years of every property that files them, according to its tasks. Agencies and
 * people are invented.
 */
const certificationsSql = `
  insert into housing_priority_certification (housing_priority_certification_id, property_id, year, committed_units, vacant_units, held_units, referrals,
    lra_name, lra_agreement_ends, services, outreach, explanation, certified, owner_signed_by, owner_signed_on, lra_signed_by, lra_signed_on, status_id, version,
    submitted_by_id, submitted, reviewer_id, review_started, decided_by_id, decided, decision_comment, created_by, created_at)
  select row_number() over (order by s.year, s.property_id), s.property_id, s.year, s.committed, s.unmet, s.unmet, 'By the lead referral agency, by telephone and in writing.',
    'Demonstration Referral Agency ' || s.property_id % 7, make_date(s.year + 2, 6, 30), 'Case management, transport to medical appointments, budgeting.',
    'Monthly with shelters and clinics of the county.', case when s.unmet > 0 then 'One unit is kept open for a referral.' end, s.status >= 2,
    case when s.status >= 2 then 'Demonstration Owner' end, w.submitted::date, case when s.status >= 2 then 'Demonstration Referrer' end, w.submitted::date,
    s.status, s.status, w.filer, w.submitted, w.reviewer, case when s.status >= 3 then w.submitted + interval '4 days' end,
    case when s.status >= 5 then $3::integer end, case when s.status >= 5 then w.submitted + interval '9 days' end,
    case when s.status = 6 then 'The agency has not signed.' end, coalesce(w.filer, $2), w.begun
  from (select o.property_id, y.year, greatest(1, p.total_units / 10) as committed, (o.property_id + y.year) % 3 / 2 as unmet,
      p.management_company_id = u.management_company_id as own, t.submitted as filed,
      case when y.year = extract(year from $1::date)::integer - 1 then (array[5, 2, 3, 5, 6, 2])[1 + o.property_id % 6]
        when t.status_id is null then 5 when t.status_id = 4 then 3 when t.status_id > 0 then t.status_id
        when p.management_company_id = u.management_company_id then 1 end as status
    from (select distinct property_id from task_schedule where task_type_id = ${TaskType.ExhibitZ}) o
    join property p using (property_id) join app_user u on u.user_id = $2
    cross join lateral (select extract(year from $1::date)::integer - n as year from generate_series(1, 2) n) y
    left join task_instance t on t.property_id = o.property_id and t.task_type_id = ${TaskType.ExhibitZ} and t.period_end = make_date(y.year, 12, 31)) s
  -- What waits for a decision came in late, a few days ago.
  cross join lateral (select least(coalesce(case when s.status in (2, 3) then ($1::date + time '15:00' - interval '3 days') at time zone 'UTC' end,
      s.filed, make_timestamptz(s.year + 1, 1, 10 + s.property_id % 14, 15, 0, 0, 'UTC')),
    ($1::date + time '15:00' - interval '4 days' * greatest(0, least(s.status, 5) - 2)) at time zone 'UTC') as at) f
  cross join lateral (select f.at - interval '5 days' as begun, case when s.status >= 2 then f.at end as submitted,
    case when s.own then $2::integer end as filer, case when s.status >= 3 then $3::integer end as reviewer) w
  where s.status is not null`

/** SQL: the committed and filled units of each certification by population. */
const linesSql = `
  insert into housing_priority_certification_special_needs (housing_priority_certification_id, property_id, position, population, committed, filled, by_referral)
  select r.housing_priority_certification_id, r.property_id, n.position, n.population, n.units, n.units - case when n.position = 1 then r.vacant_units else 0 end,
    (n.units - case when n.position = 1 then r.vacant_units else 0 end) / 2
  from housing_priority_certification r cross join lateral (values
    (1, 'Chronic mental illness', (r.committed_units + 1) / 2), (2, 'Physical disability', r.committed_units / 2)) n (position, population, units)
  where n.units > 0`

/** SQL: the status history of the certifications, from the times in their rows. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'HousingPriorityCertification', r.housing_priority_certification_id, r.property_id, h.was, h.becomes, h.action,
    case when h.becomes = 6 then r.decision_comment end, h.who, h.at
  from housing_priority_certification r cross join lateral (values
    (null, 1, 'create', r.created_by, r.created_at), (1, 2, 'submit', r.submitted_by_id, r.submitted),
    (2, 3, 'startReview', r.reviewer_id, r.review_started),
    (3, r.status_id, case r.status_id when 6 then 'deny' else 'approve' end, r.decided_by_id, r.decided)) h (was, becomes, action, who, at)
  where h.at is not null`

/** SQL: gives each task the certification of its year, with its status. */
const taskUpdateSql = `
  update task_instance i set request_id = r.housing_priority_certification_id, status_id = r.status_id, submitted = r.submitted
  from housing_priority_certification r where i.task_type_id = ${TaskType.ExhibitZ} and i.property_id = r.property_id
    and i.period_end = make_date(r.year, 12, 31)`

/** Loads housing priority certifications of two years in bulk. */
export default {
  after: ['properties', 'people', 'tasks'],
  load: async ({ client, users, day }) => {
    await client.query(certificationsSql, [day, users.get('company.admin'), users.get('agency.write')])
    await client.query(linesSql)
    await client.query(historySql)
    await client.query(taskUpdateSql)
  },
  idColumns: { housing_priority_certification: 'housing_priority_certification_id' },
} satisfies DemoPart
