-- People: who changed an account last is told apart by its version; a removed one stays for the history's sake.
alter table app_user add column version integer not null default 1, add column removed_at timestamptz;

-- An address is where links to choose a password go: it belongs to one active person.
create unique index app_user_one_email on app_user (lower(email)) where active;

-- What somebody was given is found by whose it was, also when it is gone.
create index audit_log_person on audit_log ((changes ->> 'user_id'))
  where table_name in ('permission', 'user_property', 'user_role') and operation <> 'update';

-- Whoever leaves a company leaves all of its properties, also those that the caller who sees to it does not see.
create function kernel.properties_of(p_company integer) returns integer[] language sql stable security definer as $$
  select array(select property_id from public.property where management_company_id = p_company)
$$;
