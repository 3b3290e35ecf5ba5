-- Periods of statements: why one does not end on the fiscal year end, how many months beyond twelve the agency approved, and
-- until when a property had another fiscal year end.
alter table annual_statement
  add column period_reason text,
  add column approved_months integer check (approved_months between 13 and 18),
  add column months_approved_by_id integer references app_user,
  add column months_approved_on date;
create index annual_statement_months_approved_by on annual_statement (months_approved_by_id);

alter table property
  add column earlier_fiscal_year_end_month integer check (earlier_fiscal_year_end_month between 1 and 12),
  add column fiscal_year_changed_on date;
create function fiscal_year_changes() returns trigger language plpgsql as $$
begin
  new.earlier_fiscal_year_end_month := old.fiscal_year_end_month;
  new.fiscal_year_changed_on := current_date;
  return new;
end $$;
create trigger fiscal_year_changes before update of fiscal_year_end_month on property for each row
  when (old.fiscal_year_end_month is distinct from new.fiscal_year_end_month) execute function fiscal_year_changes();

alter table yearly_distributions_accrued drop constraint yearly_distributions_accrued_months_check;
alter table yearly_distributions_accrued add constraint yearly_distributions_accrued_months_check check (months between 0 and 18);
