-- Global_Admin opens every property to a company's user, but never what is internal to the agency.

alter policy file_read on file using (
  (select kernel.is_agency() and kernel.reads_all())
  or (not internal_to_agency and ((select kernel.reads_all()) or property_id = any ((select kernel.read_scope())::integer[]))));
alter policy file_insert on file with check (
  (select kernel.is_agency() and kernel.writes_all())
  or (not internal_to_agency and ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))));
alter policy file_update on file using (
  (select kernel.is_agency() and kernel.writes_all())
  or (not internal_to_agency and ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))));
alter policy file_delete on file using (
  (select kernel.is_agency() and kernel.writes_all())
  or (not internal_to_agency and ((select kernel.writes_all()) or property_id = any ((select kernel.write_scope())::integer[]))));

create index file_replaced_by on file (replaced_by_id) where replaced_by_id is not null;
create index vendor_requested on vendor (created_at) where new_vendor;
