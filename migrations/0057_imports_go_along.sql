-- What an import changed goes with the record it was made in. A new subject that takes figures from files has its column.
delete from figure_import i where not exists (select from budget b where i.lines = 'BudgetLine' and b.budget_id = i.record_id)
  and not exists (select from annual_statement a where i.lines = 'AFSAmount' and a.afs_id = i.record_id)
  and not exists (select from tcap t where i.lines = 'TCAPAmount' and t.tcap_id = i.record_id);
alter table figure_import
  add column budget_id integer generated always as (case lines when 'BudgetLine' then record_id end) stored references budget on delete cascade,
  add column afs_id integer generated always as (case lines when 'AFSAmount' then record_id end) stored references annual_statement on delete cascade,
  add column tcap_id integer generated always as (case lines when 'TCAPAmount' then record_id end) stored references tcap on delete cascade,
  add check (num_nonnulls(budget_id, afs_id, tcap_id) = 1);
create index figure_import_budget on figure_import (budget_id);
create index figure_import_statement on figure_import (afs_id);
create index figure_import_month on figure_import (tcap_id);
