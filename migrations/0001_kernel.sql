-- The mechanisms every module stands on: people, sessions, property scope, audit, status history, settings, outbox, jobs.
-- Portable to PostgreSQL 15 and newer.

create extension if not exists pg_trgm;

-- Functions may name tables that a later migration makes.
set local check_function_bodies = off;

create schema kernel;
grant usage on schema kernel to rooftree_app;
grant usage on schema public to rooftree_app;
alter default privileges in schema public grant select, insert, update, delete on tables to rooftree_app;
alter default privileges in schema public grant usage, select on sequences to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- The caller of the current transaction. kernel.enter() or the worker sets these; nothing else does.

create function kernel.setting_list(name text) returns integer[] language sql stable parallel safe
  return coalesce(nullif(current_setting(name, true), ''), '{}')::integer[];
create function kernel.reads_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('rooftree.read_all', true), '') = 'on';
create function kernel.writes_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('rooftree.write_all', true), '') = 'on';
create function kernel.read_scope() returns integer[] language sql stable parallel safe return kernel.setting_list('rooftree.read_scope');
create function kernel.write_scope() returns integer[] language sql stable parallel safe return kernel.setting_list('rooftree.write_scope');
create function kernel.is_agency() returns boolean language sql stable parallel safe
  return coalesce(current_setting('rooftree.agency', true), '') = 'on';
-- The actor's company, and the same where this call may write its records.
create function kernel.own_company() returns integer language sql stable parallel safe
  return nullif(current_setting('rooftree.company_id', true), '')::integer;
create function kernel.written_company() returns integer language sql stable parallel safe
  return nullif(current_setting('rooftree.written_company_id', true), '')::integer;
create function kernel.actor_id() returns integer language sql stable parallel safe
  return nullif(current_setting('rooftree.user_id', true), '')::integer;

-- ---------------------------------------------------------------------------------------------------------------
-- Audit: who changed what, when, in which call. Append-only for the application role.

create table audit_log (
  audit_log_id bigint generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  user_id integer,
  call text,
  request_id text,
  table_name text not null,
  row_id integer,
  property_id integer,
  management_company_id integer,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  changes jsonb not null,
  primary key (audit_log_id, changed_at)
) partition by range (changed_at);
create index audit_log_row on audit_log (table_name, row_id, changed_at);
create index audit_log_property on audit_log (property_id, changed_at);
create table audit_log_default partition of audit_log default;

-- Makes the month partitions from the month of the given day to `ahead` months later; safe to call again. Rows that came
-- while a month had no partition are moved out of the default one, which would otherwise refuse the partition for ever.
create function kernel.ensure_partitions(from_day date, ahead integer) returns void language plpgsql security definer as $$
declare
  month_start timestamptz;
  month_end timestamptz;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('kernel.ensure_partitions'));
  for step in 0..ahead loop
    month_start := date_trunc('month', from_day) + make_interval(months => step);
    month_end := month_start + interval '1 month';
    name := 'audit_log_' || to_char(month_start, 'YYYY_MM');
    if to_regclass('public.' || name) is null then
      lock table public.audit_log in access exclusive mode;
      execute format('create table public.%I (like public.audit_log including all excluding identity)', name);
      execute format('with moved as (delete from public.audit_log_default where changed_at >= %L and changed_at < %L returning *)
        insert into public.%I select * from moved', month_start, month_end, name);
      execute format('alter table public.audit_log attach partition public.%I for values from (%L) to (%L)', name, month_start, month_end);
      -- Reached by its own name a partition has neither the parent's row-level security nor its missing rights.
      execute format('revoke all on public.%I from rooftree_app', name);
    end if;
  end loop;
end $$;
select kernel.ensure_partitions(current_date, 3);

create function kernel.audit() returns trigger language plpgsql security definer as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_now jsonb := coalesce(after, before);
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, jsonb_build_array(o.value, n.value)) into changed
      from jsonb_each(before) o join jsonb_each(after) n on n.key = o.key
      where o.value is distinct from n.value;
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

-- Attaches the audit trigger to a table; `key` is its integer primary key column.
create function kernel.audited(target regclass, key text) returns void language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %s for each row execute function kernel.audit(%L)',
    target, key);
end $$;

-- Row-level security by property_id: a caller sees rows in the read scope and changes rows in the write scope.
create function kernel.property_scoped(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy property_read on %s for select using
    ((select kernel.reads_all()) or property_id = any ((select kernel.read_scope())::integer[]))', target);
  execute format('create policy property_insert on %s for insert with check
    ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))', target);
  execute format('create policy property_update on %s for update using
    ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))', target);
  execute format('create policy property_delete on %s for delete using
    ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))', target);
end $$;

-- Row-level security by management_company_id, for records of a company as such: its people see them, its primary users
-- change them where the call writes, and the agency as its roles allow. A table that is also scoped by property leaves
-- the company empty in rows of a property.
create function kernel.company_scoped(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy company_read on %s for select using
    ((select kernel.is_agency()) or management_company_id = (select kernel.own_company()))', target);
  execute format('create policy company_insert on %s for insert with check
    ((select kernel.is_agency() and kernel.writes_all()) or management_company_id = (select kernel.written_company()))', target);
  execute format('create policy company_update on %s for update using
    ((select kernel.is_agency() and kernel.writes_all()) or management_company_id = (select kernel.written_company()))', target);
  execute format('create policy company_delete on %s for delete using
    ((select kernel.is_agency() and kernel.writes_all()) or management_company_id = (select kernel.written_company()))', target);
end $$;

alter table audit_log enable row level security;
create policy audit_read on audit_log for select using
  ((select kernel.is_agency()) or property_id = any ((select kernel.read_scope())::integer[])
    or (property_id is null and management_company_id = (select kernel.own_company())));
revoke insert, update, delete on audit_log from rooftree_app;
revoke all on audit_log_default from rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- People and what they may do

create table role (
  role_id integer primary key,
  name text not null
);
insert into role values (1, 'WRITE'), (2, 'READ'), (3, 'GENERAL_USER'), (4, 'MANAGEMENT_COMPANY_PRIMARY_USER');

create table app_user (
  user_id integer generated by default as identity primary key,
  user_name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null,
  phone text,
  is_admin boolean not null default false,
  is_manager boolean not null default false,
  is_mc_admin boolean not null default false,
  is_inspector boolean not null default false,
  kc_sl text,
  management_company_id integer,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index app_user_name on app_user (lower(user_name));
create index app_user_email on app_user (lower(email));
select kernel.audited('app_user', 'user_id');

-- Apart from app_user, so that no list of people can carry it.
create table user_secret (
  user_id integer primary key references app_user on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null default now()
);

create table user_role (
  user_id integer not null references app_user on delete cascade,
  role_id integer not null references role,
  primary key (user_id, role_id)
);
select kernel.audited('user_role', 'user_id');

create table user_property (
  user_property_id integer generated by default as identity primary key,
  user_id integer not null references app_user on delete cascade,
  property_id integer not null,
  is_main boolean not null default false,
  unique (user_id, property_id)
);
create index user_property_property on user_property (property_id);
select kernel.audited('user_property', 'user_property_id');

create table permission (
  permission_id integer generated by default as identity primary key,
  user_id integer not null references app_user on delete cascade,
  property_id integer not null,
  key text not null,
  read boolean not null default false,
  write boolean not null default false,
  unique (user_id, key, property_id)
);
create index permission_property on permission (property_id);
-- Answers which properties a person holds anything on, without a look at the rows.
create index permission_tie on permission (user_id, property_id) include (read, write);
select kernel.audited('permission', 'permission_id');

create table session (
  session_id integer generated by default as identity primary key,
  user_id integer not null references app_user on delete cascade,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  address text,
  agent text
);
create index session_by_user on session (user_id);

create table session_token (
  token_hash bytea primary key,
  session_id integer not null references session on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_token_session on session_token (session_id);
create index session_token_expiry on session_token (expires_at);

create table password_token (
  token_hash bytea primary key,
  user_id integer not null references app_user on delete cascade,
  purpose text not null check (purpose in ('reset', 'invite', 'first administrator')),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table login_attempt (
  login_attempt_id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_name text not null,
  address text not null,
  succeeded boolean not null
);
create index login_attempt_name on login_attempt (user_name, at);
create index login_attempt_address on login_attempt (address, at);

-- The properties on which a person holds what a call demands: null means every property.
-- One place for the database; src/kernel/model/access.ts says the same for the screen, and a test compares the two.
-- Rules PER-05…PER-14: agency users pass reads, only role 1 passes writes; super users pass for their main properties;
-- otherwise an entry with the key (or Global_Admin, which counts everywhere). A null key asks for any tie at all.
create function kernel.scopes(p_user integer, p_roles integer[], p_key text, out reads integer[], out writes integer[])
language plpgsql stable security definer as $$
declare
  everything record;
  mc_admin boolean;
  company integer;
begin
  if 1 = any (p_roles) then return; end if;
  if 2 = any (p_roles) then
    writes := '{}';
    return;
  end if;
  select count(*) > 0 as read, coalesce(bool_or(p.write), false) as write into everything
    from public.permission p where p.user_id = p_user and p.key = 'Global_Admin' and (p.read or p.write);
  if everything.write then return; end if;
  select u.is_mc_admin, u.management_company_id into mc_admin, company from public.app_user u where u.user_id = p_user;
  with held as (
    select p.property_id, p.write from public.permission p where p.user_id = p_user and p.key = p_key and (p.read or p.write)
    union all
    select p.property_id, false from public.permission p where p_key is null and p.user_id = p_user and (p.read or p.write)
      group by p.property_id
    union all
    select up.property_id, up.is_main or mc_admin from public.user_property up
      where up.user_id = p_user and (up.is_main or mc_admin or p_key is null)
    union all
    select pr.property_id, true from public.property pr where mc_admin and pr.management_company_id = company)
  select coalesce(array_agg(property_id), '{}'), coalesce(array_agg(property_id) filter (where each.write), '{}')
    into reads, writes from (select property_id, bool_or(held.write) as write from held group by property_id) each;
  if everything.read then reads := null; end if;
end $$;

-- One side of it, for a person by id.
create function kernel.scope(p_user integer, p_key text, p_need text) returns integer[] language sql stable security definer as $$
  select case p_need when 'read' then s.reads else s.writes end
    from kernel.scopes(p_user, array(select role_id from public.user_role where user_id = p_user), p_key) s
$$;

-- The properties a person works with, for the log-in answer: those assigned, and its company's for a company administrator.
create function kernel.company_properties(p_user integer) returns integer[] language sql stable security definer as $$
  select array(
    select up.property_id from public.user_property up where up.user_id = p_user
    union
    select pr.property_id from public.app_user u join public.property pr on pr.management_company_id = u.management_company_id
      where u.user_id = p_user and u.is_mc_admin
    order by 1)
$$;

-- Sets the property scope of this transaction to one permission key. `writes` false leaves nothing writable.
create function kernel.narrow(p_user integer, p_key text, p_writes boolean, p_roles integer[] default null)
returns jsonb language plpgsql security definer as $$
declare
  scope record;
begin
  select * into scope
    from kernel.scopes(p_user, coalesce(p_roles, array(select role_id from public.user_role where user_id = p_user)), p_key);
  perform set_config('rooftree.read_all', case when scope.reads is null then 'on' else '' end, true),
    set_config('rooftree.read_scope', coalesce(scope.reads::text, '{}'), true),
    set_config('rooftree.write_all', case when p_writes and scope.writes is null then 'on' else '' end, true),
    set_config('rooftree.write_scope', case when p_writes then coalesce(scope.writes::text, '{}') else '{}' end, true);
  return jsonb_build_object('read', scope.reads, 'write', scope.writes);
end $$;

-- The first statement of every signed-in request: finds the session, loads the actor, sets actor and scope.
-- Answers {state: 'ok' | 'expired' | 'invalid', actor…}. Never raises, so that a bad token is a 401 and not a fault.
create function kernel.enter(p_token bytea, p_key text, p_writes boolean, p_call text, p_request text)
returns jsonb language plpgsql security definer as $$
declare
  person record;
  held_roles integer[];
  agency boolean;
  primary_user boolean;
  scope jsonb;
begin
  select t.expires_at, s.session_id, s.ended_at, u.* into person
    from public.session_token t
    join public.session s on s.session_id = t.session_id
    join public.app_user u on u.user_id = s.user_id
    where t.token_hash = p_token and t.kind = 'access';
  if not found or person.ended_at is not null or not person.active then
    return jsonb_build_object('state', 'invalid');
  end if;
  if person.expires_at <= clock_timestamp() then
    return jsonb_build_object('state', 'expired');
  end if;
  held_roles := array(select role_id from public.user_role r where r.user_id = person.user_id order by role_id);
  agency := held_roles && '{1, 2}';
  primary_user := not agency and (person.is_mc_admin or 4 = any (held_roles));
  perform set_config('rooftree.user_id', person.user_id::text, true),
    set_config('rooftree.call', p_call, true),
    set_config('rooftree.request_id', p_request, true),
    set_config('rooftree.agency', case when agency then 'on' else '' end, true),
    set_config('rooftree.company_id', coalesce(person.management_company_id::text, ''), true),
    set_config('rooftree.written_company_id',
      case when primary_user and p_writes then coalesce(person.management_company_id::text, '') else '' end, true);
  scope := kernel.narrow(person.user_id, p_key, p_writes, held_roles);
  return jsonb_build_object('state', 'ok', 'sessionId', person.session_id, 'userId', person.user_id,
    'userName', person.user_name, 'name', trim(person.first_name || ' ' || person.last_name), 'email', person.email,
    'roles', held_roles,
    'isAdmin', person.is_admin and agency, 'isManager', person.is_manager and agency, 'isMcAdmin', person.is_mc_admin,
    'managementCompanyId', person.management_company_id, 'scope', scope);
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Workflow history, settings, outbox, jobs

create table status_history (
  status_history_id integer generated by default as identity primary key,
  entity text not null,
  row_id integer not null,
  property_id integer,
  from_status_id integer,
  to_status_id integer not null,
  action text not null,
  reason text,
  user_id integer,
  at timestamptz not null default clock_timestamp(),
  request_id text
);
create index status_history_row on status_history (entity, row_id, at);
alter table status_history enable row level security;
create policy history_read on status_history for select using
  ((select kernel.reads_all()) or property_id is null or property_id = any ((select kernel.read_scope())::integer[]));
create policy history_write on status_history for insert with check
  ((select kernel.writes_all()) or property_id is null or property_id = any ((select kernel.write_scope())::integer[]));
revoke update, delete on status_history from rooftree_app;

create table setting (
  setting_id integer generated by default as identity primary key,
  key text not null,
  value jsonb not null,
  effective_from date not null,
  unique (key, effective_from)
);
select kernel.audited('setting', 'setting_id');

-- Mail leaves from here: written in the same transaction as its cause, delivered by the worker, kept as the log.
create table outbox (
  outbox_id integer generated by default as identity primary key,
  event text not null,
  property_id integer,
  entity text,
  row_id integer,
  recipients jsonb not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null;
create index outbox_row on outbox (entity, row_id);

create function kernel.wake_worker() returns trigger language plpgsql as $$
begin
  perform pg_notify('rooftree_outbox', '');
  return null;
end $$;
create trigger wake_worker after insert on outbox for each statement execute function kernel.wake_worker();

-- A scheduled job is claimed by inserting its row: two workers cannot run the same due time.
create table job_run (
  job text not null,
  due_at timestamptz not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  error text,
  primary key (job, due_at)
);

grant execute on all functions in schema kernel to rooftree_app;
revoke execute on function kernel.ensure_partitions(date, integer) from public;
grant execute on function kernel.ensure_partitions(date, integer) to rooftree_app;
