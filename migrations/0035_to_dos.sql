-- To-dos that people write: who wrote them, what the company answered, and until when they are put off. Whoever may write
-- anything at a property deals with its to-dos.
create function kernel.written_somehow() returns integer[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct property_id), '{}') from kernel.person_scope s cross join unnest(s.writes) as property_id
  where s.user_id = kernel.actor_id()
$$;
grant execute on function kernel.written_somehow() to rooftree_app;

do $$
declare
  target text;
begin
  foreach target in array array['to_do', 'item_to_do'] loop
    execute format('alter table %I add column details text, add column written_by integer references app_user,
      add column answer text, add column answered_by integer references app_user, add column answered_at timestamptz,
      add column snoozed_until date, add check ((answer is null) = (answered_at is null))', target);
    execute format('create index on %I (written_by)', target);
    execute format('create index on %I (answered_by)', target);
    execute format('create policy dealt_with on %I for update using (property_id = any ((select kernel.written_somehow())::integer[]))', target);
    execute format('update %I d set written_by = (select l.user_id from audit_log l
      where l.table_name = %L and l.row_id = d.%I and l.operation = ''insert'' limit 1)', target, target, target || '_id');
  end loop;
end $$;

-- The deposit of which the company was told that it is late or short; told once.
alter table reserve_deposit add column told_late_on date;

-- Letters to a company as such, such as that its certification is denied, belong to no property.
alter table letter alter column property_id drop not null, add column management_company_id integer references management_company,
  add check (num_nonnulls(property_id, management_company_id) = 1);
create index letter_company on letter (management_company_id);
select kernel.company_scoped('letter');
