-- Entering a request in one statement: what it needs of a person stands on the person's row for every other key.

alter table kernel.person_scope add column roles integer[], add column companies integer[];
comment on column kernel.person_scope.roles is 'Of the person; on the row for every other key alone, which everybody has.';
comment on column kernel.person_scope.companies is 'The same, the first company first.';

create function kernel.roles_of(p_user integer) returns integer[]
language sql stable security definer set search_path = public, pg_temp
return array(select role_id from user_role where user_id = p_user order by role_id);

create or replace function kernel.renew_scopes(p_users integer[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(p_users) = 0 then return; end if;
  perform from management_company where management_company_id in (
      select t.management_company_id from management_company_user t join app_user u using (user_id)
      where t.user_id = any (p_users) and u.is_mc_admin)
    order by management_company_id for share;
  perform from app_user where user_id = any (p_users) order by user_id for no key update;
  delete from kernel.person_scope where user_id = any (p_users);
  insert into kernel.person_scope (user_id, key, reads, writes, roles, companies)
  with person as (
    select u.user_id, u.is_mc_admin, r.agency or (not r.reader and coalesce(g.write, false)) as writes_all, r.reader,
        r.agency or r.reader or g.user_id is not null as reads_all
      from app_user u
      cross join lateral (select coalesce(bool_or(role_id = 1), false) as agency,
          coalesce(bool_or(role_id = 2) and not bool_or(role_id = 1), false) as reader
        from user_role where user_id = u.user_id) r
      left join (select user_id, bool_or(write) as write from permission
        where user_id = any (p_users) and key = 'Global_Admin' and (read or write) group by user_id) g on g.user_id = u.user_id
      where u.user_id = any (p_users)),
  limited as (select * from person where not writes_all and not reader),
  entry as (select p.user_id, p.key, p.property_id, p.write from permission p join limited using (user_id) where p.read or p.write),
  super as (
    select t.user_id, t.property_id from user_property t join limited l using (user_id) where t.is_main or l.is_mc_admin
    union
    select l.user_id, p.property_id from limited l join management_company_user t using (user_id)
      join property p using (management_company_id) where l.is_mc_admin),
  held as (
    select k.user_id, k.key, s.property_id, true as write from super s join (
      select user_id, key from entry union select user_id, unnest(array['', '*']) from limited) k using (user_id)
    union all select * from entry
    union all select user_id, '', property_id, false from entry
    union all select user_id, '', t.property_id, false from user_property t join limited using (user_id)),
  settled as (select user_id, key, property_id, bool_or(write) as write from held group by 1, 2, 3)
  select user_id, '*', null, case when writes_all then null else '{}'::integer[] end, kernel.roles_of(user_id), kernel.companies_of(user_id)
    from person where writes_all or reader
  union all
  select l.user_id, k.key, case when l.reads_all then null else coalesce(array_agg(s.property_id) filter (where s.property_id is not null), '{}') end,
      coalesce(array_agg(s.property_id) filter (where s.write), '{}'),
      case k.key when '*' then kernel.roles_of(l.user_id) end, case k.key when '*' then kernel.companies_of(l.user_id) end
    from limited l join (select user_id, key from entry union select user_id, unnest(array['', '*']) from limited) k using (user_id)
    left join settled s using (user_id, key)
    group by l.user_id, l.reads_all, k.key;
end $$;
select kernel.renew_scopes(array(select user_id from app_user));

-- A select does all: a statement costs more to begin than to run. That `set_config` answers is only a way to have it
-- called before the answer is made.
create or replace function kernel.enter(p_token bytea, p_key text, p_writes boolean, p_call text, p_request text) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer json;
begin
  select case when p.expires_at <= clock_timestamp() then json_build_object('state', 'expired')
    when set_config('rooftree.user_id', p.user_id::text, true) is not null
      and set_config('rooftree.call', p_call, true) is not null
      and set_config('rooftree.request_id', p_request, true) is not null
      and set_config('rooftree.agency', case when p.agency then 'on' else '' end, true) is not null
      and set_config('rooftree.company_ids', p.companies::text, true) is not null
      and set_config('rooftree.written_company_ids', case when p_writes and not p.agency and (p.is_mc_admin or 4 = any (p.roles)) then p.companies::text else '' end, true) is not null
      and set_config('rooftree.read_all', case when p.reads is null then 'on' else '' end, true) is not null
      and set_config('rooftree.read_scope', coalesce(p.reads::text, '{}'), true) is not null
      and set_config('rooftree.write_all', case when p_writes and p.writes is null then 'on' else '' end, true) is not null
      and set_config('rooftree.write_scope', case when p_writes then coalesce(p.writes::text, '{}') else '{}' end, true) is not null
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
