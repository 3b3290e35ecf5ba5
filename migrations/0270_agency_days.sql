-- A moment lies on the day that the agency's office has. Connections of the portal say which zone that is.
create function kernel.agency_zone() returns text language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('rooftree.zone', true), ''), 'America/Chicago')
$$;
create function kernel.agency_day(moment timestamptz) returns date language sql stable parallel safe as $$
  select (moment at time zone kernel.agency_zone())::date
$$;
grant execute on function kernel.agency_zone(), kernel.agency_day(timestamptz) to rooftree_app;

-- What people of a company that left a property still see ends with the agency's day, not with that of the database.
do $$
declare
  each record;
begin
  for each in
    select schemaname, tablename, policyname, regexp_replace(qual, '\((\w+)\)::date', 'kernel.agency_day(\1)', 'g') as qual
    from pg_policies p where qual ~ '\((\w+)\)::date' and exists (select from pg_attribute a
      where a.attrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and a.atttypid = 'timestamptz'::regtype
        and a.attname = (regexp_match(p.qual, '\((\w+)\)::date'))[1])
  loop
    execute format('alter policy %I on %I.%I using (%s)', each.policyname, each.schemaname, each.tablename, each.qual);
  end loop;
end $$;

create or replace function kernel.ends_with_transfer(target regclass, day text) returns void language plpgsql as $$
begin
  if exists (select from pg_attribute where attrelid = target and attname = day and atttypid = 'timestamptz'::regtype) then
    day := format('kernel.agency_day(%s)', day);
  end if;
  execute format('create policy until_transfer on %s as restrictive for select using (property_id is null
    or property_id <> all ((select kernel.left_properties())::integer[]) or coalesce((%s)::date <= kernel.left_on(property_id), false))', target, day);
end $$;

create or replace function fiscal_year_changes() returns trigger language plpgsql as $$
begin
  new.earlier_fiscal_year_end_month := old.fiscal_year_end_month;
  new.fiscal_year_changed_on := kernel.agency_day(now());
  return new;
end $$;

create or replace function kernel.keep_former_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := kernel.agency_day(now());
begin
  if new.name is distinct from old.name then
    insert into property_former_name (property_id, kind, name, until_day) values (old.property_id, 'Name', old.name, today);
  end if;
  if old.agency_number is not null and new.agency_number is distinct from old.agency_number then
    insert into property_former_name (property_id, kind, name, until_day) values (old.property_id, 'Number', old.agency_number, today);
  end if;
  return null;
end $$;
