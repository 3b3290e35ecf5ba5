-- Who of the agency entered what a decision rests on: the content of a record and of its lines. Whoever did is not the second
-- person who approves it. Kept apart from the audit: each list of work asks for it.
create table kernel.record_writer (
  record_table text not null,
  record_id integer not null,
  user_id integer not null references app_user on delete cascade,
  primary key (record_table, record_id, user_id)
);
create index record_writer_user on kernel.record_writer (user_id);
revoke all on kernel.record_writer from rooftree_app;

create function kernel.note_writer() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  written constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into kernel.record_writer (record_table, record_id, user_id)
    select tg_argv[0], (written ->> tg_argv[1])::integer, user_id from app_user where user_id = kernel.actor_id()
    on conflict do nothing;
  return null;
end $$;

-- Notes who of the agency writes these columns of a table whose rows are, or belong to, records; `key` is the record's.
create function kernel.notes_writers(target regclass, record regclass, key text, content text[]) returns void
language plpgsql as $$
declare
  listed constant text := (select string_agg(quote_ident(name), ', ') from unnest(content) name);
  own constant text := (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = target and indisprimary);
begin
  execute format('create trigger note_writer_insert after insert on %s for each row when (kernel.is_agency())
    execute function kernel.note_writer(%L, %L)', target, record, key);
  execute format('create trigger note_writer_update after update of %s on %s for each row
    when (kernel.is_agency() and (%s) is distinct from (%s)) execute function kernel.note_writer(%L, %L)',
    listed, target, (select string_agg(format('old.%I', name), ', ') from unnest(content) name),
    (select string_agg(format('new.%I', name), ', ') from unnest(content) name), record, key);
  execute format('create trigger note_writer_delete after delete on %s for each row when (kernel.is_agency())
    execute function kernel.note_writer(%L, %L)', target, record, key);
  -- What is still to be decided knows who wrote it before.
  execute format('insert into kernel.record_writer (record_table, record_id, user_id)
    select distinct %L, r.%I, u.user_id from audit_log a join %s l on l.%I = a.row_id join %s r on r.%I = l.%I
      join app_user u on u.user_id = a.user_id
      where a.table_name = %L and (a.operation = ''insert'' or a.changes ?| %L) and r.status_id < 5
        and exists (select from user_role o where o.user_id = u.user_id and o.role_id in (1, 2))
    on conflict do nothing', record, key, target, own, record, key, key, target, content);
end $$;

-- Who wrote a record, for a caller of the agency alone.
create function kernel.writers_of(p_table text, p_record integer) returns integer[] language sql stable security definer
set search_path = public, pg_temp as $$
  select coalesce(array_agg(user_id), '{}') from kernel.record_writer
    where record_table = p_table and record_id = p_record and kernel.is_agency()
$$;
revoke execute on function kernel.note_writer(), kernel.notes_writers(regclass, regclass, text, text[]),
  kernel.writers_of(text, integer) from public;
grant execute on function kernel.writers_of(text, integer) to rooftree_app;

select kernel.notes_writers(target::regclass, record::regclass, key, string_to_array(content, ' ')) from (values
    ('program2013', 'program2013', 'program2013_id',
      'project_number project_name city county zip units vacancy_percent unit_mix comments year '
      || 'record_type'),
    ('statement_category_amount', 'program2013', 'program2013_id', 'amount note'),
    ('program2013_employee_type', 'program2013', 'program2013_id',
      'employee_type employees hours salary benefits free_unit_value'),
    ('program2013_debt', 'program2013', 'program2013_id',
      'lender debt_type lien amount rate term_months amortization_months annual_debt_service'),
    ('management_company_asset_certification', 'management_company_asset_certification', 'management_company_asset_certification_id',
      'legal_name ein years_in_business states_served principals portfolio licences insurance '
      || 'site_staff compliance_staff units_managed designations occupancy_percent '
      || 'average_inspection_score overdue_statements has_litigation litigation_explanation '
      || 'has_debarment debarment_explanation company_references fair_housing_policy software '
      || 'requested_properties identity_of_interest no_identity_of_interest certified signed_name '
      || 'signed_title'),
    ('utility_allowance', 'utility_allowance', 'utility_allowance_id', 'no_change comments year quarter'),
    ('utility_allowance_line', 'utility_allowance', 'utility_allowance_id',
      'project_room_type_id schedule utility_allowance source rent_controlling_authority_id '
      || 'effective_date tenant_pays heating comments'),
    ('rent_gap_application', 'rent_gap_application', 'rent_gap_application_id',
      'assistance_year period_start period_end payee financial_institution_id company_comments certified'),
    ('rent_gap_item', 'rent_gap_application', 'rent_gap_application_id',
      'unit project_room_type_id rent_type_id head_of_household household_number move_in_date '
      || 'move_out_date tenant_rent has_voucher'),
    ('rent_increase_request_header', 'rent_increase_request_header', 'rent_increase_request_header_id',
      'rent_increase_type_id rent_effective_date tenants_notified tenants_notified_on '
      || 'management_company_comments certified'),
    ('room_rent_increase_request', 'rent_increase_request_header', 'rent_increase_request_header_id',
      'project_room_type_rent_id project_room_type_id rent_type_id existing_tenants '
      || 'number_of_existing_tenants units requested_rent confirmed_rent utility_allowance '
      || 'median_percent'),
    ('insurance_request', 'insurance_request', 'insurance_request_id',
      'narrative inspection_needed certified insurance_claim_id'),
    ('insurance_request_item', 'insurance_request', 'insurance_request_id',
      'description location vendor_id new_vendor new_vendor_name invoice_number invoice_date '
      || 'check_number claimed_amount duplicate_invoice_comment pay_vendor_directly'),
    ('operating_reserve_request', 'operating_reserve_request', 'operating_reserve_request_id',
      'reserve_type_id request_contact_id description processing_instructions figures_as_of '
      || 'current_payables due_within_month cash_available certified'),
    ('operating_reserve_request_item', 'operating_reserve_request', 'operating_reserve_request_id',
      'operating_reserve_request_type_id description additional_description other_description reason '
      || 'payee location vendor_id new_vendor new_vendor_name invoice_number invoice_date check_number '
      || 'claimed_amount duplicate_invoice_comment pay_vendor_directly head_of_household income '
      || 'num_in_household effective_date service_requested'),
    ('replacement_reserve_request', 'replacement_reserve_request', 'replacement_reserve_request_id',
      'request_type description instructions certified'),
    ('replacement_reserve_request_item', 'replacement_reserve_request', 'replacement_reserve_request_id',
      'category_id description_of_work location quantity age vendor_id new_vendor new_vendor_name '
      || 'invoice_number invoice_date check_number claimed_amount duplicate_invoice_comment '
      || 'pay_vendor_directly'),
    ('replacement_reserve_completion', 'replacement_reserve_completion', 'replacement_reserve_completion_id',
      'completed_on remarks certified replacement_reserve_request_id'),
    ('replacement_reserve_completion_item', 'replacement_reserve_completion', 'replacement_reserve_completion_id',
      'replacement_reserve_request_item_id invoice_number invoice_date invoiced_amount check_number '
      || 'pay_vendor_directly duplicate_invoice_comment'),
    ('annual_statement', 'annual_statement', 'afs_id',
      'period_start period_end period_reason statement_type opinion going_concern audit_firm '
      || 'audit_contact audit_report_date prior_period_adjustment findings_count consolidated_entity '
      || 'accounting_basis tax_credits_attached comments year'),
    ('annual_statement_line', 'annual_statement', 'afs_id', 'amount note'),
    ('afs_notes_payable', 'annual_statement', 'afs_id',
      'lender account_code beginning additions payments current_portion interest_beginning '
      || 'interest_expensed interest_paid related_party note_date original_amount interest_rate '
      || 'maturity payment_terms lien_position secured from_surplus_cash'),
    ('afs_related_party_transaction', 'annual_statement', 'afs_id',
      'party nature account_code owed_code beginning charged paid relationship arms_length'),
    ('afs_replacement_reserves_schedule', 'annual_statement', 'afs_id',
      'reserve_kind institution beginning deposits interest transfers releases fees confirmed '
      || 'account_number monthly_required months request_numbers'),
    ('afs_schedule_of_funds_held', 'annual_statement', 'afs_id',
      'fund_kind institution account_number balance insured held_by_agency financial_institution_id '
      || 'address interest_rate maturity'),
    ('afs_statement_of_partners_equities', 'annual_statement', 'afs_id',
      'partner partner_class percent_owned beginning contributions net_income distributions syndication '
      || 'other'),
    ('afs_statement_of_cash_flows', 'annual_statement', 'afs_id', 'code amount'),
    ('afs_tax_credit', 'annual_statement', 'afs_id',
      'bin first_credit_year eligible_basis applicable_fraction applicable_percentage state_credit '
      || 'claimed1 claimed2 claimed3 claimed4 claimed5 claimed6 claimed7 claimed8 claimed9 claimed10'),
    ('afs_change_in_fixed_assets', 'annual_statement', 'afs_id',
      'code beginning additions disposals depreciation_beginning depreciation_expense '
      || 'depreciation_disposals'),
    ('afs_restatement', 'annual_statement', 'afs_id', 'account_code filed adjustment reason'),
    ('budget', 'budget', 'budget_id',
      'months rent_increase_included rent_increase_percent staffing capital_plan comments certified '
      || 'budget_year'),
    ('budget_line', 'budget', 'budget_id', 'prior_actual current_budget year_to_date proposed note'),
    ('distribution_request', 'distribution_request', 'distribution_request_id',
      'period_type interim_date interim_lines amount_requested purpose payee owner_comments afs_id'),
    ('tcap', 'tcap', 'tcap_id',
      'payables30 payables60 payables90 payables_over move_ins move_outs move_out_reasons evictions police_calls '
      || 'claims_filed vacant_units waiting_list comments'),
    ('tcap_amount', 'tcap', 'tcap_id', 'amount note')
  ) written (target, record, key, content);

-- What a property's equity begins with is written of the property, whichever year holds it.
create trigger note_writer_insert after insert on equity_figure for each row
  when (kernel.is_agency() and (new.development_cost is not null or new.original_mortgages is not null))
  execute function kernel.note_writer('equity_figure', 'property_id');
create trigger note_writer_update after update of development_cost, original_mortgages, principal_before on equity_figure
  for each row when (kernel.is_agency() and (old.development_cost, old.original_mortgages, old.principal_before)
    is distinct from (new.development_cost, new.original_mortgages, new.principal_before))
  execute function kernel.note_writer('equity_figure', 'property_id');
insert into kernel.record_writer (record_table, record_id, user_id)
  select distinct 'equity_figure', property_id, set_by_id from equity_figure
  where set_by_id is not null and development_cost is not null;
