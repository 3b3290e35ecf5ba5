import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { forms } from '#features/compliance/complianceForms/model/forms.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoPart } from '../demoPart.ts'
import { type DocumentedRecord, getDocuments, storeDocuments } from '../documents.ts'

/**
 * Loads forms of two years of every property that files them, according to its tasks. The newest ones of the
 * largest company have every status.
 */

/** SQL: the forms apply to properties with tax credits or tax-exempt bonds. */
const programsSql = `
  update exhibit set federal_type_ids = (select coalesce(jsonb_agg(federal_type_id order by federal_type_id), '[]')
    from federal_type where name like '%LIHTC%' or name = 'Tax-exempt bonds')`

/** SQL: the yearly forms of two years. */
const formsSql = `
  insert into project_exhibit (project_exhibit_id, property_id, exhibit_id, period_end, answers, certified, signed_by, signer_title, status_id, version,
    original_received, submitted_by_id, submitted, reviewer_id, review_started, decided_by_id, decided, decision_comment, created_by, created_at)
  select row_number() over (order by s.period_end, s.property_id, s.exhibit_id), s.property_id, s.exhibit_id, s.period_end,
    case when s.exhibit_id = 1 then a.answers else '[]' end, s.status >= 2, case when s.status >= 2 then 'Demonstration Owner' end, 'General partner', s.status, s.status,
    case when s.exhibit_id = 1 and s.status = 5 then (w.submitted + interval '5 days')::date end, w.filer, w.submitted, w.reviewer,
    case when s.status >= 3 then w.submitted + interval '4 days' end, case when s.status >= 5 then $3::integer end,
    case when s.status >= 5 then w.submitted + interval '9 days' end, case when s.status = 6 then 'The notary’s seal is missing.' end,
    coalesce(w.filer, $2), w.begun
  from (select q.property_id, q.exhibit_id, y.ends as period_end, p.management_company_id = u.management_company_id as own,
      case when y.ends < make_date(extract(year from $1::date)::integer - 1, 12, 31) then case when abs(hashtext(concat('form', q.property_id, q.exhibit_id))) % 80 = 0 then 6 else 5 end
        when p.management_company_id = u.management_company_id then (array[5, 5, 6, 1, 2, 5, 3, 5, null, 5])[1 + (q.property_id * 3 + q.exhibit_id) % 10]
        when t.status_id in (5, 6) then case when abs(hashtext(concat('now', q.property_id, q.exhibit_id))) % 60 = 0 then 6 else 5 end
        when t.status_id in (2, 3, 4) then least(t.status_id, 3) end as status, t.submitted as filed
    from required_exhibits($1::date) q join property p using (property_id) join app_user u on u.user_id = $2
    cross join lateral (select make_date(extract(year from $1::date)::integer - n, 12, 31) as ends from generate_series(1, 2) n) y
    join (select distinct property_id from task_schedule where task_type_id = ${TaskType.Exhibit}) o on o.property_id = q.property_id
    left join task_instance t on t.property_id = q.property_id and t.task_type_id = ${TaskType.Exhibit} and t.period_end = y.ends
    where q.required and q.recurs and coalesce(p.service_date <= y.ends, true)) s
  cross join (select jsonb_agg(jsonb_build_object('key', e ->> 'key', 'holds', true, 'explanation', null)) as answers
    from exhibit x cross join lateral jsonb_array_elements(x.questions) e where x.exhibit_id = 1) a
  -- What waits for a decision came in late, some days ago.
  cross join lateral (select least(coalesce(case when s.status in (2, 3) then $1::date + time '15:00' - interval '1 day' * (5 + (s.property_id * 7 + s.exhibit_id) % 30) end,
      s.filed, (s.period_end + 14 + s.property_id % 14) + time '15:00'),
    $1::date + time '15:00' - interval '4 days' * greatest(0, least(s.status, 5) - 2)) at time zone 'UTC' as at) f
  cross join lateral (select f.at - interval '5 days' as begun, case when s.status >= 2 then f.at end as submitted,
    case when s.own then $2::integer end as filer, case when s.status >= 3 then $3::integer end as reviewer) w
  where s.status is not null`

/**
 * SQL: the forms that are filed once, when a property is placed in service. They are approved if their due
 * day is over.
 */
const onceFiledFormsSql = `
  insert into project_exhibit (project_exhibit_id, property_id, exhibit_id, period_end, answers, certified, signed_by, signer_title, status_id, version,
    submitted_by_id, submitted, reviewer_id, review_started, decided_by_id, decided, created_by, created_at)
  select k.last + row_number() over (order by q.property_id, q.exhibit_id), q.property_id, q.exhibit_id, q.period_end, '[]', true, 'Demonstration Owner', 'General partner', 5, 5, null, f.at, $2, f.at + interval '4 days', $2,
    f.at + interval '9 days', $2, f.at - interval '5 days'
  from required_exhibits($1::date) q cross join lateral (select (q.period_end + q.due_days - 20) + time '15:00' as at) f
  cross join (select max(project_exhibit_id) as last from project_exhibit) k
  where q.required and not q.recurs and q.period_end + q.due_days < $1::date`

/** SQL: the status history of the forms, from the times in their rows. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason, user_id, at)
  select 'ProjectExhibit', r.project_exhibit_id, r.property_id, h.was, h.becomes, h.action, case when h.becomes = 6 then r.decision_comment end, h.who, h.at
  from project_exhibit r cross join lateral (values
    (null, 1, 'create', r.created_by, r.created_at), (1, 2, 'submit', r.submitted_by_id, r.submitted),
    (2, 3, 'startReview', r.reviewer_id, r.review_started),
    (3, r.status_id, case r.status_id when 6 then 'deny' else 'approve' end, r.decided_by_id, r.decided)) h (was, becomes, action, who, at)
  where h.at is not null`

/**
 * SQL: three settings for single properties: a form that is not required, a waived year, and a form that can
 * always be entered.
 */
const settingsSql = `
  insert into project_exhibit_settings (property_id, exhibit_id, required, waived_year, exception, always_allow_entry)
  select p.property_id, case p.place when 1 then 2 when 2 then 3 else 1 end, case p.place when 1 then false end,
    case p.place when 2 then extract(year from $2::date)::integer - 1 end, case p.place when 1 then 'Demonstration: reported with the other half of the property.'
      when 2 then 'Demonstration: no credits were claimed that year.' end, p.place = 3
  from (select q.property_id, row_number() over (order by q.property_id desc) as place from required_exhibits($2::date) q join property o using (property_id)
    join management_company c using (management_company_id) where c.name = $1 and q.exhibit_id = 1 and q.required) p where p.place <= 3
  on conflict do nothing`

/** SQL: each task gets the combined status of the forms of its period. */
const taskUpdateSql = `
  update task_instance i set request_id = r.id, status_id = case when r.filed < n.required then 1 when r.rejected then 6 else r.least end,
    submitted = case when r.filed >= n.required then r.submitted end
  from (select property_id, period_end, min(project_exhibit_id) as id, count(*) filter (where status_id >= 2) as filed, bool_or(status_id = 6) as rejected,
      min(status_id) as least, max(submitted) as submitted from project_exhibit group by 1, 2) r
  join (select property_id, count(*) as required from required_exhibits($1::date) where recurs and required group by 1) n using (property_id)
  where i.task_type_id = ${TaskType.Exhibit} and i.property_id = r.property_id and i.period_end = r.period_end`

/** SQL: opens again the tasks that were filed, but have no form. */
const taskReopeningSql = `
  update task_instance i set status_id = -1, submitted = null, request_id = null where i.task_type_id = ${TaskType.Exhibit} and i.status_id > 0
    and not exists (select from project_exhibit r where r.property_id = i.property_id and r.period_end = i.period_end)`

/** SQL: the forms that get documents, with the kind of each document. */
const documentedFormsSql = `
  select r.project_exhibit_id as id, null::integer as item, r.property_id as property, p.name, r.created_at::text as at, s.slot ->> 'name' as kind
  from project_exhibit r join property p using (property_id) join management_company c on c.management_company_id = p.management_company_id
  join exhibit e on e.exhibit_id = r.exhibit_id cross join lateral jsonb_array_elements(e.slots) with ordinality s (slot, place)
  where ((s.slot ->> 'required')::boolean or s.place = 1) and (r.status_id in (2, 3)
    or (c.name = $1 and r.status_id = 6 and r.period_end >= $2::date - 400)) order by 1, s.place`

/** SQL: the comments on the documents of rejected forms. */
const documentCommentsSql = `
  update project_exhibit r set rejected_documents = jsonb_build_array(jsonb_build_object('fileId', f.file_id, 'comment', 'The notary’s seal is missing.'))
  from file f where f.module_name = 'Exhibit' and f.module_id = r.project_exhibit_id and r.status_id = 6`

/** Loads the compliance forms of two years in bulk, and their documents. */
export default {
  after: ['properties', 'people', 'tasks'],
  load: async ({ client, users, day }) => {
    await client.query(programsSql)
    await client.query(settingsSql, [largestCompany, day])
    await client.query(formsSql, [day, users.get('company.admin'), users.get('agency.write')])
    await client.query(onceFiledFormsSql, [day, users.get('agency.write')])
    await client.query('analyze project_exhibit')
    await client.query(historySql)
    await client.query(taskUpdateSql, [day])
    await client.query(taskReopeningSql)
  },
  createDocuments: async (context) => {
    const result = await context.client.query<DocumentedRecord & { kind: string }>(documentedFormsSql, [
      largestCompany,
      context.day,
    ])
    const formDocuments = result.rows.flatMap((row) => getDocuments(context, forms, [row], [row.kind]))
    await storeDocuments(context, formDocuments)
  },
  loadAfterDocuments: async ({ client }) => void (await client.query(documentCommentsSql)),
  idColumns: { project_exhibit: 'project_exhibit_id' },
} satisfies DemoPart
