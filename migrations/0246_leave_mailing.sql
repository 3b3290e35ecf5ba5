-- Whoever a report is mailed to may leave by themselves; who sends it sees that, and they are not mailed to again by themselves.
alter table report_mailing_recipient add left_at timestamptz;

-- What is mailed to the caller by colleagues: the view is not theirs to read, its name and its sender stand in each mail.
create function kernel.mailed_to_me() returns table (
  report_mailing_id integer, view_name text, list text, owner_name text, rhythm text, weekday integer, month_day integer, paused boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.report_mailing_id, v.name, v.list, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name),
    m.rhythm, m.weekday, m.month_day, m.paused
  from report_mailing_recipient r join report_mailing m using (report_mailing_id) join saved_view v using (saved_view_id)
  join app_user u on u.user_id = m.user_id
  where r.user_id = kernel.actor_id() and r.stopped_reason is null and m.stopped_reason is null
$$;

-- The caller leaves a mailing; where nobody is left it ends. Answers whose it is; nothing where the caller is not mailed to.
create function kernel.leave_mailing(p_mailing integer, p_at timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person text;
  owner integer;
begin
  update report_mailing_recipient set left_at = p_at, stopped_reason = (select
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) || ' left it.' from app_user u where u.user_id = kernel.actor_id())
    where report_mailing_id = p_mailing and user_id = kernel.actor_id() and left_at is null
    returning stopped_reason into person;
  if person is null then return null; end if;
  update report_mailing m set stopped_reason = left('Nobody is left whom it goes to. ' || person, 300)
    where m.report_mailing_id = p_mailing and m.stopped_reason is null and not exists (
      select from report_mailing_recipient r where r.report_mailing_id = p_mailing and r.stopped_reason is null);
  select m.user_id into owner from report_mailing m where m.report_mailing_id = p_mailing;
  return owner;
end $$;
