-- What a company reads of report cards: of a decided statement the figures it was decided by, and the income that counts on it.

-- The present report card of a statement: to the agency always, to the company of a statement once it is decided.
create function kernel.decided_card(p_statement integer)
returns table (afs_report_card_id integer, inspection_score integer, metrics jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.afs_report_card_id, c.inspection_score, g.figures -> 'metrics'
  from annual_statement s join afs_report_card c on c.afs_id = s.afs_id and c.archived_at is null
  left join afs_report_card_figures g using (afs_report_card_id)
  where s.afs_id = p_statement and ((select kernel.is_agency()) or (s.status_id >= 5 and (kernel.reads_all()
    or (s.property_id = any (kernel.read_scope()) and s.filed_company_id = any (kernel.own_companies()))
    or s.property_id = any (kernel.present_scope()))))
$$;
revoke execute on function kernel.decided_card(integer) from public;
grant execute on function kernel.decided_card(integer) to rooftree_app;

-- Whether a report card is the one that stands. Companies see no cards, but their income does not count twice.
create function kernel.is_present_card(p_card integer) returns boolean
language sql stable security definer set search_path = public, pg_temp
return (select archived_at is null from afs_report_card where afs_report_card_id = p_card);
revoke execute on function kernel.is_present_card(integer) from public;
grant execute on function kernel.is_present_card(integer) to rooftree_app;
alter policy decided_read on afs_report_card_custom_income using ((select kernel.is_agency())
  or (kernel.is_present_card(afs_report_card_id)
    and exists (select from annual_statement a where a.afs_id = afs_report_card_custom_income.afs_id and a.status_id >= 5)));
