-- Comments internal to the agency stay with it, whatever opens a property to a company's user; companies write none.

alter policy property_read on property_comment using (
  (select kernel.is_agency() and kernel.reads_all())
  or (not internal_to_agency and ((select kernel.reads_all()) or property_id = any ((select kernel.read_scope())::integer[]))));
drop policy property_write on property_comment;
create policy property_insert on property_comment for insert with check ((select kernel.is_agency() and kernel.writes_all()));
create policy property_update on property_comment for update using ((select kernel.is_agency() and kernel.writes_all()));
create policy property_delete on property_comment for delete using ((select kernel.is_agency() and kernel.writes_all()));
