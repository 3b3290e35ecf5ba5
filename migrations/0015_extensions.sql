-- Extension requests are filed records like any other.

-- What a request that its company may still read tells of its task, whoever runs the property today.
create function kernel.filed_task(integer) returns setof task_instance language sql stable security definer
set search_path = public, pg_temp as $$
  select * from task_instance where task_instance_id = $1
$$;
grant execute on function kernel.filed_task(integer) to rooftree_app;

alter table extension_request disable trigger audit;
alter table extension_request rename column decision_reason to decision_comment;
alter table extension_request add column filed_company_id integer references management_company,
  add column decided_by_id integer references app_user, add column return_reason text;
-- So far whoever decided stood there as the reviewer.
update extension_request e set filed_company_id = p.management_company_id,
    decided_by_id = case when e.decided is not null then e.reviewer_id end,
    return_reason = case when e.status_id = 1 then (select h.reason from status_history h
      where h.entity = 'ExtensionRequest' and h.row_id = e.extension_request_id and h.action = 'return'
      order by h.status_history_id desc limit 1) end
  from property p where p.property_id = e.property_id;
alter table extension_request enable trigger audit;
select kernel.reviewed('extension_request', 'extension_request_id', 6);

-- One open request of a company: what an earlier company began is not seen, and does not stand in the way.
drop index extension_request_open;
create unique index extension_request_open on extension_request (task_instance_id, coalesce(filed_company_id, 0))
  where status_id in (1, 2, 3);
