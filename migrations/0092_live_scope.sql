-- That a filed record changed is told to those whose it is: the people of its property's scope, those in charge of the company
-- that filed it, and the people of the company it is about; the agency hears of all.

create or replace function kernel.tell_record() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  row_now jsonb := to_jsonb(new);
begin
  perform pg_notify('rooftree_events', jsonb_build_object('userId', null,
    'topic', format('%s %s %s', tg_table_name, row_now ->> tg_argv[0], new.version),
    'record', jsonb_build_object('propertyId', row_now -> 'property_id', 'filedCompanyId', row_now -> 'filed_company_id',
      'companyId', case when row_now ->> 'property_id' is null then row_now -> 'management_company_id' end))::text);
  return null;
end $$;

-- The sessions among these that are alive, with what their people see: null reads are every property, `led` the companies
-- whose primary users they are.
create function secret.live_scopes(p_sessions integer[])
returns table (session_id integer, agency boolean, reads integer[], companies integer[], led integer[])
language sql stable security definer set search_path = public, pg_temp as $$
  select s.session_id, d.roles && '{1,2}', case when k.key is null then d.reads else k.reads end, d.companies,
    case when u.is_mc_admin or 4 = any (d.roles) then d.companies else '{}' end
  from session s join app_user u using (user_id)
  join kernel.person_scope d on d.user_id = s.user_id and d.key = '*'
  left join kernel.person_scope k on k.user_id = s.user_id and k.key = ''
  where s.session_id = any (p_sessions) and s.ended_at is null and u.active
    and exists (select from session_token t where t.session_id = s.session_id and t.expires_at > clock_timestamp())
$$;
revoke execute on function secret.live_scopes(integer[]) from public;
grant execute on function secret.live_scopes(integer[]) to rooftree_app;
drop function secret.live_sessions(integer[]);
