-- Columns are named for what they hold: a day of a notice, what was sent, whether a mail went out.
alter table reserve_deposit rename column told_late_on to late_notice_on;
alter table rent_gap_application rename column waiting_told to waiting_mailed;
alter table afs_report_card_finding rename column told_title to sent_title;
alter table afs_report_card_finding rename column told_needs to sent_needs;
alter table afs_report_card_finding rename column told_on to sent_on;
alter policy told_read on afs_report_card_finding rename to sent_read;
alter table decontrol_schedule rename column owner_told_on to owner_notified_on;
alter table decontrol_schedule rename column tenants_told_on to tenants_notified_on;

-- Earlier changes of these columns stay readable in the history under the new names.
update audit_log a set changes = a.changes - n.before || jsonb_build_object(n.after, a.changes -> n.before)
  from (values
    ('reserve_deposit', 'told_late_on', 'late_notice_on'),
    ('rent_gap_application', 'waiting_told', 'waiting_mailed'),
    ('decontrol_schedule', 'owner_told_on', 'owner_notified_on')) n (of, before, after)
  where a.table_name = n.of and a.changes ? n.before;
update audit_log set changes = changes - 'tenants_told_on' || jsonb_build_object('tenants_notified_on', changes -> 'tenants_told_on')
  where table_name = 'decontrol_schedule' and changes ? 'tenants_told_on';
update audit_log set changes = (select jsonb_object_agg(
    case key when 'told_title' then 'sent_title' when 'told_needs' then 'sent_needs' when 'told_on' then 'sent_on' else key end, value)
    from jsonb_each(changes))
  where table_name = 'afs_report_card_finding' and changes ?| '{told_title,told_needs,told_on}';
