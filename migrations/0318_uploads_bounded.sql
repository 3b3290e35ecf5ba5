-- How much a person has sent on a day, what was removed again included: uploads are bounded by it, per person and company.
create table kernel.upload_tally (
  day date not null,
  user_id integer not null references app_user on delete cascade,
  management_company_id integer references management_company on delete cascade,
  files integer not null default 0,
  bytes bigint not null default 0,
  primary key (day, user_id)
);
create index upload_tally_company on kernel.upload_tally (management_company_id, day) where management_company_id is not null;
create index upload_tally_person on kernel.upload_tally (user_id);
revoke all on kernel.upload_tally from rooftree_app;

-- Counts files that the caller sends, and answers what was sent before: by the caller and by everybody of the caller's first
-- company on that day, and what the record holds, whoever sees it. Uploads of one person wait for each other.
create function kernel.count_upload(p_day date, p_files integer, p_bytes bigint, p_module text, p_record integer) returns table
  (person_files integer, person_bytes bigint, company_files integer, company_bytes bigint, record_files integer, record_bytes bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person constant integer := kernel.actor_id();
  company constant integer := (select u.management_company_id from app_user u where u.user_id = person);
begin
  insert into kernel.upload_tally as tally (day, user_id, management_company_id, files, bytes)
    values (p_day, person, company, p_files, p_bytes)
    on conflict (day, user_id) do update set files = tally.files + excluded.files, bytes = tally.bytes + excluded.bytes,
      management_company_id = excluded.management_company_id;
  return query select own.files - p_files, own.bytes - p_bytes, coalesce(sums.files, 0)::integer, coalesce(sums.bytes, 0)::bigint,
      held.files::integer, held.bytes::bigint
    from kernel.upload_tally own
    left join lateral (select sum(t.files) - p_files as files, sum(t.bytes) - p_bytes as bytes from kernel.upload_tally t
      where t.management_company_id = company and t.day = p_day) sums on true
    cross join lateral (select count(*) as files, coalesce(sum(f.size_bytes), 0) as bytes from file f
      where f.module_name = p_module and f.module_id = p_record) held
    where own.day = p_day and own.user_id = person;
end $$;
-- Tallies of earlier days go.
create function kernel.forget_uploads(p_before date) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from kernel.upload_tally where day < p_before and kernel.is_worker()
$$;
revoke execute on function kernel.count_upload(date, integer, bigint, text, integer), kernel.forget_uploads(date) from public;
grant execute on function kernel.count_upload(date, integer, bigint, text, integer), kernel.forget_uploads(date) to rooftree_app;
