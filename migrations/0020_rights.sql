-- Who may go where: one successor of each refresh token, calendar addresses that end with the password, vendors that
-- companies have asked for.

-- What a used refresh token was used with: a random value that gives its successors together with the token, which is kept
-- nowhere, and the address it was used from.
alter table session_token add column successor_salt bytea, add column used_address text;

drop function secret.session_of(bytea);
-- The session of a refresh token, which is locked until the transaction ends.
create function secret.session_of(p_refresh bytea) returns table (session_id integer, started_at timestamptz, expires_at timestamptz,
  used_at timestamptz, used_address text, successor_salt bytea, ended_at timestamptz, active boolean)
language sql security definer set search_path = public, pg_temp as $$
  select s.session_id, s.started_at, t.expires_at, t.used_at, t.used_address, t.successor_salt, s.ended_at, u.active
    from session_token t join session s using (session_id) join app_user u using (user_id)
    where t.token_hash = p_refresh and t.kind = 'refresh' for update of t
$$;
drop function secret.use_token(bytea, timestamptz);
create function secret.use_token(p_refresh bytea, p_at timestamptz, p_address text, p_salt bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session_token set used_at = p_at, used_address = p_address, successor_salt = p_salt where token_hash = p_refresh
$$;
-- Until when a token that was given lives; null for one that never was.
create function secret.lives_until(p_token bytea) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select expires_at from session_token where token_hash = p_token
$$;
revoke execute on function secret.session_of(bytea), secret.use_token(bytea, timestamptz, text, bytea), secret.lives_until(bytea) from public;
grant execute on function secret.session_of(bytea), secret.use_token(bytea, timestamptz, text, bytea), secret.lives_until(bytea) to rooftree_app;

-- Whoever changes a password because somebody else may know it shuts the calendar address, too.
create function kernel.password_changed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from calendar_feed where user_id = new.user_id;
  return null;
end $$;
create trigger calendar_ends after update of password_hash on user_secret for each row execute function kernel.password_changed();

-- What one company has asked for no other sees before the agency decides, not even by naming its number in an invoice.
alter policy vendor_read on vendor using ((select kernel.is_agency()) or not new_vendor
  or requested_by = (select kernel.actor_id())
  or requested_by in (select m.user_id from management_company_user m));

-- What each person holds on a property, by permission key, as requests are held to it: '' asks for any tie at all, and '*'
-- stands for every key without a row of its own.
create function kernel.reach(p_property integer) returns table (user_id integer, key text, reads boolean, writes boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.user_id, k.key, coalesce(p_property = any (k.reads), true), coalesce(p_property = any (k.writes), true)
    from kernel.person_scope k join app_user u using (user_id) where u.active
$$;
revoke execute on function kernel.reach(integer) from public;
grant execute on function kernel.reach(integer) to rooftree_app;

-- What the ids in logged changes stand for: the people, companies, properties, vendors and whatever else has a name, found
-- by the foreign keys of the tables, or by a column that is called like another table's key, or like several; and, under no column, which
-- line of its record a logged row is. Shows what the caller may see.
create function kernel.names_in(p_tables text[], p_rows integer[], p_changes jsonb[]) returns table (table_name text, column_name text, id integer, name text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  link record;
begin
  for link in
    with known as (select conrelid, conkey[1] as column_number, confrelid as target, confkey[1] as target_number
        from pg_constraint where contype = 'f' and cardinality(conkey) = 1),
      key as (select i.indrelid as target, a.attnum as target_number, a.attname
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indisprimary and i.indnatts = 1 and a.atttypid = 'integer'::regtype)
    select c.relname as source, a.attname as field, t.relname as target, k.attname as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('integer'::regtype, 'integer[]'::regtype)
      left join known f on f.conrelid = c.oid and f.column_number = a.attnum
      left join key like_named on f.target is null
        and like_named.attname = case a.atttypid when 'integer'::regtype then a.attname::text else left(a.attname, -1) end
        and not exists (select from key own where own.target = c.oid and own.attname = a.attname)
      join pg_class t on t.oid = coalesce(f.target, like_named.target)
      join pg_attribute k on k.attrelid = t.oid and k.attnum = coalesce(f.target_number, like_named.target_number)
      where c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace and c.relname = any (p_tables)
        and has_table_privilege(t.oid, 'select')
        and exists (select from unnest(p_tables, p_changes) l (source, changes) where l.source = c.relname and l.changes ? a.attname)
  loop
    return query execute format('
      select %L, %L, t.%I::integer, n.name from %I t
      cross join lateral (select to_jsonb(t) as row) j
      cross join lateral (select coalesce(nullif(trim(concat(j.row ->> ''first_name'', '' '', j.row ->> ''last_name'')), ''''),
        j.row ->> ''name'', j.row ->> ''title'', j.row ->> ''file_name'', j.row ->> ''subject'') as name) n
      where n.name is not null and t.%I in (select value::text::integer from unnest($1, $2) l (source, changes)
        cross join lateral jsonb_path_query(l.changes -> %L, ''strict $.**'') value
        where l.source = %L and jsonb_typeof(value) = ''number'')',
      link.source, link.field, link.key, link.target, link.key, link.field, link.source)
      using p_tables, p_changes;
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
revoke execute on function kernel.names_in(text[], integer[], jsonb[]) from public;
grant execute on function kernel.names_in(text[], integer[], jsonb[]) to rooftree_app;
