-- What an update has changed is found without joining the two rows: each change of a row costs less.
create or replace function kernel.audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_now jsonb := coalesce(after, before);
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(n.key, jsonb_build_array(before -> n.key, n.value)) into changed
      from jsonb_each(after) n where before -> n.key is distinct from n.value;
    if changed is null then return new; end if;
  else
    changed := row_now;
  end if;
  insert into public.audit_log (user_id, call, request_id, table_name, row_id, property_id, management_company_id, operation, changes)
  values (kernel.actor_id(), nullif(current_setting('rooftree.call', true), ''),
    nullif(current_setting('rooftree.request_id', true), ''), tg_table_name, (row_now ->> tg_argv[0])::integer,
    (row_now ->> 'property_id')::integer, (row_now ->> 'management_company_id')::integer, lower(tg_op), changed);
  return coalesce(new, old);
end $$;

-- The companies that run or ran a property in the caller's scope. Asked by a policy, only where nothing cheaper says that a
-- company is seen; as a function, so that statements of others need not even prepare for it. The scope is named once more
-- where it is a list, or every property would be looked at.
create function kernel.companies_met() returns integer[] language plpgsql stable parallel safe as $$
declare
  reached integer[] := kernel.read_scope();
begin
  if kernel.reads_all() then
    return array(select management_company_id from public.property
      union select management_company_id from public.management_company_project_history);
  end if;
  return array(select management_company_id from public.property where property_id = any (reached)
    union select management_company_id from public.management_company_project_history where property_id = any (reached));
end $$;
alter policy company_read on management_company using
  ((select kernel.is_agency())
    or management_company_id = any ((select kernel.own_companies())::integer[]) or alias_of = any ((select kernel.own_companies())::integer[])
    or management_company_id = any ((select kernel.companies_met())::integer[]));

-- Invoices of the same amount are found by the index: behind row-level security numbers with decimals are not compared in one,
-- whole ones are.
alter table invoice add column amount_cents bigint generated always as ((amount * 100)::bigint) stored;
drop index invoice_amount;
create index invoice_amount on invoice (vendor_id, amount_cents, invoice_date);
