-- Where the sight of a former company's people ends, for the tables of a property that did not say so, and what they and
-- everybody else read of the audit: no more than of the rows that it tells of.

-- A property as such, its programs, numbers and unit types are what they are today: records that a company filed carry its name.
select kernel.ends_with_transfer(target::regclass, day) from (values
  ('property', 'null'), ('property_federal_type', 'null'), ('property_lihtc_number', 'null'), ('property_room_type', 'null'),
  ('loan', 'null'), ('loan_number', 'null'), ('loan_year', 'make_date(year, 12, 31)'), ('equity_figure', 'make_date(year, 12, 31)'),
  ('equity_notice', 'sent_at'), ('decontrol_schedule', 'created_at'), ('reserve_account', 'null')) as ends (target, day);

-- The audited tables of rows that are plainly of a property or a company: once such a row is gone, its audit is seen as it was.
create function kernel.is_plainly_scoped(p_table regclass) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select c.relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and polcmd in ('r', '*')
    and polname <> all (array['property_read', 'company_read', 'until_transfer'])) from pg_class c where c.oid = p_table
$$;

-- The column that the audit of a table calls its row; null where the table is not audited.
create function kernel.audit_key(p_table regclass) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select split_part(encode(tgargs, 'escape'), '\000', 1) from pg_trigger where tgrelid = p_table and tgname = 'audit'
$$;

-- Whether a row is there at all, past row-level security.
create function kernel.is_row_kept(p_table regclass, p_key text, p_row integer) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kept boolean;
begin
  execute format('select exists (select from %s where %I = $1)', p_table, p_key) into kept using p_row;
  return kept;
end $$;

-- The company that had filed a row that is gone, as its audit tells.
create function kernel.filed_company_of_gone(p_table text, p_row integer) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select (changes ->> 'filed_company_id')::integer from audit_log
  where table_name = p_table and row_id = p_row and operation <> 'update' order by changed_at desc limit 1
$$;

-- Whether the caller may read the audit of a row: asks the row's own policies. Of a row that is gone the audit is read where its
-- table has no rule of its own, and of filed records by the company that filed it.
create function kernel.sees_audited(p_table text, p_row integer) returns boolean language plpgsql stable cost 1000
set search_path = public, pg_temp as $$
declare
  target constant regclass := to_regclass(format('public.%I', p_table));
  key constant text := kernel.audit_key(target);
  seen boolean;
begin
  if key is null or not has_table_privilege(target, 'select') then return false; end if;
  execute format('select exists (select from %s where %I = $1)', target, key) into seen using p_row;
  if seen then return true; end if;
  if kernel.is_row_kept(target, key, p_row) then return false; end if;
  return kernel.is_plainly_scoped(target) or coalesce(
    kernel.filed_company_of_gone(p_table, p_row) = any (kernel.filing_companies()), false);
end $$;
revoke execute on function kernel.is_plainly_scoped(regclass), kernel.audit_key(regclass), kernel.is_row_kept(regclass, text, integer),
  kernel.filed_company_of_gone(text, integer), kernel.sees_audited(text, integer) from public;
grant execute on function kernel.is_plainly_scoped(regclass), kernel.audit_key(regclass), kernel.is_row_kept(regclass, text, integer),
  kernel.filed_company_of_gone(text, integer), kernel.sees_audited(text, integer) to rooftree_app;
create policy with_row on audit_log as restrictive for select using ((select kernel.is_agency())
  or kernel.sees_audited(table_name, row_id));
