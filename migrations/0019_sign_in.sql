-- Signing in is slowed down instead of blocked, known devices keep a way in, and links that open an account are used
-- once and stand in no mail log.

-- ---------------------------------------------------------------------------------------------------------------
-- Attempts. A device is known to an account by a secret it made up itself and sent along with a success.

create table known_device (
  user_id integer not null references app_user on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, device_hash)
);
revoke all on known_device from rooftree_app;
-- Of an attempt from a known device alone: its failures are counted apart from those of strangers.
alter table login_attempt add column device_hash bytea;

-- Failures of the last p_minutes that count for an attempt, and the seconds since the last of each. For a known device:
-- its own since its last success. For anybody else: those of all strangers at the account and at the address, which no
-- success ends, or else whoever guesses would go on after each sign-in of the account's own person.
drop function secret.recent_failures(text, text, integer);
create function secret.failures_of_late(p_name text, p_address text, p_device bytea, p_minutes integer) returns table
  (known boolean, account integer, account_age double precision, address integer, address_age double precision)
language sql volatile security definer set search_path = public, pg_temp as $$
  with device as (select exists (select from known_device k join app_user u using (user_id)
      where lower(u.user_name) = p_name and k.device_hash = p_device) as known),
    of_account as (select a.at from login_attempt a, device d where not a.succeeded and a.user_name = p_name
      and case when d.known then a.device_hash = p_device and a.at > coalesce((select max(s.at) from login_attempt s
          where s.succeeded and s.user_name = p_name and s.device_hash = p_device), '-infinity')
        else a.device_hash is null end),
    of_address as (select a.at from login_attempt a, device d where not a.succeeded and a.address = p_address
      and a.device_hash is null and not d.known)
  select d.known, a.failures, a.age, b.failures, b.age from device d,
    (select count(*)::integer as failures, extract(epoch from clock_timestamp() - max(at))::double precision as age from of_account
      where at > clock_timestamp() - make_interval(mins => p_minutes)) a,
    (select count(*)::integer as failures, extract(epoch from clock_timestamp() - max(at))::double precision as age from of_address
      where at > clock_timestamp() - make_interval(mins => p_minutes)) b
$$;
-- Of those who wait for the same account or address one is let in at a time, until the end of the transaction.
create function secret.only_one(p_keys text[]) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select coalesce(bool_and(pg_try_advisory_xact_lock(hashtext('sign-in'), hashtext(key))), true) from unnest(p_keys) key
$$;
drop function secret.note_attempt(text, text, boolean);
create function secret.note_attempt(p_name text, p_address text, p_succeeded boolean, p_device bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into login_attempt (user_name, address, succeeded, device_hash) values (p_name, p_address, p_succeeded, p_device)
$$;
create function secret.know_device(p_user integer, p_device bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into known_device (user_id, device_hash) values (p_user, p_device)
    on conflict (user_id, device_hash) do update set last_used_at = clock_timestamp()
$$;
-- A new password: whatever device knew the old one is a stranger.
create function secret.forget_devices(p_user integer) returns void
language sql security definer set search_path = public, pg_temp as $$ delete from known_device where user_id = p_user $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Links to choose a password. The link itself is kept only until its mail has left; the mail log holds a mark in its place.

alter table password_token
  add column password_token_id integer generated always as identity unique,
  add column link text;
create index password_token_person on password_token (user_id) where used_at is null;

drop function secret.make_link(bytea, integer, text, timestamptz);
-- Makes a link that ends the earlier ones; null when there is no such person. What anybody may ask for, a reset, leaves
-- alone the invitation of somebody who has no password yet.
create function secret.make_link(p_hash bytea, p_user integer, p_purpose text, p_link text, p_until timestamptz, p_at timestamptz)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare made integer;
begin
  perform pg_advisory_xact_lock(hashtext('password link'), coalesce(p_user, 0));
  update password_token set used_at = p_at, link = null where user_id = p_user and used_at is null
    and (purpose = 'reset' or p_purpose <> 'reset' or exists (select from user_secret s where s.user_id = p_user));
  insert into password_token (token_hash, user_id, purpose, link, expires_at)
    select p_hash, u.user_id, p_purpose, p_link, p_until from app_user u where u.user_id = p_user and u.active
    returning password_token_id into made;
  return made;
end $$;
-- Uses a link up and answers whose it is; null when it is unknown, used or too old. Of several at once one succeeds.
create function secret.use_link(p_hash bytea, p_name text, p_at timestamptz) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  update password_token t set used_at = p_at, link = null from app_user u
    where t.token_hash = p_hash and t.used_at is null and t.expires_at > p_at
      and u.user_id = t.user_id and lower(u.user_name) = p_name and u.active
    returning u.user_id
$$;
create or replace function secret.end_links(p_user integer, p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update password_token set used_at = p_at, link = null where user_id = p_user and used_at is null
$$;
-- For the mail that carries it; null when it has been used or ended.
create function secret.link_to_mail(p_link integer, p_at timestamptz) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select link from password_token where password_token_id = p_link and used_at is null and expires_at > p_at
$$;
create function secret.forget_link(p_link integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update password_token set link = null where password_token_id = p_link
$$;

-- Links in mails that are still to leave move behind the functions; those of the others go.
update password_token t set link = m.link from (
  select substring(body_text from 'https?://\S+token=[\w-]+') as link, substring(body_text from 'token=([\w-]+)') as token
  from outbox where event in ('account.invite', 'account.reset') and sent_at is null and given_up_at is null) m
  where t.used_at is null and t.token_hash = sha256(convert_to(m.token, 'UTF8'));
update outbox o set entity = 'PasswordLink', row_id = (select password_token_id from password_token t
    where t.token_hash = sha256(convert_to(substring(o.body_text from 'token=([\w-]+)'), 'UTF8'))),
  body_text = regexp_replace(body_text, 'https?://\S+token=[\w-]+', '[The link is shown in the mail alone.]', 'g')
  where event in ('account.invite', 'account.reset') and body_text ~ 'token=[\w-]+';

-- ---------------------------------------------------------------------------------------------------------------
-- What anybody may have mailed is counted alike for names and addresses that are known and that are not.

create table account_mail (
  account_mail_id integer generated always as identity primary key,
  kind text not null,
  subject text not null,
  asked_at timestamptz not null default clock_timestamp()
);
create index account_mail_subject on account_mail (kind, subject, asked_at);
revoke all on account_mail from rooftree_app;
-- Notes that a mail is asked for; false when p_most were within the hour.
create function secret.may_mail(p_kind text, p_subject text, p_most integer) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext(p_kind), hashtext(p_subject));
  insert into account_mail (kind, subject) select p_kind, p_subject where p_most > (select count(*) from account_mail
    where kind = p_kind and subject = p_subject and asked_at > clock_timestamp() - interval '1 hour');
  return found;
end $$;

create or replace function secret.sweep(p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session_token where expires_at < p_at - interval '1 day';
  delete from password_token where expires_at < p_at - interval '30 days';
  update password_token set link = null where expires_at < p_at and link is not null;
  delete from login_attempt where at < p_at - interval '30 days';
  delete from known_device where last_used_at < p_at - interval '180 days';
  delete from account_mail where asked_at < p_at - interval '1 day'
$$;
revoke execute on all functions in schema secret from public;
grant execute on all functions in schema secret to rooftree_app;
