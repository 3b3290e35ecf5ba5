-- What every filed record has, whatever its subject: standing columns, the company of record, and who sees it.

-- The caller's companies, with those that were merged into them.
create function kernel.filing_companies() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select array(select management_company_id from management_company
    where management_company_id = any (kernel.own_companies()) or alias_of = any (kernel.own_companies()))
$$;

-- The same for those who are in charge of them, and for nobody else.
create function kernel.led_companies() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select case when exists (select 1 from app_user u where u.user_id = kernel.actor_id() and (u.is_mc_admin
    or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4))) then kernel.filing_companies() else '{}' end
$$;

-- Of the properties in scope, those that one of the caller's companies runs today. Whoever works for no company, such as
-- an owner's own people, has the scope as it is.
create function kernel.present_scope() returns integer[] language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select array(select property_id from property where property_id = any (kernel.read_scope())
    and (management_company_id is null or management_company_id = any (kernel.own_companies()) or cardinality(kernel.own_companies()) = 0))
$$;

-- What a record that its company may still read calls a property that has left the company.
create function kernel.filed_property_name(integer) returns text language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select name from property where property_id = $1
$$;

-- The company of record: the one that runs the property as the record is begun, or the company the record is about.
create function kernel.file_record() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sent jsonb := to_jsonb(new);
begin
  new.filed_company_id := coalesce(new.filed_company_id, (sent ->> 'management_company_id')::integer,
    (select management_company_id from property where property_id = (sent ->> 'property_id')::integer));
  return new;
end $$;

-- Lines have the company of record of their record; arguments: the record's table and its key.
create function kernel.file_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('select filed_company_id from %s where %I = $1', tg_argv[0], tg_argv[1])
    into new.filed_company_id using (to_jsonb(new) ->> tg_argv[1])::integer;
  return new;
end $$;

create function kernel.keep_filed() returns trigger language plpgsql as $$
begin
  raise exception 'The company of record never changes.' using errcode = '42501';
end $$;

-- Row-level security of filed records and their lines. The agency sees all. A company sees what it filed itself (whoever
-- is in charge of it also of properties that have left it) and, of properties it runs today, what earlier companies
-- submitted and had decided; it changes what it filed itself while the property is in its scope. `decided` says, in SQL,
-- whether the record was decided.
create function kernel.filed_scoped(target regclass, decided text) returns void language plpgsql as $$
declare
  held text[] := (select array_agg(attname::text) from pg_attribute where attrelid = target and attnum > 0 and not attisdropped);
  reads text[] := '{}';
  writes text[] := '{}';
  own constant text := '(filed_company_id is null or filed_company_id = any ((select kernel.filing_companies())::integer[])
    or (select cardinality(kernel.own_companies()) = 0))';
  policy text;
begin
  for policy in select polname from pg_policy where polrelid = target loop
    execute format('drop policy %I on %s', policy, target);
  end loop;
  if 'property_id' = any (held) then
    reads := reads || format('property_id is not null and ((select kernel.reads_all())
      or (property_id = any ((select kernel.read_scope())::integer[]) and %s)
      or (property_id = any ((select kernel.present_scope())::integer[]) and %s)
      or filed_company_id = any ((select kernel.led_companies())::integer[]))', own, decided);
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

-- Makes a table one of filed records: the standing columns it lacks, audit, company of record, row-level security.
create function kernel.reviewed(target regclass, key text, highest integer) returns void language plpgsql as $$
declare
  name constant text := (select relname from pg_class where oid = target);
  added text;
begin
  foreach added in array array['status_id integer not null default 1', 'version integer not null default 1',
    'filed_company_id integer references management_company', 'submitted_by_id integer references app_user',
    'submitted timestamptz', 're_submitted timestamptz', 'return_reason text', 'reviewer_id integer references app_user',
    'review_started timestamptz', 'reviewed_by_id integer references app_user', 'reviewed timestamptz',
    'decided_by_id integer references app_user', 'decided timestamptz', 'decision_comment text', 'agency_comments text',
    'created_by integer references app_user', 'created_at timestamptz not null default clock_timestamp()',
    'client_key uuid unique'] loop
    execute format('alter table %s add column if not exists %s', target, added);
  end loop;
  execute format('alter table %s add constraint %I check (status_id between 1 and %s)', target, name || '_standing', highest);
  execute format('create index if not exists %I on %s (status_id, submitted)', name || '_queue', target);
  execute format('create index if not exists %I on %s (filed_company_id)', name || '_filed', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'property_id') then
    execute format('create index if not exists %I on %s (property_id, created_at)', name || '_property', target);
  end if;
  if not exists (select from pg_trigger where tgrelid = target and tgname = 'audit') then
    perform kernel.audited(target, key);
  end if;
  execute format('create trigger file_record before insert on %s for each row execute function kernel.file_record()', target);
  execute format('create trigger keep_filed before update on %s for each row
    when (old.filed_company_id is distinct from new.filed_company_id) execute function kernel.keep_filed()', target);
  perform kernel.filed_scoped(target, 'decided is not null');
end $$;

-- Makes a table one of lines of filed records: it carries their owner, and is seen and changed as they are.
create function kernel.reviewed_lines(target regclass, parent regclass, parent_key text) returns void language plpgsql as $$
begin
  execute format('alter table %s add column if not exists filed_company_id integer references management_company', target);
  execute format('create trigger file_line before insert on %s for each row execute function kernel.file_line(%L, %L)',
    target, parent, parent_key);
  perform kernel.filed_scoped(target, format('exists (select 1 from %s filed where filed.%I = %s.%I and filed.decided is not null)',
    parent, parent_key, target, parent_key));
end $$;

revoke execute on function kernel.reviewed(regclass, text, integer), kernel.reviewed_lines(regclass, regclass, text),
  kernel.filed_scoped(regclass, text) from public;
grant execute on function kernel.filing_companies(), kernel.led_companies(), kernel.present_scope(),
  kernel.filed_property_name(integer) to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- The life cycles there are.

alter table replacement_reserve_request disable trigger audit;
update replacement_reserve_request r set filed_company_id = p.management_company_id
  from property p where p.property_id = r.property_id and r.filed_company_id is null;
alter table replacement_reserve_request enable trigger audit;
select kernel.reviewed('replacement_reserve_request', 'replacement_reserve_request_id', 6);
select kernel.reviewed_lines('replacement_reserve_request_item', 'replacement_reserve_request', 'replacement_reserve_request_id');
update replacement_reserve_request_item i set filed_company_id = r.filed_company_id
  from replacement_reserve_request r where r.replacement_reserve_request_id = i.replacement_reserve_request_id;
