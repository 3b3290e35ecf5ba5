-- Whether two persons decide is a control setting of every review, whichever comes to be: its key says so. What else is one is
-- named in `kernel.control_setting`.
create function kernel.is_control_setting(p_key text) returns boolean language sql stable
set search_path = public, pg_temp as $$
  select p_key like '%\_two\_person' or exists (select from kernel.control_setting c where c.key = p_key)
$$;
create or replace function kernel.may_set(p_key text, p_value jsonb, p_from date) returns boolean language sql volatile
security definer set search_path = public, pg_temp as $$
  select kernel.is_administrator() and (not kernel.is_control_setting(p_key) or kernel.confirms_setting(p_key, p_value, p_from))
$$;
delete from kernel.control_setting where key like '%\_two\_person';
