-- Whether a contact belongs to companies that ran the property before, and to none that runs it now. Such a contact
-- remains at the property until somebody replaces it, and gets no mail and no letter about what came afterwards.
create function kernel.contact_left(contact integer, property integer) returns boolean language sql stable parallel safe
security definer set search_path = public, pg_temp as $$
  select exists (select from management_company_contact k
      join management_company_project_history h on h.management_company_id = k.management_company_id
      where k.contact_id = $1 and h.property_id = $2)
    and not exists (select from management_company_contact k
      join property p on p.management_company_id = k.management_company_id
      where k.contact_id = $1 and p.property_id = $2)
$$;
revoke execute on function kernel.contact_left(integer, integer) from public;
grant execute on function kernel.contact_left(integer, integer) to rooftree_app;
