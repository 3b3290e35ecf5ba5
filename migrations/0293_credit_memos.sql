-- A credit memo is an item below zero, of which as much may be approved.
do $$
declare
  item record;
begin
  for item in
    select c.conrelid::regclass as item_table, c.conname from pg_constraint c
    where c.contype = 'c' and pg_get_constraintdef(c.oid) like '%approved_amount%'
      and c.conrelid = any (array['replacement_reserve_request_item'::regclass, 'operating_reserve_request_item'::regclass,
        'insurance_request_item'::regclass])
  loop
    execute format('alter table %s drop constraint %I', item.item_table, item.conname);
  end loop;
end $$;

alter table replacement_reserve_request_item add constraint replacement_reserve_request_item_approved
  check (approved_amount between least(0, coalesce(claimed_amount, 0)) and greatest(0, coalesce(claimed_amount, 0)));
alter table operating_reserve_request_item add constraint operating_reserve_request_item_approved
  check (approved_amount >= least(0, coalesce(claimed_amount, 0)));
alter table insurance_request_item add constraint insurance_request_item_approved
  check (approved_amount >= least(0, coalesce(claimed_amount, 0)));
