-- Findings and residents' matters are seen and answered with the permission of their subject; a tie to the property is not enough.

-- The permission that opens findings of a kind: that of the subject which the kind names, otherwise the one of inspections.
create function kernel.finding_key(p_kind integer) returns text language sql immutable parallel safe
  return case p_kind when 1 then 'AFS' when 2 then 'Budget' when 3 then 'Occupancy' when 4 then 'Utility_Allowance' when 5 then 'Budget'
    when 6 then 'Compliance_Forms' when 7 then 'Compliance_Forms' when 8 then 'Rent_Increase' when 14 then 'Replacement_Reserve'
    else 'Inspection' end;

-- The properties where the caller holds a permission, whatever the call in hand asks for.
create function kernel.held_properties(p_key text, p_need text) returns integer[] language plpgsql stable security definer
set search_path = public, pg_temp as $$
declare
  held constant integer[] := kernel.scope(kernel.actor_id(), p_key, p_need);
begin
  if held is null then return array(select property_id from property); end if;
  return held;
end $$;

-- The same for every permission that opens findings.
create function kernel.finding_scope(p_need text) returns table (key text, property_id integer) language sql stable security definer
set search_path = public, pg_temp as $$
  select k.key, held from (select unnest(array['AFS', 'Budget', 'Occupancy', 'Utility_Allowance', 'Compliance_Forms', 'Rent_Increase',
      'Replacement_Reserve', 'Inspection']) as key) k
    cross join lateral unnest(kernel.held_properties(k.key, p_need)) held
$$;

-- The properties in scope with a finding that blocks requests and is shown to companies: that it blocks holds for everybody,
-- also for those who do not see it. Who reads everything sees the findings themselves.
create function kernel.blocked_properties() returns table (property_id integer) language sql stable security definer
set search_path = public, pg_temp as $$
  select n.property_id from non_compliance n
  where not kernel.reads_all() and n.property_id = any (kernel.read_scope())
    and n.status_id in (1, 2) and n.blocking and n.waived_on is null and n.visible_to_company
    and (n.property_id <> all (kernel.left_properties()) or n.opened_on <= kernel.left_on(n.property_id))
$$;
revoke execute on function kernel.finding_key(integer), kernel.held_properties(text, text), kernel.finding_scope(text),
  kernel.blocked_properties() from public;
grant execute on function kernel.finding_key(integer), kernel.held_properties(text, text), kernel.finding_scope(text),
  kernel.blocked_properties() to rooftree_app;

create policy with_permission on non_compliance as restrictive for select using ((select kernel.reads_all())
  or (kernel.finding_key(non_compliance_type_id), property_id) in (select s.key, s.property_id from kernel.finding_scope('read') s));
alter policy dealt_with on non_compliance using (
  (kernel.finding_key(non_compliance_type_id), property_id) in (select s.key, s.property_id from kernel.finding_scope('write') s));

create policy with_permission on resident_relations as restrictive for select using ((select kernel.reads_all())
  or property_id = any ((select kernel.held_properties('Compliance_Forms', 'read'))::integer[]));
alter policy dealt_with on resident_relations using (
  property_id = any ((select kernel.held_properties('Compliance_Forms', 'write'))::integer[]));

-- Their documents, letters and steps are seen with them.
create policy with_permission on status_history as restrictive for select using ((select kernel.reads_all())
  or entity not in ('NonCompliance', 'ResidentRelations') or kernel.sees_filed(entity, row_id));
create policy with_permission on letter as restrictive for select using ((select kernel.reads_all())
  or entity is null or entity not in ('NonCompliance', 'ResidentRelations') or kernel.sees_filed(entity, row_id));
create policy with_permission on file as restrictive for select using ((select kernel.reads_all())
  or module_name is null or module_name not in ('NonCompliance', 'ResidentRelations') or kernel.sees_filed(module_name, module_id));
