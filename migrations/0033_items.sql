-- A vendor that an item names and that is asked for only when the request is submitted.
alter table replacement_reserve_request_item add column new_vendor_name text;

-- Documents of items that were removed belong to nothing any more.
update file f set sub_module_name = 'set aside'
where f.module_name = 'Replacement_Reserve' and f.sub_module_name = 'item' and not exists (
  select 1 from replacement_reserve_request_item i where i.replacement_reserve_request_item_id = f.sub_module_id);
