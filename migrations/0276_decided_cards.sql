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

-- How a company does as a whole, for its own people and the agency: of properties a person was not granted it counts the same.
create function kernel.known_performance(p_company integer, p_since date)
returns table (properties integer, units integer, inspected_properties integer, average_inspection_score numeric)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer, coalesce(sum(p.total_units), 0)::integer, count(i.score)::integer, round(avg(i.score), 1)
  from property p left join lateral (select score from property_inspection i
    where i.property_id = p.property_id and i.score is not null and i.inspection_date >= p_since
    order by i.inspection_date desc, i.property_inspection_id desc limit 1) i on true
  where p.management_company_id = p_company and p.status_id = 0
    and ((select kernel.is_agency()) or p_company = any (kernel.own_companies()))
$$;
revoke execute on function kernel.known_performance(integer, date) from public;
grant execute on function kernel.known_performance(integer, date) to rooftree_app;
