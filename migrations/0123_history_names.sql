-- Names of what the lines of a history refer to. The ids are gathered from all lines in one pass and looked up by key; before,
-- the lines were unpacked once for every column of every table, seconds for the history of an imported statement.
create or replace function kernel.names_in(p_tables text[], p_rows integer[], p_changes jsonb[]) returns table (table_name text, column_name text, id integer, name text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  link record;
begin
  for link in
    with numbers as (select l.source, a.attname as field, array_agg(distinct value::text::integer) as ids
        from unnest(p_tables, p_changes) l (source, changes)
        join pg_class c on c.relname = l.source and c.relnamespace = 'public'::regnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid in ('integer'::regtype, 'integer[]'::regtype)
        cross join lateral jsonb_path_query(l.changes -> a.attname::text, 'strict $.**') value
        where jsonb_typeof(value) = 'number' group by l.source, a.attname),
      known as (select conrelid, conkey[1] as column_number, confrelid as target, confkey[1] as target_number
        from pg_constraint where contype = 'f' and cardinality(conkey) = 1),
      key as (select i.indrelid as target, a.attnum as target_number, a.attname
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indisprimary and i.indnatts = 1 and a.atttypid = 'integer'::regtype)
    select c.relname as source, a.attname as field, t.relname as target, k.attname as key, n.ids
      from numbers n join pg_class c on c.relname = n.source
      join pg_attribute a on a.attrelid = c.oid and a.attname = n.field
      left join known f on f.conrelid = c.oid and f.column_number = a.attnum
      left join key like_named on f.target is null
        and like_named.attname = case a.atttypid when 'integer'::regtype then a.attname::text else left(a.attname, -1) end
        and not exists (select from key own where own.target = c.oid and own.attname = a.attname)
      join pg_class t on t.oid = coalesce(f.target, like_named.target)
      join pg_attribute k on k.attrelid = t.oid and k.attnum = coalesce(f.target_number, like_named.target_number)
      where c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
        and has_table_privilege(t.oid, 'select')
  loop
    return query execute format('
      select %L, %L, t.%I::integer, n.name from %I t
      cross join lateral (select to_jsonb(t) as row) j
      cross join lateral (select coalesce(nullif(trim(concat(j.row ->> ''first_name'', '' '', j.row ->> ''last_name'')), ''''),
        j.row ->> ''name'', j.row ->> ''title'', j.row ->> ''file_name'', j.row ->> ''subject'') as name) n
      where n.name is not null and t.%I = any ($1)',
      link.source, link.field, link.key, link.target, link.key)
      using link.ids;
  end loop;
  for link in
    select distinct c.relname as target, k.attname as key from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'position'
      join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indnatts = 1
      join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and c.relname = any (p_tables)
  loop
    return query execute format('
      select distinct on (l.id) l.source, '''', l.id, concat(j.row ->> ''position'', '' ('' || coalesce(j.row ->> ''name'', j.row ->> ''title'',
          j.row ->> ''description_of_work'', j.row ->> ''description'') || '')'')
        from unnest($1, $2, $3) l (source, id, changes) left join %I t on t.%I = l.id
        cross join lateral (select coalesce(to_jsonb(t), l.changes) as row) j
        where l.source = %L and jsonb_typeof(j.row -> ''position'') = ''number''', link.target, link.key, link.target)
      using p_tables, p_rows, p_changes;
  end loop;
end $$;
