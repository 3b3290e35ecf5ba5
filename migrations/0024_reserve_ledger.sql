-- The ledger of reserve accounts stands below every subject: an entry names the record it belongs to, as a letter does.
alter table reserve_entry add entity text, add row_id integer;
alter table reserve_entry add constraint reserve_entry_record check ((entity is null) = (row_id is null));
update reserve_entry set entity = 'ReplacementReserveRequest', row_id = replacement_reserve_request_id
  where replacement_reserve_request_id is not null;
alter table reserve_entry drop column replacement_reserve_request_id;
create index reserve_entry_record on reserve_entry (entity, row_id);
