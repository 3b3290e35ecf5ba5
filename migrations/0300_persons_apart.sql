-- Two accounts are two people unless one of them made the other, or changed its rights, in the last 30 days, itself or by
-- way of others. Who changed whose account is kept apart from the audit: every request asks for it.
create table kernel.account_change (
  user_id integer not null references app_user on delete cascade,
  changed_by_id integer not null references app_user on delete cascade,
  changed_at timestamptz not null default now(),
  primary key (user_id, changed_by_id)
);
create index account_change_by on kernel.account_change (changed_by_id);
revoke all on kernel.account_change from rooftree_app;

-- Accounts and roles are told by their own key; of a permission that was changed, whose it is stands in its row.
insert into kernel.account_change (user_id, changed_by_id, changed_at)
  select person, by_id, max(changed_at) from (
    select a.changed_at, a.user_id as by_id, case when a.table_name <> 'permission' then a.row_id
      else coalesce((a.changes ->> 'user_id')::integer, p.user_id) end as person
    from audit_log a left join permission p on a.table_name = 'permission' and p.permission_id = a.row_id
    where a.table_name in ('app_user', 'user_role', 'permission') and a.changed_at > now() - interval '30 days'
      and (a.table_name <> 'app_user' or a.operation = 'insert' or a.changes ?| array['is_admin', 'is_manager',
        'is_mc_admin', 'is_inspector', 'management_company_id', 'active', 'email', 'user_name'])
    union all select made_at, made_by_id, user_id from kernel.administrator_made where made_at > now() - interval '30 days'
  ) change
  where person <> by_id and exists (select from app_user where user_id = person)
    and exists (select from app_user where user_id = by_id)
  group by person, by_id;

drop trigger note_administrator on app_user;
drop trigger note_administrator on user_role;
drop function kernel.note_administrator();
drop function kernel.make_administrator(integer);
drop table kernel.administrator_made;

create function kernel.note_account_change() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  actor constant integer := kernel.actor_id();
  person integer;
begin
  if tg_op = 'DELETE' then person := old.user_id; else person := new.user_id; end if;
  if coalesce(actor, 0) in (0, person) then return null; end if;
  insert into kernel.account_change as change (user_id, changed_by_id)
    select u.user_id, m.user_id from app_user u, app_user m where u.user_id = person and m.user_id = actor
    on conflict (user_id, changed_by_id) do update set changed_at = excluded.changed_at
      where change.changed_at < excluded.changed_at;
  return null;
end $$;
revoke execute on function kernel.note_account_change() from public;

-- The address counts among the rights: links to choose a password go there.
create trigger note_account_insert after insert on app_user for each row execute function kernel.note_account_change();
create trigger note_account_update after update on app_user for each row
  when ((old.is_admin, old.is_manager, old.is_mc_admin, old.is_inspector, old.management_company_id, old.active, old.email,
      old.user_name)
    is distinct from (new.is_admin, new.is_manager, new.is_mc_admin, new.is_inspector, new.management_company_id, new.active,
      new.email, new.user_name))
  execute function kernel.note_account_change();
create trigger note_account_change after insert or update or delete on user_role
  for each row execute function kernel.note_account_change();
create trigger note_account_change after insert or update or delete on permission
  for each row execute function kernel.note_account_change();

-- The people who are no second person to somebody: whoever changed the account lately, and whose account that person changed.
create function kernel.tied_persons(p_user integer) returns integer[] language plpgsql stable security definer
set search_path = public, pg_temp as $$
declare
  since constant timestamptz := now() - interval '30 days';
begin
  if not exists (select from kernel.account_change where user_id = p_user or changed_by_id = p_user) then return '{}'; end if;
  return array(
    with recursive above as (
      select c.changed_by_id as person from kernel.account_change c where c.user_id = p_user and c.changed_at > since
      union
      select c.changed_by_id from above join kernel.account_change c on c.user_id = above.person where c.changed_at > since
    ), below as (
      select c.user_id as person from kernel.account_change c where c.changed_by_id = p_user and c.changed_at > since
      union
      select c.user_id from below join kernel.account_change c on c.changed_by_id = below.person where c.changed_at > since
    )
    select person from above union select person from below);
end $$;

create or replace function kernel.is_second_person(p_first integer, p_second integer) returns boolean language sql stable
security definer set search_path = public, pg_temp as $$
  select p_first <> p_second and p_first <> all (kernel.tied_persons(p_second))
$$;
revoke execute on function kernel.tied_persons(integer) from public;
grant execute on function kernel.tied_persons(integer) to rooftree_app;
