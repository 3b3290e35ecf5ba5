-- Of two people who type into one line of surplus cash, the second is told: each line has its version.
alter table surplus_cash add column version integer not null default 1;

-- What a report card showed when its statement was decided, and all of it once it is archived: later statements, medians and
-- thresholds change nothing of that.
create table afs_report_card_figures (
  afs_report_card_id integer primary key references afs_report_card on delete cascade,
  property_id integer not null references property,
  figures jsonb not null
);
create index afs_report_card_figures_property on afs_report_card_figures (property_id);
select kernel.audited('afs_report_card_figures', 'afs_report_card_id');
select kernel.agency_scoped('afs_report_card_figures');
