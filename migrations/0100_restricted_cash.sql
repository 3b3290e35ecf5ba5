-- Restricted cash in the statement of cash flows is disclosed by kind (ASU 2016-18); what was one figure stands in the line of
-- other restricted cash until somebody names it, and the line above it is the total.
update afs_statement_of_cash_flows s set code = 'C536' where code = 'C530'
  and not exists (select from afs_statement_of_cash_flows o where o.afs_id = s.afs_id and o.code = 'C536');
