-- Attempts to sign in that are being judged at this moment by other connections, of those whose places these keys name. A
-- place that was judged is free again before the others of its row are, so that places alone let more than five through.
create function secret.attempts_under_way(p_keys text[]) returns integer
language sql volatile set search_path = public, pg_temp as $$
  select count(*)::integer from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid() and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = (hashtext('sign-in')::bigint & 4294967295)::oid
    and l.objid = any (select (hashtext(key)::bigint & 4294967295)::oid from unnest(p_keys) key)
$$;
grant execute on function secret.attempts_under_way(text[]) to rooftree_app;
