-- Rights hold when a thing is handed over: a prepared file is given out while its person has every right that it was made
-- with, and the address of a calendar ends with rights that its person loses.

-- ---------------------------------------------------------------------------------------------------------------
-- Prepared files

alter table export_job add column rights jsonb;
comment on column export_job.rights is 'What its person was allowed when the rows were read; see kernel.own_rights().';

-- What the caller may at this moment: roles, companies, rights of the account, and the properties read for each key, null
-- for every property.
create function kernel.own_rights() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('roles', to_jsonb(d.roles), 'companies', to_jsonb(d.companies),
      'flags', to_jsonb(array_remove(array[case when u.is_admin then 'administrator' end, case when u.is_manager then 'manager' end,
        case when u.is_inspector then 'inspector' end, case when u.is_mc_admin then 'company administrator' end,
        case when kernel.reads_vawa() then 'reader of VAWA requests' end], null)),
      'scopes', (select jsonb_object_agg(k.key, to_jsonb(k.reads)) from kernel.person_scope k where k.user_id = u.user_id))
    from app_user u join kernel.person_scope d on d.user_id = u.user_id and d.key = '*'
    where u.user_id = kernel.actor_id() and u.active
$$;

-- Whether the caller still has every one of these rights. Of a file without any nobody knows, so that it is not given out.
create function kernel.holds_rights(p_rights jsonb) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_and((present -> 'roles') @> (p_rights -> 'roles')
      and (present -> 'companies') @> (p_rights -> 'companies') and (present -> 'flags') @> (p_rights -> 'flags')
      and not exists (select from jsonb_each(p_rights -> 'scopes') made
        cross join lateral (select coalesce(present -> 'scopes' -> made.key, present -> 'scopes' -> '*') as reads) held
        where held.reads <> 'null' and (made.value = 'null' or not held.reads @> made.value))), false)
    from kernel.own_rights() present
$$;
revoke execute on function kernel.own_rights(), kernel.holds_rights(jsonb) from public;
grant execute on function kernel.own_rights(), kernel.holds_rights(jsonb) to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- Addresses of calendars

-- Whoever gave the address away gave away what the person could see then. With a right that is lost it ends, and the
-- person makes a new one of what is left.
create function kernel.calendar_ends() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from calendar_feed where user_id = old.user_id;
  return null;
end $$;
revoke execute on function kernel.calendar_ends() from public;
create trigger calendar_ends after update on app_user for each row
  when ((old.active and not new.active) or (old.is_admin and not new.is_admin) or (old.is_manager and not new.is_manager)
    or (old.is_inspector and not new.is_inspector) or (old.is_mc_admin and not new.is_mc_admin)
    or (old.management_company_id is distinct from new.management_company_id and old.management_company_id is not null))
  execute function kernel.calendar_ends();
create trigger calendar_ends after delete on user_role for each row execute function kernel.calendar_ends();
create trigger calendar_ends_with_role after update on user_role for each row
  when (old.role_id <> new.role_id or old.user_id <> new.user_id) execute function kernel.calendar_ends();
create trigger calendar_ends after delete on management_company_user for each row execute function kernel.calendar_ends();
create trigger calendar_ends after delete on compliance_inspector for each row execute function kernel.calendar_ends();
create trigger calendar_ends_with_visits after update on compliance_inspector for each row
  when ((old.active and not new.active) or old.user_id <> new.user_id) execute function kernel.calendar_ends();

-- Visits stand in the calendar of who is an inspector at this moment.
create or replace function kernel.inspector_visits(p_user integer, p_from date, p_through date)
returns table (inspection_id integer, day date, property_name text, place text, sample integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.compliance_inspection_id, coalesce(i.visited_on, i.scheduled_on), p.name, concat_ws(', ', p.address, p.city), i.sample_size
  from compliance_inspection i join compliance_inspector k using (compliance_inspector_id) join property p on p.property_id = i.property_id
  where k.user_id = p_user and k.active and coalesce(i.visited_on, i.scheduled_on) between p_from and p_through
    and exists (select from app_user u join user_role r using (user_id)
      where u.user_id = p_user and u.active and r.role_id in (1, 2))
$$;
