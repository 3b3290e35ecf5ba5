-- Who the caller of a transaction is, and what that person reaches, is told by settings of the transaction. The role of
-- requests can write any setting, so each of these carries a mark that only functions of the owner can make: of a secret
-- that the role cannot read, the moment the transaction began, the person, and the value. One without its mark is refused.

create table kernel.caller_secret (
  only_row boolean primary key default true check (only_row),
  -- Marks are made with it.
  mark_key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  -- The portal's processes prove with it that they, and not a statement in a request, ask for the portal's own rights.
  work_proof text not null default encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
);
revoke all on kernel.caller_secret from rooftree_app;
insert into kernel.caller_secret default values;
comment on table kernel.caller_secret is 'It never changes: connections keep it in the plans of their functions.';

-- Immutable, so that it is read once a connection and not with every mark.
create function kernel.mark_key() returns bytea language sql immutable security definer set search_path = public, pg_temp as $$
  select mark_key from kernel.caller_secret
$$;

create function kernel.mark(p_name text, p_value text, p_user text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return encode(substr(sha256(kernel.mark_key() || timestamptz_send(transaction_timestamp())
    || convert_to(concat(p_user, ' ', p_name, '=', p_value), 'UTF8') || kernel.mark_key()), 1, 16), 'hex');
end $$;

-- Sets a setting of the caller, marked; the person first, whom the marks of the others name.
create function kernel.put(p_name text, p_value text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return set_config('rooftree.' || p_name, case when p_value = '' then '' else concat(p_value, '~', kernel.mark(p_name, p_value,
    case p_name when 'user_id' then '' else current_setting('rooftree.user_id', true) end)) end, true);
end $$;

-- A setting of the caller; '' where it is not set, and an error where it was not set by the functions for it.
create function kernel.sealed(p_name text) returns text
language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
declare
  raw constant text := current_setting('rooftree.' || p_name, true);
begin
  if raw is null or raw = '' then return ''; end if;
  if right(raw, 32) <> encode(substr(sha256(kernel.mark_key() || timestamptz_send(transaction_timestamp())
      || convert_to(concat(case p_name when 'user_id' then '' else current_setting('rooftree.user_id', true) end, ' ', p_name, '=',
        left(raw, -33)), 'UTF8') || kernel.mark_key()), 1, 16), 'hex') then
    raise exception 'The caller of a transaction is set by entering it.' using errcode = '42501';
  end if;
  return left(raw, -33);
end $$;
revoke execute on function kernel.mark_key(), kernel.mark(text, text, text), kernel.put(text, text), kernel.sealed(text) from public;
revoke execute on function kernel.mark_key(), kernel.mark(text, text, text), kernel.put(text, text) from rooftree_app;
grant execute on function kernel.sealed(text) to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- The caller

create or replace function kernel.setting_list(name text) returns integer[] language sql stable parallel safe
  return coalesce(nullif(kernel.sealed(substr(name, 10)), ''), '{}')::integer[];
create or replace function kernel.reads_all() returns boolean language sql stable parallel safe return kernel.sealed('read_all') = 'on';
create or replace function kernel.writes_all() returns boolean language sql stable parallel safe return kernel.sealed('write_all') = 'on';
create or replace function kernel.is_agency() returns boolean language sql stable parallel safe return kernel.sealed('agency') = 'on';
create or replace function kernel.actor_id() returns integer language sql stable parallel safe
  return nullif(kernel.sealed('user_id'), '')::integer;
create or replace function kernel.is_worker() returns boolean language sql stable set search_path = public, pg_temp as $$
  select kernel.sealed('worker') = 'on'
$$;

-- The properties that the caller reads and writes; null means every one.
create or replace function kernel.set_scope(reads integer[], writes integer[], p_writes boolean) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform kernel.put('read_all', case when reads is null then 'on' else '' end),
    kernel.put('read_scope', coalesce(nullif(reads, '{}')::text, '')),
    kernel.put('write_all', case when p_writes and writes is null then 'on' else '' end),
    kernel.put('write_scope', case when p_writes then coalesce(nullif(writes, '{}')::text, '') else '' end);
end $$;
revoke execute on function kernel.set_scope(integer[], integer[], boolean) from public, rooftree_app;

create or replace function kernel.narrow(p_user integer, p_key text, p_writes boolean) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope record;
begin
  if p_user is distinct from kernel.actor_id() then
    raise exception 'A caller changes the scope of nobody else.' using errcode = '42501';
  end if;
  select kernel.scope(p_user, p_key, 'read') as reads, kernel.scope(p_user, p_key, 'write') as writes into scope;
  perform kernel.set_scope(scope.reads, scope.writes, p_writes);
  return json_build_object('read', scope.reads, 'write', scope.writes);
end $$;

-- A select does all: a statement costs more to begin than to run. That `put` answers is only a way to have it called before
-- the answer is made.
create or replace function kernel.enter(p_token bytea, p_key text, p_writes boolean, p_call text, p_request text) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer json;
begin
  select case when p.expires_at <= clock_timestamp() then json_build_object('state', 'expired')
    when kernel.put('user_id', p.user_id::text) is not null
      and set_config('rooftree.call', p_call, true) is not null
      and set_config('rooftree.request_id', p_request, true) is not null
      and set_config('rooftree.worker', '', true) is not null
      and kernel.put('agency', case when p.agency then 'on' else '' end) is not null
      and kernel.put('company_ids', case when p.companies = '{}' then '' else p.companies::text end) is not null
      and kernel.put('written_company_ids', case when p_writes and not p.agency and (p.is_mc_admin or 4 = any (p.roles))
        and p.companies <> '{}' then p.companies::text else '' end) is not null
      and kernel.put('read_all', case when p.reads is null then 'on' else '' end) is not null
      and kernel.put('read_scope', coalesce(nullif(p.reads, '{}')::text, '')) is not null
      and kernel.put('write_all', case when p_writes and p.writes is null then 'on' else '' end) is not null
      and kernel.put('write_scope', case when p_writes then coalesce(nullif(p.writes, '{}')::text, '') else '' end) is not null
    then json_build_object('state', 'ok', 'sessionId', p.session_id, 'userId', p.user_id,
    'userName', p.user_name, 'name', trim(p.first_name || ' ' || p.last_name), 'email', p.email,
    'roles', p.roles,
    'isAdmin', p.is_admin and p.agency, 'isManager', p.is_manager and p.agency, 'isMcAdmin', p.is_mc_admin,
    'managementCompanyIds', p.companies, 'scope', json_build_object('read', p.reads, 'write', p.writes)) end
    into answer
    from (select t.expires_at, s.session_id, u.user_id, u.user_name, u.first_name, u.last_name, u.email,
      u.is_admin, u.is_manager, u.is_mc_admin, d.roles, d.companies, d.roles && '{1,2}' as agency,
      case when k.key is null then d.reads else k.reads end as reads, case when k.key is null then d.writes else k.writes end as writes
    from session_token t
    join session s on s.session_id = t.session_id
    join app_user u on u.user_id = s.user_id
    join kernel.person_scope d on d.user_id = s.user_id and d.key = '*'
    left join kernel.person_scope k on k.user_id = s.user_id and k.key = coalesce(p_key, '')
    where t.token_hash = p_token and t.kind = 'access' and s.ended_at is null and u.active) p;
  return coalesce(answer, json_build_object('state', 'invalid'));
end $$;

-- The portal's own work: every property, no person, for whoever proves to be a process of the portal.
create function kernel.enter_worker(p_proof text, p_call text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_proof is distinct from (select work_proof from kernel.caller_secret) then
    raise exception 'Only processes of the portal do its own work.' using errcode = '42501';
  end if;
  perform set_config('rooftree.call', p_call, true), set_config('rooftree.user_id', '', true),
    set_config('rooftree.company_ids', '', true), set_config('rooftree.written_company_ids', '', true);
  perform kernel.put('worker', 'on'), kernel.put('read_all', 'on'), kernel.put('write_all', 'on'), kernel.put('agency', 'on');
end $$;

create or replace function kernel.enter_as(p_user integer, p_key text, p_call text) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person record;
begin
  if not kernel.is_worker() then
    raise exception 'Only the portal''s own work reads as a person.' using errcode = '42501';
  end if;
  select u.user_id, u.user_name, u.first_name, u.last_name, u.email, u.is_admin, u.is_manager, u.is_mc_admin,
      d.roles, d.companies, d.roles && '{1,2}' as agency, case when k.key is null then d.reads else k.reads end as reads
    into person
    from app_user u join kernel.person_scope d on d.user_id = u.user_id and d.key = '*'
    left join kernel.person_scope k on k.user_id = u.user_id and k.key = coalesce(p_key, '')
    where u.user_id = p_user and u.active;
  if not found then return null; end if;
  perform kernel.put('user_id', person.user_id::text);
  perform set_config('rooftree.call', p_call, true), set_config('rooftree.worker', '', true),
    set_config('rooftree.written_company_ids', '', true),
    kernel.put('agency', case when person.agency then 'on' else '' end),
    kernel.put('company_ids', case when person.companies = '{}' then '' else person.companies::text end);
  perform kernel.set_scope(person.reads, null, false);
  return json_build_object('sessionId', 0, 'userId', person.user_id, 'userName', person.user_name,
    'name', trim(person.first_name || ' ' || person.last_name), 'email', person.email, 'roles', person.roles,
    'isAdmin', person.is_admin and person.agency, 'isManager', person.is_manager and person.agency,
    'isMcAdmin', person.is_mc_admin, 'managementCompanyIds', person.companies,
    'scope', json_build_object('read', person.reads, 'write', array[]::integer[]));
end $$;

-- An entry that a person makes was confirmed by a second one; nobody but the portal's own work, and the owner, is no person.
create or replace function reserve_entry_kept() returns trigger language plpgsql as $$
begin
  perform 1 from reserve_account where reserve_account_id = new.reserve_account_id for update;
  if new.amount < 0 and new.exception is null
    and reserve_available(new.reserve_account_id, new.entry_date) + new.amount < 0 then
    raise exception 'reserve account % would go below zero', new.reserve_account_id using errcode = 'check_violation';
  end if;
  if new.kind in ('Adjustment', 'Returned deposit', 'Bank fee', 'Transfer')
    and (kernel.actor_id() is not null or (kernel.is_request() and not kernel.is_worker()))
    and not exists (select 1 from reserve_adjustment a where new.entity = 'ReserveAdjustment'
      and a.reserve_adjustment_id = new.row_id and a.state = 'Confirmed'
      and (a.reserve_account_id, a.kind, a.amount) = (new.reserve_account_id, new.kind, new.amount)) then
    raise exception 'no adjustment confirmed by a second person stands behind this entry' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Calendars, which nobody signs in for

drop function secret.calendar_owner(bytea);
-- Whose calendar has this address; from here on the transaction reads what that person has any tie to.
create function secret.enter_calendar(p_hash bytea) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person constant integer := (select u.user_id from calendar_feed f join app_user u using (user_id) where f.token_hash = p_hash and u.active);
begin
  if person is null then return null; end if;
  perform kernel.set_scope(kernel.scope(person, null, 'read'), null, false), kernel.put('calendar', person::text);
  return person;
end $$;
create or replace function secret.calendar_of(p_user integer) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select created_at from calendar_feed where user_id = p_user and user_id = kernel.actor_id()
$$;
create or replace function secret.keep_calendar(p_user integer, p_hash bytea, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into calendar_feed (user_id, token_hash, created_at) select p_user, p_hash, p_at where p_user = kernel.actor_id()
    on conflict (user_id) do update set token_hash = p_hash, created_at = p_at
$$;
create or replace function secret.end_calendar(p_user integer) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from calendar_feed where user_id = p_user and user_id = kernel.actor_id() returning 1)
    select exists (select from gone)
$$;
create or replace function kernel.inspector_visits(p_user integer, p_from date, p_through date)
returns table (inspection_id integer, day date, property_name text, place text, sample integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.compliance_inspection_id, coalesce(i.visited_on, i.scheduled_on), p.name, concat_ws(', ', p.address, p.city), i.sample_size
  from compliance_inspection i join compliance_inspector k using (compliance_inspector_id) join property p on p.property_id = i.property_id
  where k.user_id = p_user and k.active and coalesce(i.visited_on, i.scheduled_on) between p_from and p_through
    and kernel.sealed('calendar') = p_user::text
    and exists (select from app_user u join user_role r using (user_id)
      where u.user_id = p_user and u.active and r.role_id in (1, 2))
$$;
revoke execute on function kernel.enter_worker(text, text), secret.enter_calendar(bytea) from public;
grant execute on function kernel.enter_worker(text, text), secret.enter_calendar(bytea) to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- Signing in: passwords, sessions and links open accounts, so that only a process of the portal reads or makes them

create function kernel.allow_sign_in(p_proof text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_proof is distinct from (select work_proof from kernel.caller_secret) then
    raise exception 'Only processes of the portal sign people in.' using errcode = '42501';
  end if;
  perform kernel.put('sign_in', 'on');
end $$;
create function kernel.require_sign_in() returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if kernel.sealed('sign_in') <> 'on' and not exists (
      select from pg_database d where d.datname = current_database() and pg_has_role(session_user, d.datdba, 'usage')) then
    raise exception 'Only processes of the portal sign people in.' using errcode = '42501';
  end if;
end $$;
revoke execute on function kernel.allow_sign_in(text), kernel.require_sign_in() from public;
grant execute on function kernel.allow_sign_in(text) to rooftree_app;

create or replace function secret.password_of(p_name text) returns table (user_id integer, password_hash text, active boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform kernel.require_sign_in();
  return query select u.user_id, s.password_hash, u.active from app_user u left join user_secret s on s.user_id = u.user_id
    where lower(u.user_name) = p_name;
end $$;
create or replace function secret.keep_password(p_user integer, p_hash text, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform kernel.require_sign_in();
  insert into user_secret (user_id, password_hash) values (p_user, p_hash)
    on conflict (user_id) do update set password_hash = p_hash, changed_at = p_at;
end $$;
-- From here on the transaction is that person's: row-level security shows them what they hold.
create or replace function secret.begin_session(p_user integer, p_address text, p_agent text) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare begun integer;
begin
  perform kernel.require_sign_in();
  insert into session (user_id, address, agent) values (p_user, p_address, p_agent) returning session_id into begun;
  perform kernel.put('user_id', p_user::text);
  perform kernel.put('sign_in', 'on');
  return begun;
end $$;
create or replace function secret.issue_tokens(p_session integer, p_access bytea, p_access_until timestamptz, p_refresh bytea, p_refresh_until timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform kernel.require_sign_in();
  insert into session_token (token_hash, session_id, kind, expires_at) values
    (p_access, p_session, 'access', p_access_until), (p_refresh, p_session, 'refresh', p_refresh_until);
end $$;
create or replace function secret.make_link(p_hash bytea, p_user integer, p_purpose text, p_link text, p_until timestamptz, p_at timestamptz)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare made integer;
begin
  perform kernel.require_sign_in();
  perform pg_advisory_xact_lock(hashtext('password link'), coalesce(p_user, 0));
  update password_token set used_at = p_at, link = null where user_id = p_user and used_at is null
    and (purpose = 'reset' or p_purpose <> 'reset' or exists (select from user_secret s where s.user_id = p_user));
  insert into password_token (token_hash, user_id, purpose, link, expires_at)
    select p_hash, u.user_id, p_purpose, p_link, p_until from app_user u where u.user_id = p_user and u.active
    returning password_token_id into made;
  return made;
end $$;
-- The link itself is for the mail that carries it, which the portal's own work sends.
create or replace function secret.link_to_mail(p_link integer, p_at timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select link from password_token where password_token_id = p_link and used_at is null and expires_at > p_at and kernel.is_worker()
$$;
