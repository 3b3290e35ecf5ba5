-- A vendor that an item names and that is asked for only when the request is submitted: in every table of items that
-- claim money on invoices.
do $$
declare
  items text;
begin
  for items in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('new_vendor', 'duplicate_invoice_comment')
    group by 1 having count(*) = 2
  loop
    execute format('alter table %I add column if not exists new_vendor_name text', items);
  end loop;
end
$$;

-- Documents of items that were removed belong to nothing any more.
update file f set sub_module_name = 'set aside'
where f.module_name = 'Replacement_Reserve' and f.sub_module_name = 'item' and not exists (
  select 1 from replacement_reserve_request_item i where i.replacement_reserve_request_item_id = f.sub_module_id);
