-- Who of the database sees what: secrets lie behind functions, and people's and companies' rows behind row-level security.

-- ---------------------------------------------------------------------------------------------------------------
-- Secrets: requests have no right to the tables, only to these functions, each of which answers or changes what one
-- person or one token stands for.

create schema secret;
grant usage on schema secret to rooftree_app;
revoke all on user_secret, session_token, password_token, calendar_feed from rooftree_app;
revoke insert, update, delete on session, login_attempt from rooftree_app;

create function secret.password_of(p_name text) returns table (user_id integer, password_hash text, active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.user_id, s.password_hash, u.active from app_user u left join user_secret s using (user_id) where lower(u.user_name) = p_name
$$;
create function secret.keep_password(p_user integer, p_hash text, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into user_secret (user_id, password_hash) values (p_user, p_hash)
    on conflict (user_id) do update set password_hash = p_hash, changed_at = p_at
$$;
-- Who has chosen a password.
create function secret.with_password() returns table (user_id integer)
language sql stable security definer set search_path = public, pg_temp as $$ select user_id from user_secret $$;

-- Failures since p_minutes ago for an account and from an address, those before the account's last success left out.
create function secret.recent_failures(p_name text, p_address text, p_minutes integer) returns table (account integer, address integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) filter (where a.user_name = p_name)::integer, count(*) filter (where a.address = p_address)::integer
  from login_attempt a where not a.succeeded and a.at > clock_timestamp() - make_interval(mins => p_minutes)
    and (a.user_name = p_name or a.address = p_address)
    and a.at > coalesce((select max(at) from login_attempt where succeeded and user_name = p_name), '-infinity')
$$;
create function secret.note_attempt(p_name text, p_address text, p_succeeded boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into login_attempt (user_name, address, succeeded) values (p_name, p_address, p_succeeded)
$$;

create function secret.begin_session(p_user integer, p_address text, p_agent text) returns integer
language sql security definer set search_path = public, pg_temp as $$
  insert into session (user_id, address, agent) values (p_user, p_address, p_agent) returning session_id
$$;
create function secret.issue_tokens(p_session integer, p_access bytea, p_access_until timestamptz, p_refresh bytea, p_refresh_until timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into session_token (token_hash, session_id, kind, expires_at) values
    (p_access, p_session, 'access', p_access_until), (p_refresh, p_session, 'refresh', p_refresh_until)
$$;
-- The session of a refresh token, which is locked until the transaction ends.
create function secret.session_of(p_refresh bytea) returns table
  (session_id integer, expires_at timestamptz, used_at timestamptz, ended_at timestamptz, active boolean)
language sql security definer set search_path = public, pg_temp as $$
  select s.session_id, t.expires_at, t.used_at, s.ended_at, u.active
    from session_token t join session s using (session_id) join app_user u using (user_id)
    where t.token_hash = p_refresh and t.kind = 'refresh' for update of t
$$;
create function secret.use_token(p_refresh bytea, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session_token set used_at = p_at where token_hash = p_refresh
$$;
create function secret.end_session(p_session integer, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session set ended_at = p_at where session_id = p_session
$$;
create function secret.end_sessions(p_user integer, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session set ended_at = p_at where user_id = p_user and ended_at is null
$$;
create function secret.live_sessions(p_sessions integer[]) returns integer[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(select s.session_id from session s join app_user u using (user_id)
    where s.session_id = any (p_sessions) and s.ended_at is null and u.active
      and exists (select from session_token t where t.session_id = s.session_id and t.expires_at > clock_timestamp()))
$$;

create function secret.make_link(p_hash bytea, p_user integer, p_purpose text, p_until timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into password_token (token_hash, user_id, purpose, expires_at) values (p_hash, p_user, p_purpose, p_until)
$$;
create function secret.end_links(p_user integer, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update password_token set used_at = p_at where user_id = p_user and used_at is null
$$;
-- The active person a link that can still be used was made for.
create function secret.link_owner(p_hash bytea, p_name text, p_at timestamptz) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select u.user_id from password_token t join app_user u using (user_id)
    where t.token_hash = p_hash and t.used_at is null and t.expires_at > p_at and lower(u.user_name) = p_name and u.active
$$;
create function secret.invited_until(p_user integer, p_at timestamptz) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select max(expires_at) from password_token where user_id = p_user and purpose = 'invite' and used_at is null and expires_at > p_at
$$;

create function secret.calendar_of(p_user integer) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$ select created_at from calendar_feed where user_id = p_user $$;
create function secret.keep_calendar(p_user integer, p_hash bytea, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into calendar_feed (user_id, token_hash, created_at) values (p_user, p_hash, p_at)
    on conflict (user_id) do update set token_hash = p_hash, created_at = p_at
$$;
create function secret.end_calendar(p_user integer) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from calendar_feed where user_id = p_user returning 1) select exists (select from gone)
$$;
create function secret.calendar_owner(p_hash bytea) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select u.user_id from calendar_feed f join app_user u using (user_id) where f.token_hash = p_hash and u.active
$$;

-- Old tokens and attempts go.
create function secret.sweep(p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session_token where expires_at < p_at - interval '1 day';
  delete from password_token where expires_at < p_at - interval '30 days';
  delete from login_attempt where at < p_at - interval '30 days'
$$;
revoke execute on all functions in schema secret from public;
grant execute on all functions in schema secret to rooftree_app;

-- ---------------------------------------------------------------------------------------------------------------
-- Functions that run as the owner look names up nowhere but here.

alter function kernel.audit() set search_path = public, pg_temp;
alter function kernel.ensure_partitions(date, integer) set search_path = public, pg_temp;
alter function kernel.follow_alias() set search_path = public, pg_temp;
alter function kernel.properties_of(integer) set search_path = public, pg_temp;

-- ---------------------------------------------------------------------------------------------------------------
-- Rows of people: their own, those of the same companies (management_company_user shows nobody else's), the agency's.

create function kernel.person_scoped(target regclass, also text default 'false') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy person_read on %s for select using ((select kernel.is_agency())
    or user_id = (select kernel.actor_id()) or user_id in (select m.user_id from management_company_user m) or %s)', target, also);
  execute format('create policy person_write on %s using ((select kernel.is_agency() and kernel.writes_all())
    or user_id in (select m.user_id from management_company_user m where m.management_company_id = any (kernel.written_companies())))
    ', target);
end $$;
select kernel.person_scoped('permission');
select kernel.person_scoped('user_property');
-- Who is of the agency is no secret: companies write to its people.
select kernel.person_scoped('user_role', 'role_id in (1, 2)');
select kernel.person_scoped('session');
alter table login_attempt enable row level security;
create policy person_read on login_attempt for select using ((select kernel.is_agency()) or user_name in (
  select lower(u.user_name) from app_user u where u.user_id = (select kernel.actor_id())
    or u.user_id in (select m.user_id from management_company_user m)));
alter table header_message_dismissal enable row level security;
create policy person_own on header_message_dismissal using (user_id = (select kernel.actor_id()));

-- Names stand in every history and letter, so everybody reads them; what the people module shows of accounts is narrowed
-- there. Accounts are written by the agency, and by primary users those of their own companies.
alter table app_user enable row level security;
create policy person_read on app_user for select using (true);
create policy person_insert on app_user for insert with check ((select kernel.is_agency() and kernel.writes_all())
  or management_company_id = any ((select kernel.written_companies())::integer[]));
create policy person_update on app_user for update using ((select kernel.is_agency() and kernel.writes_all())
    or user_id = (select kernel.actor_id())
    or user_id in (select m.user_id from management_company_user m))
  with check (true);

-- ---------------------------------------------------------------------------------------------------------------
-- Rows of the agency alone

create function kernel.agency_scoped(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy agency_read on %s for select using ((select kernel.is_agency()))', target);
  execute format('create policy agency_write on %s using ((select kernel.is_agency() and kernel.writes_all()))', target);
end $$;
select kernel.agency_scoped(target::regclass) from unnest(array['outbox', 'email', 'email_template', 'email_template_schedule',
  'email_template_run', 'task_reminder', 'signer']) target;
-- Whatever is done may be mailed about; the mails themselves are the agency's.
create policy mail_written on outbox for insert with check (true);
create function kernel.mails_about(p_entity text, p_row integer, p_event text) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from outbox where entity = p_entity and row_id = p_row and event = p_event
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Contacts are seen where they are named; vendors unless they are asked for by somebody else and not decided yet.

alter table contact enable row level security;
create policy contact_read on contact for select using ((select kernel.is_agency())
  or exists (select from property_contact k where k.contact_id = contact.contact_id)
  or exists (select from management_company_contact k where k.contact_id = contact.contact_id)
  or exists (select from contact_change k where k.contact_id = contact.contact_id));
create policy contact_write on contact using ((select kernel.is_agency() and kernel.writes_all()));

alter table vendor enable row level security;
create policy vendor_read on vendor for select using ((select kernel.is_agency()) or not new_vendor
  or requested_by = (select kernel.actor_id())
  or requested_by in (select m.user_id from management_company_user m)
  or exists (select from invoice i where i.vendor_id = vendor.vendor_id));
create policy vendor_ask on vendor for insert with check (requested_by = (select kernel.actor_id()) and new_vendor and not active);
create policy vendor_write on vendor using ((select kernel.is_agency() and kernel.writes_all()));

alter table resyndication enable row level security;
create policy resyndication_read on resyndication for select using
  (exists (select from property p where p.property_id in (old_property_id, new_property_id)));
create policy resyndication_write on resyndication using ((select kernel.is_agency() and kernel.writes_all()));

-- ---------------------------------------------------------------------------------------------------------------
-- The history of what belongs to no property is its company's, wherever a merge has taken that. What is not named here
-- only the agency sees.

create function kernel.company_of_record(p_entity text, p_row integer) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select case p_entity
    when 'ManagementCompany' then (select coalesce(alias_of, management_company_id) from management_company where management_company_id = p_row)
    when 'ManagementCompanyAssetCertification' then (select management_company_id from management_company_asset_certification
      where management_company_asset_certification_id = p_row)
    when 'ContactChangeRequest' then (select management_company_id from contact_change_request where contact_change_request_id = p_row) end
$$;
alter policy history_read on status_history using ((select kernel.is_agency())
  or (property_id is not null and ((select kernel.reads_all()) or property_id = any ((select kernel.read_scope())::integer[])))
  or (property_id is null and kernel.company_of_record(entity, row_id) = any ((select kernel.own_companies())::integer[])));
alter policy history_write on status_history with check ((select kernel.is_agency() and kernel.writes_all())
  or (property_id is not null and ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[])))
  or (property_id is null and kernel.company_of_record(entity, row_id) = any ((select kernel.written_companies())::integer[])));
grant execute on function kernel.mails_about(text, integer, text), kernel.company_of_record(text, integer) to rooftree_app;
