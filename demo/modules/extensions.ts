import type { DemoPart } from '../part.ts'

/** Extension requests in every status, on statements that are not filed yet; approved ones move the due date. */
const extensions = `with open as (
    select i.*, row_number() over (order by (p.management_company_id = u.management_company_id) desc, i.property_id) as place,
      case when p.management_company_id = u.management_company_id then u.user_id end as user_id
    from task_instance i join property p using (property_id) cross join app_user u
    where u.user_name = 'company.admin' and i.task_type_id = 1 and i.status_id = -1 and i.due_date > $1::date + 30
      and i.window_open <= $1::date),
  asked as (
    insert into extension_request (property_id, task_instance_id, requested_due_date, reason, status_id, submitted, submitted_by_id, decided, decision_reason)
    select property_id, task_instance_id, original_due_date + 21, 'Demonstration: the auditor needs three more weeks.', s.status,
      $1::date - 6, user_id, case when s.status > 4 then $1::date - 2 end,
      case when s.status = 6 then 'Demonstration: the same ground was given last year.' end
    from open join (values (1, 2), (2, 5), (3, 2), (4, 1), (5, 6), (6, 3), (7, 5), (8, 2)) s (place, status) using (place)
    returning *)
  update task_instance i set extension_request_id = a.extension_request_id, due_date = a.requested_due_date
  from asked a where a.task_instance_id = i.task_instance_id and a.status_id = 5`

export default {
  after: ['tasks'],
  load: async ({ client, day }) => {
    await client.query(extensions, [day])
  },
} satisfies DemoPart
