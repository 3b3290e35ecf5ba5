-- Whoever has a filed record on the screen hears at once that it was changed elsewhere: which record and which version,
-- nothing of its content.

create function kernel.tell_record() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('rooftree_events', json_build_object('userId', null,
    'topic', format('%s %s %s', tg_table_name, to_jsonb(new) ->> tg_argv[0], new.version))::text);
  return null;
end $$;

create function kernel.told(target regclass, key text) returns void language plpgsql as $$
begin
  execute format('create trigger tell_record after update on %s for each row
    when (old.version is distinct from new.version) execute function kernel.tell_record(%L)', target, key);
end $$;

-- A reviewed table tells from now on.
alter function kernel.reviewed(regclass, text, integer) rename to reviewed_standing;
create function kernel.reviewed(target regclass, key text, highest integer) returns void language plpgsql as $$
begin
  perform kernel.reviewed_standing(target, key, highest);
  perform kernel.told(target, key);
end $$;
revoke execute on function kernel.reviewed(regclass, text, integer), kernel.told(regclass, text), kernel.tell_record()
  from public;

select kernel.told(c.oid, a.attname)
from pg_class c
join pg_constraint standing on standing.conrelid = c.oid and standing.conname = c.relname || '_standing'
join pg_index i on i.indrelid = c.oid and i.indisprimary
join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0];
