-- The second wall: what the role of requests may change in the rights of people and in the lists of the agency is no more
-- than what calls of its caller may, whatever statement it is brought to run.

-- Lists that everybody reads: the agency's writers and the portal's own work change them.
create function kernel.lookup_scoped(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy lookup_read on %s for select using (true)', target);
  execute format('create policy lookup_write on %s using ((select kernel.is_agency() and kernel.writes_all()))', target);
end $$;
revoke execute on function kernel.lookup_scoped(regclass) from public;
select kernel.lookup_scoped(format('public.%I', list)::regclass) from unnest(array['assistance_type', 'characteristic_type',
  'chart_account', 'city', 'county', 'developer', 'document_type', 'event_mail', 'exhibit', 'exhibit_schedule_type',
  'fair_market_rent', 'federal_type', 'financial_institution', 'header_message', 'holiday', 'income_limit',
  'inspection_sample_step', 'insurance_claim_type_of_loss', 'letterhead', 'management_fee_max', 'management_fee_type',
  'non_compliance_type', 'operating_reserve_request_type', 'region', 'rent_controlling_authority', 'rent_type',
  'replacement_reserve_category', 'report_county_region', 'reserve_authority', 'reserve_type',
  'resident_relations_issue_type', 'resyndication_type', 'room_type', 'unit_type', 'utility_allowance_source',
  'watch_list_program_type', 'watch_list_responsibility_type', 'watch_list_type', 'watch_list_weakness_type', 'zip_code']) list;
-- Logs of the portal's own work.
select kernel.lookup_scoped(format('public.%I', log)::regclass) from unnest(array['job_run', 'job_failure', 'file_census']) log;
alter policy lookup_write on job_run using ((select kernel.is_worker()));
alter policy lookup_write on job_failure using ((select kernel.is_worker()));
alter policy lookup_write on file_census using ((select kernel.is_worker()));
-- What only migrations and the owner write.
revoke insert, update, delete on role, schema_migration, demonstration_account from rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- Rights of people

-- Who changes accounts and roles of anybody: administrators, and the portal's own work.
create function kernel.keeps_people() returns boolean language sql stable set search_path = public, pg_temp as $$
  select kernel.is_worker() or kernel.is_administrator()
$$;
-- The people whom the caller looks after as a primary user of their company, in a call that writes.
create function kernel.led_people() returns integer[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(user_id), '{}') from management_company_user where management_company_id = any (kernel.written_companies())
$$;
revoke execute on function kernel.keeps_people(), kernel.led_people() from public;
grant execute on function kernel.keeps_people(), kernel.led_people() to rooftree_app;

alter policy person_insert on app_user with check ((select kernel.keeps_people())
  or management_company_id = any ((select kernel.written_companies())::integer[]));
alter policy person_update on app_user using ((select kernel.keeps_people()) or user_id = (select kernel.actor_id())
  or user_id = any ((select kernel.led_people())::integer[]));

-- Rights at the agency are given by its administrators. Of the own account one changes how one is called and reached.
create function kernel.keep_rights() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if kernel.keeps_people() then return new; end if;
  if (new.is_admin and not (tg_op = 'UPDATE' and old.is_admin)) or (new.is_manager and not (tg_op = 'UPDATE' and old.is_manager))
    or (new.is_inspector and not (tg_op = 'UPDATE' and old.is_inspector))
    or (new.kc_sl is not null and not (tg_op = 'UPDATE' and new.kc_sl is not distinct from old.kc_sl)) then
    raise exception 'Rights at the agency are given by its administrators.' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and new.user_id <> all (kernel.led_people()) and (new.is_mc_admin, new.management_company_id, new.active, new.user_name)
      is distinct from (old.is_mc_admin, old.management_company_id, old.active, old.user_name) then
    raise exception 'Nobody changes the rights of the own account.' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep_rights before insert or update on app_user for each row when (kernel.is_request())
  execute function kernel.keep_rights();

alter policy person_write on user_role using ((select kernel.keeps_people()) or user_id = any ((select kernel.led_people())::integer[]))
  with check ((select kernel.keeps_people()) or (role_id in (3, 4) and user_id = any ((select kernel.led_people())::integer[])));
-- The agency's writers take permissions away with a property that changes its company; they give none.
alter policy person_write on permission with check ((select kernel.keeps_people())
  or (key <> 'Global_Admin' and user_id = any ((select kernel.led_people())::integer[])
    and property_id = any ((select kernel.run_properties())::integer[])));
alter policy person_write on user_property with check ((select kernel.keeps_people())
  or (user_id = any ((select kernel.led_people())::integer[]) and property_id = any ((select kernel.run_properties())::integer[])));
-- When a property changes its company, the agency's writer leaves the former people their reading and takes their writing.
create policy person_taken on permission for update
  using ((select kernel.is_agency() and kernel.writes_all()))
  with check ((select kernel.is_agency() and kernel.writes_all()) and not write);
create policy person_taken on user_property for update
  using ((select kernel.is_agency() and kernel.writes_all()))
  with check ((select kernel.is_agency() and kernel.writes_all()) and not is_main);
