-- The days to cure a finding begin on the day on which the owner is told of it: an urgent one with the recorded visit, others
-- with the report. Findings that no report and no mail has told have no cure day yet.
alter table inspection_finding add column notified_on date;
update inspection_finding f set notified_on = case when f.severity <= 2 then least(f.found_on, f.cure_by, i.reported_on) else least(f.cure_by, i.reported_on) end
  from compliance_inspection i
  where i.compliance_inspection_id = f.compliance_inspection_id and i.reported_on is not null and f.cure_by is not null;
update inspection_finding f set cure_by = null, original_cure_by = null
  from compliance_inspection i
  where i.compliance_inspection_id = f.compliance_inspection_id and i.reported_on is null and f.cure_by is not null;
alter table inspection_finding add check (cure_by >= notified_on);
