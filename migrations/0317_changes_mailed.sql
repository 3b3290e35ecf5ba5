-- Changes of rights, managers and payees are mailed to the agency's administrators: what requests change of them is noted
-- here with the change itself, and the worker makes one mail of what one transaction did.
create table kernel.mailed_change (
  mailed_change_id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  actor_id integer,
  table_name text not null,
  before jsonb,
  after jsonb
);
revoke all on kernel.mailed_change from rooftree_app;

create function kernel.note_mailed_change() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  columns constant text[] := string_to_array(tg_argv[0], ' ');
  before jsonb;
  after jsonb;
begin
  if tg_op <> 'INSERT' then
    select jsonb_object_agg(key, value) into before from jsonb_each(to_jsonb(old)) where key = any (columns);
  end if;
  if tg_op <> 'DELETE' then
    select jsonb_object_agg(key, value) into after from jsonb_each(to_jsonb(new)) where key = any (columns);
  end if;
  if before is distinct from after then
    insert into kernel.mailed_change (actor_id, table_name, before, after) values (kernel.actor_id(), tg_table_name, before, after);
  end if;
  return null;
end $$;

-- Notes what requests do to rows of a table: these columns of it, before and after. `events` as CREATE TRIGGER names them.
create function kernel.mailed(target regclass, columns text[], events text default 'insert or update or delete') returns void
language plpgsql as $$
begin
  execute format('create trigger note_mailed_change after %s on %s for each row when (kernel.is_request())
    execute function kernel.note_mailed_change(%L)', events, target, array_to_string(columns, ' '));
end $$;
revoke execute on function kernel.note_mailed_change(), kernel.mailed(regclass, text[], text) from public;

-- What was noted and is not mailed yet, for the worker alone, which mails it in the same transaction.
create function kernel.take_mailed_changes() returns table
  (transaction_id text, changed_at timestamptz, actor_id integer, table_name text, before jsonb, after jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not kernel.is_worker() then
    raise exception 'Only the portal''s own work takes what is to be mailed.' using errcode = '42501';
  end if;
  return query with taken as (delete from kernel.mailed_change c returning c.*)
    select t.transaction_id::text, t.changed_at, t.actor_id, t.table_name, t.before, t.after from taken t order by t.mailed_change_id;
end $$;
revoke execute on function kernel.take_mailed_changes() from public;
grant execute on function kernel.take_mailed_changes() to rooftree_app;

-- Rights: accounts, roles, permissions, ties to properties and companies, rights given by name.
select kernel.mailed('app_user', array['user_id', 'user_name', 'email', 'active', 'is_admin', 'is_manager', 'is_inspector',
  'is_mc_admin', 'management_company_id', 'removed_at']);
select kernel.mailed('user_role', array['user_id', 'role_id']);
select kernel.mailed('permission', array['user_id', 'property_id', 'key', 'read', 'write']);
select kernel.mailed('user_property', array['user_id', 'property_id', 'is_main']);
select kernel.mailed('management_company_user', array['user_id', 'management_company_id']);
select kernel.mailed('vawa_reader', array['user_id', 'confirmed_at']);
select kernel.mailed('resident_data_reader', array['user_id']);
-- Who manages a property.
select kernel.mailed('property', array['property_id', 'management_company_id'], 'update of management_company_id');
-- Who is paid.
select kernel.mailed('vendor', array['vendor_id', 'name', 'doing_business_as', 'address', 'city', 'state', 'zip', 'email',
  'tax_id_last4', 'w9_date', 'active']);
select kernel.mailed('payment', array['payment_id', 'check_number', 'payee'], 'update of payee');
