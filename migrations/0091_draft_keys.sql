-- What somebody types and has not saved stays on their computer sealed with a key of their own, which the browser gets with
-- the sign-in and forgets at sign-out: the next person at the computer reads nothing of it.
alter table user_secret add column draft_key bytea not null
  default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The caller's own; null where they sign in without a password of the portal.
create function secret.draft_key() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select encode(draft_key, 'base64') from user_secret where user_id = kernel.actor_id()
$$;
revoke execute on function secret.draft_key() from public;
grant execute on function secret.draft_key() to rooftree_app;
