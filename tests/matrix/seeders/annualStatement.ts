import type { Seeder } from '../seeders.ts'

/**
 * Seeds a statement that can be submitted and approved: balanced, audited, with its changes explained and
 * certified by the owner and the managing agent.
 */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  await owner.query(
    `with record as (insert into annual_statement (property_id, year, period_start, period_end, statement_type, opinion, audit_firm,
        audit_contact, audit_report_date, findings_count, accounting_basis, prior_period_adjustment, comments, totals, created_by)
      select $1, y.year, make_date(y.year, 1, 1), make_date(y.year, 12, 31), 'Audit', 'Unmodified', $2 || ' auditors', $2 || ' partner',
        make_date(y.year + 1, 3, 1), 0, 'Accrual', true, $2 || ' statement', '{"assets": 500, "liabilities": 200, "equity": 300, "revenue": 900, "expenses": 600, "netIncome": 300}', 5
      from (select 2015 + count(*)::integer as year from annual_statement where property_id = $1) y returning *),
    line as (insert into annual_statement_line (afs_id, property_id, code, position, amount, note)
      select afs_id, $1, code, position, amount, $2 || ' note' from record,
        (values ('1120', 1120, 500), ('2110', 2110, 200), ('3130', 3130, 300), ('5120', 5120, 900), ('6350', 6350, 600)) l (code, position, amount)),
    notes as (insert into afs_notes_payable (afs_id, property_id, position, lender, account_code)
      select afs_id, $1, 1, $2 || ' bank', '2320' from record),
    related as (insert into afs_related_party_transaction (afs_id, property_id, position, party, relationship)
      select afs_id, $1, 1, $2 || ' agent', $2 || ' sister company' from record),
    reserves as (insert into afs_replacement_reserves_schedule (afs_id, property_id, position, institution, reserve_kind)
      select afs_id, $1, 1, $2 || ' bank', 'Replacement reserve' from record),
    funds as (insert into afs_schedule_of_funds_held (afs_id, property_id, position, institution, fund_kind, balance)
      select afs_id, $1, 1, $2 || ' bank', 'Operating', 500 from record),
    equity as (insert into afs_statement_of_partners_equities (afs_id, property_id, position, partner, percent_owned, beginning, net_income, distributions)
      select afs_id, $1, 1, $2 || ' partner', 100, 300, 300, 300 from record),
    cash as (insert into afs_statement_of_cash_flows (afs_id, property_id, position, code, amount) select afs_id, $1, position, code, amount from record,
      (values (1, 'C110', 900), (2, 'C205', 600), (3, 'C450', 300), (4, 'C510', 500), (5, 'C610', 300)) l (position, code, amount)),
    credits as (insert into afs_tax_credit (afs_id, property_id, position, bin) select afs_id, $1, 1, $2 || ' BIN' from record),
    assets as (insert into afs_change_in_fixed_assets (afs_id, property_id, position, code, beginning) select afs_id, $1, 1, '1410', 0 from record),
    restated as (insert into afs_restatement (afs_id, property_id, position, account_code, filed, adjustment, reason)
      select afs_id, $1, position, code, filed, 10, $2 || ' restated' from record,
        (values (1, '1135', 0), (2, '2110', 200)) l (position, code, filed)),
    version as (insert into annual_statement_version (afs_id, property_id, number, submitted, submitted_by_id, content)
      select afs_id, $1, 1, now() - interval '40 days', 5, '{"head": {}, "lines": [], "certifications": [], "schedules": {}}' from record),
    paper as (insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select $1, 'AFS', afs_id, 'Signed audit', $2 || ' audit', $2 || '.pdf', 'application/pdf', 100,
        (select content_hash from file where property_id = $1 limit 1), 5 from record)
    insert into certification (user_id, afs_id, role, name, title, text_version, signature, certified_at)
      select c.user_id, afs_id, c.role, $2 || ' certifier', $2 || ' title', 1, $2 || ' certifier', now() - interval '41 days'
      from record, (select user_id, case row_number() over (order by user_id) when 1 then 'Owner' else 'Managing agent' end as role
        from management_company_user where management_company_id = $3 order by user_id limit 2) c`,
    [propertyId, marker, companyId],
  )
  await owner.query(`update annual_statement a set
      owner_certification_id = (select certification_id from certification c where c.afs_id = a.afs_id and role = 'Owner'),
      agent_certification_id = (select certification_id from certification c where c.afs_id = a.afs_id and role = 'Managing agent')
    where owner_certification_id is null`)
}
