-- What a filing that came by the documents' calls alone did not say of what the portal asks beyond the documents. Null where all
-- of it was asked on a screen.
do $$
declare
  filed text;
begin
  for filed in
    select c.relname from pg_class c join pg_constraint s on s.conrelid = c.oid and s.conname = c.relname || '_standing'
    where c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %I add column not_given text', filed);
  end loop;
end
$$;

create or replace function kernel.reviewed(target regclass, key text, highest integer) returns void language plpgsql as $$
begin
  execute format('alter table %s add column if not exists not_given text', target);
  perform kernel.reviewed_standing(target, key, highest);
  perform kernel.told(target, key);
end $$;

-- Whether calls may leave out what the portal asks beyond the documents is a control setting of every review that asks so.
create or replace function kernel.is_control_setting(p_key text) returns boolean language sql stable
set search_path = public, pg_temp as $$
  select p_key like '%\_two\_person' or p_key like '%\_beyond\_documents'
    or exists (select from kernel.control_setting c where c.key = p_key)
$$;
