-- The right to VAWA requests is given by two administrators of the agency: one proposes the person, another confirms, and
-- neither is the person. A company's primary users take it away from their people, and give it to nobody.
alter table vawa_reader add column confirmed_by integer references app_user, add column confirmed_at timestamptz;
create index vawa_reader_confirmer on vawa_reader (confirmed_by);
comment on column vawa_reader.confirmed_at is 'Null where it waits for a second administrator: until then it is no right.';
-- Rights given before stay, except those that people gave themselves: these wait.
update vawa_reader set confirmed_at = granted_at where granted_by is distinct from user_id;
alter table vawa_reader add check (confirmed_by is null or (confirmed_by <> user_id and confirmed_by is distinct from granted_by));

create or replace function kernel.reads_vawa() returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from vawa_reader r where r.user_id = kernel.actor_id() and r.confirmed_at is not null
    and (case when r.management_company_id is null then kernel.is_agency() else r.management_company_id = any (kernel.own_companies()) end))
$$;

drop policy company_insert on vawa_reader;
drop policy company_update on vawa_reader;
create policy reader_insert on vawa_reader for insert with check ((select kernel.is_administrator())
  and granted_by = (select kernel.actor_id()) and user_id <> (select kernel.actor_id()) and confirmed_by is null and confirmed_at is null);
-- A company's primary users lock what they take away; they write nothing.
create policy reader_update on vawa_reader for update using ((select kernel.is_administrator())
    or management_company_id = any ((select kernel.written_companies())::integer[]))
  with check ((select kernel.is_administrator()) and user_id <> (select kernel.actor_id()));

-- What was proposed stays as it is; it is confirmed once, by a second person. A merge of companies moves the row alone.
create function kernel.keep_vawa_reader() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.granted_by, new.granted_at) is distinct from (old.user_id, old.granted_by, old.granted_at) then
    raise exception 'Who was given the right by whom stays as it is.' using errcode = '42501';
  end if;
  if (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at)
    and not (old.confirmed_at is null and new.confirmed_at is not null and new.confirmed_by = kernel.actor_id()
      and old.granted_by <> old.user_id and kernel.is_second_person(old.granted_by, kernel.actor_id())
      and exists (select from app_user u join user_role r using (user_id)
        where u.user_id = old.granted_by and u.active and u.is_admin and r.role_id = 1)) then
    raise exception 'Two administrators give the right.' using errcode = '42501';
  end if;
  return new;
end $$;
revoke execute on function kernel.keep_vawa_reader() from public;
create trigger keep_vawa_reader before update on vawa_reader for each row when (kernel.is_request())
  execute function kernel.keep_vawa_reader();
