-- What a company or a person left ends on the day they left: a property's rows for the people of a company that runs it no
-- more, and everything a company gave for whoever is taken out of it.

-- ---------------------------------------------------------------------------------------------------------------
-- Properties as the caller's companies stand to them. Null never: who works for no company has run none.

-- Those that one of the caller's companies runs today.
create function kernel.run_properties() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select array(select property_id from property where management_company_id = any (kernel.own_companies()))
$$;

-- Those that one of them ran and none runs today. Whoever reads everything left nothing.
create function kernel.left_properties() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select case when kernel.is_agency() or kernel.reads_all() then '{}'::integer[] else array(
    select distinct h.property_id from management_company_project_history h join property p using (property_id)
    where h.management_company_id = any (kernel.own_companies()) and h.to_date is not null
      and (p.management_company_id is null or p.management_company_id <> all (kernel.own_companies()))) end
$$;

-- The last day on which one of them ran a property.
create function kernel.left_on(p_property integer) returns date language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select max(to_date) from management_company_project_history
  where property_id = p_property and management_company_id = any (kernel.own_companies())
$$;

-- Those of which other companies filed records, too: only there a document or a step may be another company's.
create function kernel.mixed_properties() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select case when kernel.is_agency() or kernel.reads_all() then '{}'::integer[] else array(
    select distinct property_id from management_company_project_history
    where property_id = any (kernel.read_scope()) and management_company_id <> all (kernel.own_companies())
    union select unnest(kernel.left_properties())) end
$$;

-- Of the properties in scope, those that one of the caller's companies runs today, and those that no company runs.
create or replace function kernel.present_scope() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select array(select property_id from property where property_id = any (kernel.read_scope())
    and (management_company_id is null or management_company_id = any (kernel.own_companies())))
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Filed records. Nobody sees what a company filed for working for none; of properties the company runs today a primary
-- user sees what was granted, like everybody else; of former ones what the company filed.

create or replace function kernel.filed_scoped(target regclass, decided text) returns void language plpgsql as $$
declare
  held text[] := (select array_agg(attname::text) from pg_attribute where attrelid = target and attnum > 0 and not attisdropped);
  reads text[] := '{}';
  writes text[] := '{}';
  own constant text := '(filed_company_id is null or filed_company_id = any ((select kernel.filing_companies())::integer[]))';
  policy text;
begin
  for policy in select polname from pg_policy where polrelid = target loop
    execute format('drop policy %I on %s', policy, target);
  end loop;
  if 'property_id' = any (held) then
    reads := reads || format('property_id is not null and ((select kernel.reads_all())
      or (property_id = any ((select kernel.read_scope())::integer[]) and %s)
      or (property_id = any ((select kernel.present_scope())::integer[]) and %s)
      or (filed_company_id = any ((select kernel.led_companies())::integer[])
        and property_id <> all ((select kernel.run_properties())::integer[])))', own, decided);
    writes := writes || format('property_id is not null and ((select kernel.writes_all())
      or (property_id = any ((select kernel.write_scope())::integer[]) and %s))', own);
  end if;
  if 'management_company_id' = any (held) then
    reads := reads || '((select kernel.is_agency()) or management_company_id = any ((select kernel.own_companies())::integer[]))'::text;
    writes := writes || '((select kernel.is_agency() and kernel.writes_all())
      or management_company_id = any ((select kernel.written_companies())::integer[]))'::text;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('create policy filed_read on %s for select using ((%s))', target, array_to_string(reads, ') or ('));
  execute format('create policy filed_insert on %s for insert with check ((%s))', target, array_to_string(writes, ') or ('));
  execute format('create policy filed_update on %s for update using ((%s))', target, array_to_string(writes, ') or ('));
  execute format('create policy filed_delete on %s for delete using ((%s))', target, array_to_string(writes, ') or ('));
end $$;

-- The policies there are say the same from now on; some were changed after they were made, so only these words are.
do $$
declare
  nobody constant text := '\s+OR \( SELECT \(cardinality\(kernel\.own_companies\(\)\) = 0\)[^)]*\)';
  led constant text := '\(filed_company_id = ANY \(\( SELECT kernel\.led_companies\(\) AS led_companies\)::integer\[\]\)\)';
  former constant text := '(filed_company_id = ANY ((SELECT kernel.led_companies())::integer[]) AND property_id <> ALL ((SELECT kernel.run_properties())::integer[]))';
  each record;
  changed integer := 0;
begin
  for each in select tablename, policyname, qual, with_check from pg_policies
      where schemaname = 'public' and (qual ~ nobody or with_check ~ nobody) loop
    if each.qual is not null then
      execute format('alter policy %I on %I using (%s)', each.policyname, each.tablename,
        regexp_replace(regexp_replace(each.qual, nobody, '', 'g'), led, former, 'g'));
    end if;
    if each.with_check is not null then
      execute format('alter policy %I on %I with check (%s)', each.policyname, each.tablename,
        regexp_replace(each.with_check, nobody, '', 'g'));
    end if;
    changed := changed + 1;
  end loop;
  if changed = 0 or exists (select from pg_policies where qual ~ 'cardinality\(kernel.own' or with_check ~ 'cardinality\(kernel.own'
      or (qual ~ 'led_companies' and qual !~ 'run_properties')) then
    raise exception 'Policies of filed records were not all changed.';
  end if;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Documents, letters and steps follow the filed record they are about, in both directions.

create table kernel.filed_table (
  name text primary key,
  target regclass not null,
  key text not null
);
comment on table kernel.filed_table is 'Where filed records stand, by the name under which their documents (file.module_name), letters and steps (entity) are stored.';

-- Says where the records of a kind stand; a new kind of filed record says so in its migration.
create function kernel.filed_as(names text[], target regclass, key text) returns void language sql as $$
  insert into kernel.filed_table select distinct name, target, key from unnest(names) as name
$$;
revoke execute on function kernel.filed_as(text[], regclass, text) from public;
select kernel.filed_as(array['ContactChangeRequest', 'Contact_Change'], 'contact_change_request', 'contact_change_request_id');
select kernel.filed_as(array['ExtensionRequest'], 'extension_request', 'extension_request_id');
select kernel.filed_as(array['RentGapApplication', 'RentGap'], 'rent_gap_application', 'rent_gap_application_id');
select kernel.filed_as(array['RentIncrease', 'Rent_Increase'], 'rent_increase_request_header', 'rent_increase_request_header_id');
select kernel.filed_as(array['InsuranceClaim'], 'insurance_claim', 'insurance_claim_id');
select kernel.filed_as(array['InsuranceRequest'], 'insurance_request', 'insurance_request_id');
select kernel.filed_as(array['OperatingReserveRequest', 'OperatingReserve'], 'operating_reserve_request', 'operating_reserve_request_id');
select kernel.filed_as(array['ReplacementReserveRequest', 'Replacement_Reserve'], 'replacement_reserve_request', 'replacement_reserve_request_id');
select kernel.filed_as(array['ReplacementReserveCompletion'], 'replacement_reserve_completion', 'replacement_reserve_completion_id');
select kernel.filed_as(array['ReplacementReserveSuspension'], 'replacement_reserve_suspension', 'replacement_reserve_suspension_id');
select kernel.filed_as(array['ReplacementReserveExtension'], 'replacement_reserve_extension', 'replacement_reserve_extension_id');
select kernel.filed_as(array['AFS'], 'annual_statement', 'afs_id');
select kernel.filed_as(array['Budget'], 'budget', 'budget_id');
select kernel.filed_as(array['DistributionRequest'], 'distribution_request', 'distribution_request_id');
select kernel.filed_as(array['TCAP'], 'tcap', 'tcap_id');
select kernel.filed_as(array['TCAPQuarter'], 'tcap_quarter', 'tcap_quarter_id');

-- Whether the caller sees a filed record: asks its own policy. Null where the name is none of a filed record.
create function kernel.sees_filed(p_name text, p_row integer) returns boolean language plpgsql stable cost 1000
set search_path = public, pg_temp as $$
declare
  at kernel.filed_table;
  seen boolean;
begin
  select * into at from kernel.filed_table where name = p_name;
  if not found then return null; end if;
  execute format('select exists (select from %s where %I = $1)', at.target, at.key) into seen using p_row;
  return seen;
end $$;
grant usage on schema kernel to rooftree_app;
grant select on kernel.filed_table to rooftree_app;
grant execute on function kernel.run_properties(), kernel.left_properties(), kernel.left_on(integer), kernel.mixed_properties(),
  kernel.sees_filed(text, integer) to rooftree_app;

do $$
declare
  each record;
begin
  for each in select * from (values ('file', 'file_read', 'module_name', 'module_id', 'created_at'),
      ('letter', 'property_read', 'entity', 'row_id', 'created_at'),
      ('status_history', 'history_read', 'entity', 'row_id', 'at')) as list (target, policy, name, row_id, at) loop
    execute format('create policy with_record on %I as restrictive for select using (property_id is null
      or property_id <> all ((select kernel.mixed_properties())::integer[])
      or coalesce(kernel.sees_filed(%I, %I), property_id <> all ((select kernel.left_properties())::integer[])
        or %I::date <= kernel.left_on(property_id)))', each.target, each.name, each.row_id, each.at);
    execute format('create policy of_left_property on %I for select using (property_id = any ((select kernel.left_properties())::integer[])
      and %s cardinality((select kernel.led_companies())::integer[]) > 0 and kernel.sees_filed(%I, %I))',
      each.target, case each.target when 'file' then 'not internal_to_agency and' else '' end, each.name, each.row_id);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- All else of a property ends for its former people on the day it left them.

create function kernel.ends_with_transfer(target regclass, day text) returns void language plpgsql as $$
begin
  execute format('create policy until_transfer on %s as restrictive for select using (property_id is null
    or property_id <> all ((select kernel.left_properties())::integer[]) or coalesce((%s)::date <= kernel.left_on(property_id), false))', target, day);
end $$;
revoke execute on function kernel.ends_with_transfer(regclass, text) from public;
select kernel.ends_with_transfer(target::regclass, day) from (values
  ('activity_period', 'start_date'), ('audit_log', 'changed_at'), ('average_income_result', 'created_at'),
  ('average_income_test', 'effective_date'), ('distribution_basis', 'set_at'), ('figure_import', 'at'),
  ('item_to_do', 'created_at'), ('management_company_project_history', 'from_date'), ('planned_company_change', 'created_at'),
  ('property_comment', 'created_at'), ('property_contact', 'null'), ('property_developer', 'from_date'),
  ('property_financial_institution', 'null'), ('property_inspection', 'inspection_date'),
  ('property_management_fee', 'effective_date'), ('property_rent', 'effective_date'), ('property_requirement', 'null'),
  ('reserve_adjustment', 'entry_date'), ('reserve_deposit', 'due_on'), ('reserve_deposit_schedule', 'from_month'),
  ('reserve_entry', 'entry_date'), ('reserve_interest_rate', 'from_month'), ('task_instance', 'due_date'),
  ('task_message', 'sent_at'), ('task_schedule', 'starts_on'), ('tcap_fee_release', 'released_on'),
  ('tcap_program', 'begins_on'), ('to_do', 'created_at'), ('yearly_distributions_accrued', 'make_date(year, 1, 1)')) as ends (target, day);

-- ---------------------------------------------------------------------------------------------------------------
-- The properties of which a person may hold something through a company: those it runs and those it ran, unless another
-- company of the person runs them today. Leaving the company ends what is held there.

create function kernel.properties_through(p_company integer, p_user integer) returns integer[] language sql stable security definer
set search_path = public, pg_temp as $$
  select array(
    (select property_id from property where management_company_id = p_company
      union select property_id from management_company_project_history where management_company_id = p_company)
    except select p.property_id from property p join management_company_user t using (management_company_id)
      where t.user_id = p_user and t.management_company_id <> p_company)
$$;
grant execute on function kernel.properties_through(integer, integer) to rooftree_app;
