-- What a former company's people read as the name of a property is its name on the company's last day.

-- The name of a property at the end of a day: the oldest name that was given up on that day or later.
create function kernel.property_name_on(p_property integer, p_day date) returns text language sql stable security definer
set search_path = public, pg_temp as $$
  select coalesce((select former.name from (
      select kernel.agency_day(changed_at) as day, changes -> 'name' ->> 0 as name, audit_log_id as entry from audit_log
      where table_name = 'property' and row_id = p_property and operation = 'update' and changes ? 'name'
        and changed_at >= p_day - 2 and kernel.agency_day(changed_at) > p_day
      union all
      select until_day, name, null from property_former_name
      where property_id = p_property and kind = 'Name' and until_day >= p_day) former
    order by former.day, former.entry nulls last limit 1),
    (select name from property where property_id = p_property))
$$;

create or replace function kernel.filed_property_name(integer) returns text language sql stable parallel safe security definer
set search_path = public, pg_temp as $$
  select case when $1 = any (kernel.left_properties()) then kernel.property_name_on($1, kernel.left_on($1))
    else (select name from property where property_id = $1) end
$$;

-- The last day on which a company ran a property that it runs no more. Null where it runs it, or never did.
create function kernel.company_left_on(p_property integer, p_company integer) returns date language sql stable security definer
set search_path = public, pg_temp as $$
  with company as (select coalesce(alias_of, management_company_id) as id from management_company
      where management_company_id = p_company)
  select max(h.to_date) from management_company_project_history h join property p using (property_id), company
  where h.property_id = p_property and h.management_company_id in (company.id, p_company)
    and p.management_company_id is distinct from company.id
$$;

-- What a mail or letter about a record of a company calls its property: where the company left it, its name of the last day.
create function kernel.property_name_for(p_property integer, p_company integer) returns text language sql stable security definer
set search_path = public, pg_temp as $$
  select case when kernel.company_left_on(p_property, p_company) is not null
    then kernel.property_name_on(p_property, kernel.company_left_on(p_property, p_company)) else p.name end
  from property p where p.property_id = p_property
$$;
revoke execute on function kernel.property_name_on(integer, date), kernel.company_left_on(integer, integer),
  kernel.property_name_for(integer, integer) from public;
grant execute on function kernel.company_left_on(integer, integer), kernel.property_name_for(integer, integer) to rooftree_app;
