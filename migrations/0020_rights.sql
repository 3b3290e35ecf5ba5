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
